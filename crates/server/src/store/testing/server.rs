use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use super::{apart, prepare};
use crate::game_id::GameId;
use crate::store::Database;
use crate::store::database::{Connection, PostgresAddress};

/// A PostgreSQL server that the tests of one process share. It ends with the process, however that
/// ends: whoever holds it sees its standard input close.
pub(super) struct TestServer {
    folder: PathBuf,
    databases: AtomicU32,
    /// Whose standard input stays open as long as this process lives.
    _keeper: Child,
}

static SERVER: OnceLock<Option<TestServer>> = OnceLock::new();

/// What is copied for every test.
const TEMPLATE: &str = "merelle_template";

/// How long a machine with much to do may take to make a server.
const PATIENCE: Duration = Duration::from_secs(120);

/// Makes a server in the folder `$1` with the programs in `$2`, and ends it when nothing can be read any
/// more. It asks nobody for a password and listens at a socket in its folder only. What a power cut
/// would do to it is nobody's concern.
const SCRIPT: &str = r#"
set -eu
"$2/initdb" -D "$1/data" -U merelle --auth=trust --no-sync -E UTF8 --locale=C >"$1/log" 2>&1
"$2/postgres" -D "$1/data" -k "$1" -h '' -c fsync=off -c full_page_writes=off \
    -c max_connections=400 -c shared_buffers=64MB -c deadlock_timeout=200ms \
    </dev/null >>"$1/log" 2>&1 &
server=$!
echo "$server"
cat >/dev/null || true
kill -QUIT "$server" 2>/dev/null || true
wait "$server" || true
rm -rf "$1"
"#;

impl TestServer {
    /// The server of this process, which is started by whoever asks first.
    pub(super) fn of_this_process() -> Option<&'static TestServer> {
        let server = SERVER.get_or_init(|| {
            let programs = programs();
            if programs.is_none() {
                eprintln!(
                    "not checked: PostgreSQL is not installed (Debian: apt-get install postgresql)"
                );
            }
            programs.map(|programs| TestServer::start(&programs))
        });
        server.as_ref()
    }

    fn start(programs: &Path) -> TestServer {
        let folder = std::env::temp_dir().join(format!("merelle-pg-{}", GameId::random()));
        std::fs::create_dir_all(&folder).unwrap();
        // It refuses to be run by root.
        let is_root = rustix::process::geteuid().is_root();
        let mut command = match is_root {
            true => {
                let given = Command::new("chown").arg("postgres:").arg(&folder).status();
                assert!(given.unwrap().success());
                let mut command = Command::new("setpriv");
                command.args([
                    "--reuid=postgres",
                    "--regid=postgres",
                    "--clear-groups",
                    "sh",
                ]);
                command
            }
            false => Command::new("sh"),
        };
        command.arg("-c").arg(SCRIPT).arg("sh").arg(&folder);
        command.arg(programs).current_dir("/");
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut keeper = command.spawn().unwrap();
        let mut said = String::new();
        let output = keeper.stdout.take().unwrap();
        BufReader::new(output).read_line(&mut said).unwrap();
        let server = TestServer {
            folder,
            databases: AtomicU32::new(0),
            _keeper: keeper,
        };
        let log = || std::fs::read_to_string(server.folder.join("log")).unwrap_or_default();
        assert!(!said.is_empty(), "no server: {}", log());
        let (began, address) = (Instant::now(), server.address("postgres"));
        while apart(|| Connection::postgres(&address).is_err()) {
            assert!(began.elapsed() < PATIENCE, "no answer: {}", log());
            std::thread::sleep(Duration::from_millis(50));
        }
        server.make(TEMPLATE, "template0");
        prepare(&Database::Postgres(server.address(TEMPLATE)));
        server
    }

    /// A database of the present form with nothing in it.
    pub(super) fn new_database(&self) -> PostgresAddress {
        self.copy(TEMPLATE)
    }

    /// A database with nothing in it at all.
    pub(super) fn empty_database(&self) -> PostgresAddress {
        self.copy("template0")
    }

    fn copy(&self, template: &str) -> PostgresAddress {
        let number = self.databases.fetch_add(1, Ordering::Relaxed);
        let name = format!("test_{number}");
        self.make(&name, template);
        self.address(&name)
    }

    fn make(&self, name: &str, template: &str) {
        let address = self.address("postgres");
        apart(|| {
            let connection = Connection::postgres(&address).unwrap();
            // A template that another test copies at the moment is waited for.
            connection.execute_batch("SET lock_timeout = 0").unwrap();
            let sql = format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy");
            connection.execute_batch(&sql).unwrap();
        });
    }

    fn address(&self, name: &str) -> PostgresAddress {
        let host = self.folder.to_str().unwrap().replace('/', "%2F");
        format!("postgres://merelle@{host}/{name}").parse().unwrap()
    }
}

/// The folder of the newest `initdb` and `postgres` there is.
fn programs() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let installed = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten();
    let mut versions: Vec<PathBuf> = installed.flatten().map(|entry| entry.path()).collect();
    versions.sort_by_key(|path| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.and_then(|name| name.parse::<u32>().ok())
    });
    let debian = versions.into_iter().rev().map(|path| path.join("bin"));
    let mut folders = debian.chain(std::env::split_paths(&path));
    folders.find(|folder| folder.join("initdb").exists() && folder.join("postgres").exists())
}
