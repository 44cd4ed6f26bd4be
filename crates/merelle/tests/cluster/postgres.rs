//! A PostgreSQL server on this machine, from the installed programs: started, killed, copied to a standby,
//! promoted, archived and recovered.

use std::fs;
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::ports::free_port;
use crate::program::{PATIENCE, Program};
use crate::records::Database;

/// The user and database of the site.
const USER: &str = "merelle";

/// Where programs of PostgreSQL are, and as whom they run.
#[derive(Clone, Debug)]
pub(crate) struct Installation {
    programs: PathBuf,
    /// PostgreSQL does not run as root: then it runs as this user and group.
    user: Option<(u32, u32)>,
}

impl Installation {
    /// What is installed, the newest version of it.
    pub(crate) fn find() -> Option<Installation> {
        let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
        let mut folders: Vec<(u32, PathBuf)> = versions
            .filter_map(|version| {
                let version = version.ok()?;
                let number = version.file_name().to_str()?.parse().ok()?;
                Some((number, version.path().join("bin")))
            })
            .collect();
        folders.sort();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let in_path = std::env::split_paths(&path).collect::<Vec<_>>();
        let debian = folders.into_iter().rev().map(|(_, folder)| folder);
        let mut places = debian.chain(in_path);
        let programs = places.find(|folder| {
            let has = |program: &str| folder.join(program).exists();
            has("initdb") && has("postgres") && has("pg_basebackup")
        })?;
        let is_root = rustix::process::geteuid().is_root();
        let user = if is_root { Some(lesser_user()?) } else { None };
        Some(Installation { programs, user })
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.programs.join(program));
        if let Some((user, group)) = self.user {
            command.uid(user).gid(group);
        }
        command.env("LC_ALL", "C").current_dir("/");
        command
    }

    /// Runs a program to its end.
    fn run(&self, program: &str, arguments: &[&str]) {
        let output = self.command(program).args(arguments).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{program} {arguments:?}: {said}");
    }

    /// A folder that the programs may write to.
    pub(crate) fn own(&self, folder: &Path) {
        fs::create_dir_all(folder).unwrap();
        if let Some((user, group)) = self.user {
            chown(folder, Some(user), Some(group)).unwrap();
        }
    }
}

/// The user of PostgreSQL, or nobody.
fn lesser_user() -> Option<(u32, u32)> {
    let users = fs::read_to_string("/etc/passwd").ok()?;
    let find = |name: &str| {
        let mut lines = users
            .lines()
            .map(|line| line.split(':').collect::<Vec<_>>());
        let user = lines.find(|line| line.first() == Some(&name))?;
        Some((user.get(2)?.parse().ok()?, user.get(3)?.parse().ok()?))
    };
    find("postgres").or_else(|| find("nobody"))
}

/// A server at a port that stays the same over its restarts.
pub(crate) struct Postgres {
    installation: Installation,
    folder: PathBuf,
    pub(crate) port: u16,
    program: Option<Program>,
}

impl Postgres {
    /// Makes a server in a folder and starts it. What it commits is on the disk.
    pub(crate) fn start(installation: &Installation, folder: &Path) -> Postgres {
        installation.own(folder);
        let data = folder.join("data");
        let place = data.to_str().unwrap();
        installation.run(
            "initdb",
            &[
                "-D",
                place,
                "-U",
                USER,
                "-A",
                "trust",
                "-E",
                "UTF8",
                "--locale=C",
                "--no-sync",
            ],
        );
        let settings = "\
            listen_addresses = '127.0.0.1'\n\
            max_connections = 200\n\
            shared_buffers = 32MB\n\
            fsync = on\n\
            synchronous_commit = on\n\
            wal_level = replica\n\
            max_wal_senders = 8\n\
            max_replication_slots = 8\n\
            hot_standby = on\n";
        let mut server = Postgres::in_folder(installation, folder);
        server.configure(settings);
        server.restart();
        server.run("CREATE DATABASE merelle");
        server
    }

    /// A server whose folder is there already, not started yet.
    fn in_folder(installation: &Installation, folder: &Path) -> Postgres {
        Postgres {
            installation: installation.clone(),
            folder: folder.to_owned(),
            port: free_port(),
            program: None,
        }
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// Adds to the settings, for the next start.
    pub(crate) fn configure(&self, settings: &str) {
        let file = self.data().join("postgresql.conf");
        let present = fs::read_to_string(&file).unwrap();
        fs::write(&file, format!("{present}\n{settings}")).unwrap();
    }

    /// Starts it, and waits until it answers.
    pub(crate) fn restart(&mut self) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let mut program = self.spawn();
            loop {
                if self.is_up() {
                    self.program = Some(program);
                    return;
                }
                assert!(Instant::now() < deadline, "{}", program.said());
                // Processes of the one that was killed may hold its memory for a moment.
                if program.ended().is_some() {
                    break;
                }
                std::thread::sleep(Duration::from_millis(50));
            }
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    fn spawn(&self) -> Program {
        let mut command = self.installation.command("postgres");
        command
            .arg("-D")
            .arg(self.data())
            .args(["-p", &self.port.to_string(), "-k"])
            .arg(&self.folder);
        Program::start(command, &self.folder.with_extension("log"))
    }

    fn is_up(&self) -> bool {
        let url = self.maintenance();
        let tried = std::thread::spawn(move || {
            let client = postgres::Client::connect(&url, postgres::NoTls);
            client.is_ok_and(|mut client| client.simple_query("SELECT 1").is_ok())
        });
        tried.join().unwrap()
    }

    /// Ends all of its processes as a power cut would.
    pub(crate) fn kill(&mut self) {
        let Some(mut program) = self.program.take() else {
            return;
        };
        let children = children(program.id());
        program.kill();
        for child in children {
            let _ = kill_process(child, Signal::KILL);
        }
    }

    /// Ends it in good order.
    pub(crate) fn stop(&mut self) {
        if let Some(mut program) = self.program.take() {
            program.signal(Signal::INT);
            program.wait();
        }
    }

    /// Counts statements from now on.
    pub(crate) fn count_statements(&mut self) {
        self.stop();
        self.configure("shared_preload_libraries = 'pg_stat_statements'\n");
        self.restart();
        self.run("CREATE EXTENSION pg_stat_statements");
    }

    /// All of its processes.
    pub(crate) fn processes(&self) -> Vec<u32> {
        let first = self.program.as_ref().expect("it runs").id();
        let others = children(first).into_iter();
        let others = others.map(|other| other.as_raw_nonzero().get() as u32);
        [first].into_iter().chain(others).collect()
    }

    /// A copy of it that has all that is committed before anybody is told so.
    pub(crate) fn standby(&self, folder: &Path) -> Postgres {
        self.installation.own(folder);
        let mut standby = Postgres::in_folder(&self.installation, folder);
        let from = format!(
            "host=127.0.0.1 port={} user={USER} application_name=standby",
            self.port
        );
        let place = standby.data();
        self.installation.run(
            "pg_basebackup",
            &[
                "-d",
                &from,
                "-D",
                place.to_str().unwrap(),
                "-R",
                "-X",
                "stream",
                "-c",
                "fast",
                "-N",
            ],
        );
        standby.restart();
        self.run("ALTER SYSTEM SET synchronous_standby_names = 'standby'");
        self.run("SELECT pg_reload_conf()");
        let synchronous = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'";
        self.wait_for(synchronous, "1");
        standby
    }

    /// Makes a standby the server that writes.
    pub(crate) fn promote(&self) {
        self.run("SELECT pg_promote(true, 60)");
        self.wait_for("SELECT pg_is_in_recovery()", "f");
    }

    /// Keeps all that is written from now on in a folder too.
    pub(crate) fn archive_to(&mut self, archive: &Path) {
        self.installation.own(archive);
        let archive = archive.display();
        self.stop();
        self.configure(&format!(
            "archive_mode = on\narchive_command = 'test ! -f {archive}/%f && cp %p {archive}/%f'\n"
        ));
        self.restart();
    }

    /// A copy of the server as it stands, to begin a recovery with.
    pub(crate) fn base_backup(&self, folder: &Path) {
        self.installation.own(folder);
        let from = format!("host=127.0.0.1 port={} user={USER}", self.port);
        let place = folder.join("data");
        self.installation.run(
            "pg_basebackup",
            &[
                "-d",
                &from,
                "-D",
                place.to_str().unwrap(),
                "-X",
                "none",
                "-c",
                "fast",
                "-N",
            ],
        );
    }

    /// Has all that was written so far in the archive.
    pub(crate) fn close_segment(&self) {
        let closed = self.ask("SELECT pg_walfile_name(pg_switch_wal())");
        let archived = format!("SELECT last_archived_wal >= '{closed}' FROM pg_stat_archiver");
        self.wait_for(&archived, "t");
    }

    /// A server recovered from a copy of a base backup and an archive, up to a time of the calendar as
    /// PostgreSQL writes it.
    pub(crate) fn recovered(
        installation: &Installation,
        backup: &Path,
        archive: &Path,
        until: &str,
        folder: &Path,
    ) -> Postgres {
        installation.own(folder);
        let mut server = Postgres::in_folder(installation, folder);
        let copied = Command::new("cp")
            .args(["-a"])
            .arg(backup.join("data"))
            .arg(server.data())
            .status();
        assert!(copied.unwrap().success());
        let archive = archive.display();
        server.configure(&format!(
            "archive_mode = off\nrestore_command = 'cp {archive}/%f %p'\n\
             recovery_target_time = '{until}'\nrecovery_target_action = 'promote'\n"
        ));
        let signal = server.data().join("recovery.signal");
        fs::write(&signal, "").unwrap();
        let owner = fs::metadata(server.data()).unwrap();
        chown(&signal, Some(owner.uid()), Some(owner.gid())).unwrap();
        server.restart();
        server.wait_for("SELECT pg_is_in_recovery()", "f");
        server
    }

    /// The address of the site's database through a port, which may be a cable's.
    pub(crate) fn url_at(port: u16) -> String {
        format!("postgres://{USER}@127.0.0.1:{port}/merelle")
    }

    pub(crate) fn url(&self) -> String {
        Postgres::url_at(self.port)
    }

    pub(crate) fn database(&self) -> Database {
        Database::Postgres(self.url())
    }

    fn maintenance(&self) -> String {
        format!(
            "postgres://{USER}@127.0.0.1:{}/postgres?connect_timeout=5",
            self.port
        )
    }

    /// Runs statements that answer nothing of interest, outside the site's database.
    fn run(&self, sql: &str) {
        Database::Postgres(self.maintenance()).rows(sql);
    }

    /// One value, asked outside the site's database.
    pub(crate) fn ask(&self, sql: &str) -> String {
        let rows = Database::Postgres(self.maintenance()).rows(sql);
        rows[0][0].clone().unwrap_or_default()
    }

    fn wait_for(&self, sql: &str, wanted: &str) {
        let deadline = Instant::now() + PATIENCE;
        while self.ask(sql) != wanted {
            assert!(Instant::now() < deadline, "{sql} is never {wanted}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The processes that a process has started.
fn children(parent: u32) -> Vec<Pid> {
    let listed = format!("/proc/{parent}/task/{parent}/children");
    let children = fs::read_to_string(listed).unwrap_or_default();
    let ids = children.split_whitespace();
    ids.filter_map(|id| Pid::from_raw(id.parse().ok()?))
        .collect()
}
