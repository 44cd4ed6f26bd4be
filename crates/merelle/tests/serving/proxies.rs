//! The proxies of `deploy`, where they are installed: what people do passes through them, and who they
//! are arrives.

use std::fs;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::{Duration, Instant};

use server::load::Client;

use crate::process::{Folder, Logged};

const NGINX: &str = include_str!("../../../../deploy/nginx.conf");
const CADDY: &str = include_str!("../../../../deploy/Caddyfile");

/// A proxy that runs, ended when it is dropped.
struct Proxy(Child);

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Whether a program is installed; it is said when it is not.
fn is_installed(program: &str) -> bool {
    let tried = Command::new(program)
        .arg(if program == "nginx" { "-v" } else { "version" })
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    let installed = tried.is_ok();
    if !installed {
        eprintln!("{program} is not installed: its file in deploy is not tried");
    }
    installed
}

/// A port that nobody listens at, below those that the system lends to clients: other tests open
/// thousands of connections meanwhile, and would take it before the proxy does.
fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let first = 20_000 + (std::process::id() % 10_000) as u16;
    loop {
        let port = first + NEXT.fetch_add(1, Ordering::Relaxed);
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

/// Starts a proxy and waits until it is there.
fn begin(mut command: Command, port: u16, folder: &Path) -> (Proxy, SocketAddr) {
    let log = folder.join("proxy.log");
    let said = || fs::read_to_string(&log).unwrap();
    command.stdout(Stdio::null());
    command.stderr(fs::File::create(&log).unwrap());
    let mut proxy = Proxy(command.spawn().unwrap());
    let address = SocketAddr::from(([127, 0, 0, 1], port));
    let began = Instant::now();
    while TcpStream::connect(address).is_err() {
        let ended = proxy.0.try_wait().unwrap();
        assert_eq!(ended, None, "the proxy does not begin: {}", said());
        let late = began.elapsed() > Duration::from_secs(60);
        assert!(!late, "the proxy is not there: {}", said());
        std::thread::sleep(Duration::from_millis(50));
    }
    (proxy, address)
}

/// The site of `deploy/nginx.conf` without certificates, on ports of a test's own.
fn nginx(folder: &Path, server: SocketAddr) -> (Proxy, SocketAddr) {
    let (port, other) = (free_port(), free_port());
    let site: String = NGINX
        .lines()
        .filter(|line| !line.trim_start().starts_with("ssl_") && !line.contains("listen [::]"))
        .map(|line| format!("{line}\n"))
        .collect();
    let site = site
        .replace("listen 80;", &format!("listen 127.0.0.1:{other};"))
        .replace("listen 443 ssl;", &format!("listen 127.0.0.1:{port};"))
        .replace("127.0.0.1:8080", &server.to_string());
    let place = folder.display();
    let whole = format!(
        "daemon off; master_process off; pid {place}/nginx.pid; error_log stderr;\n\
         events {{}}\nhttp {{ access_log off; client_body_temp_path {place}/body; \
         proxy_temp_path {place}/proxy; fastcgi_temp_path {place}/fastcgi; \
         uwsgi_temp_path {place}/uwsgi; scgi_temp_path {place}/scgi;\n{site}}}\n"
    );
    let file = folder.join("nginx.conf");
    fs::write(&file, whole).unwrap();
    let nginx = |test: bool| {
        let mut command = Command::new("nginx");
        command.arg("-c").arg(&file).arg("-p").arg(folder);
        if test {
            command.arg("-t");
        }
        command
    };
    let tested = nginx(true).output().unwrap();
    let said = String::from_utf8_lossy(&tested.stderr).into_owned();
    assert!(tested.status.success(), "{said}");
    assert!(!said.contains("[warn]") || said.contains("user"), "{said}");
    begin(nginx(false), port, folder)
}

/// The site of `deploy/Caddyfile` without certificates, on a port of a test's own.
fn caddy(folder: &Path, server: SocketAddr) -> (Proxy, SocketAddr) {
    let port = free_port();
    let site = CADDY
        .replace(
            "games.example.org {",
            &format!("http://127.0.0.1:{port} {{"),
        )
        .replace("127.0.0.1:8080", &server.to_string());
    let whole = format!("{{\n\tadmin off\n\tauto_https off\n}}\n\n{site}");
    let file = folder.join("Caddyfile");
    fs::write(&file, whole).unwrap();
    let caddy = |what: &str| {
        let mut command = Command::new("caddy");
        command.arg(what).arg("--config").arg(&file);
        command.args(["--adapter", "caddyfile"]);
        for variable in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"] {
            command.env(variable, folder);
        }
        command
    };
    let tested = caddy("validate").output().unwrap();
    let said = String::from_utf8_lossy(&tested.stderr).into_owned();
    assert!(tested.status.success(), "{said}");
    begin(caddy("run"), port, folder)
}

/// What a request is answered, byte for byte.
fn ask(address: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    // The site of a proxy has a name.
    let request = request.replace("Host: a\r\n", &format!("Host: {address}\r\n"));
    stream.write_all(request.as_bytes()).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(10)))
        .unwrap();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

async fn try_proxy(program: &str, start: fn(&Path, SocketAddr) -> (Proxy, SocketAddr)) {
    if !is_installed(program) {
        return;
    }
    let (folder, place) = (Folder::new(), Folder::new());
    fs::create_dir_all(place.path()).unwrap();
    let flags = [
        "--behind-proxy",
        "--addresses",
        "full",
        "--log",
        "json",
        "--metrics",
        "off",
    ];
    let logged = Logged::start(folder.path(), &flags);
    let (proxy, address) = start(place.path(), logged.server.address);
    // People and their sockets pass.
    let mut ada = Client::guest(address, "Ada").await.unwrap();
    ada.connect().await.unwrap();
    let hello = ada.hear().await.unwrap();
    assert!(hello.as_str().contains("\"hello\""), "{hello:?}");
    ada.say_raw("{\"type\": \"ping\"}".to_owned())
        .await
        .unwrap();
    assert!(ada.hear().await.unwrap().as_str().contains("pong"));
    // A client that says to be somebody else is not believed.
    let evil = "POST /api/guest HTTP/1.1\r\nHost: a\r\nOrigin: http://evil.example\r\n\
                X-Forwarded-For: 6.6.6.6\r\nForwarded: for=6.6.6.6\r\nContent-Length: 2\r\n\
                Connection: close\r\n\r\n{}";
    let answer = ask(address, evil);
    assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
    // Metrics are not for people, and large bodies not for anybody.
    let metrics = "GET /metrics HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    assert!(ask(address, metrics).starts_with("HTTP/1.1 404"));
    let large = format!(
        "POST /api/record HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n\
         Content-Length: 200000\r\nConnection: close\r\n\r\n{}",
        "x".repeat(200_000)
    );
    let answer = ask(address, &large);
    // Caddy 2.6 calls it a bad gateway.
    assert!(!answer.starts_with("HTTP/1.1 2"), "{answer}");
    drop(proxy);
    let log = logged.end();
    let line = log
        .lines()
        .find(|line| line.contains("\"other-site\""))
        .unwrap();
    assert!(line.contains("\"address\":\"127.0.0.1\""), "{line}");
    assert!(!log.contains("6.6.6.6"), "{log}");
    assert!(!log.contains("untrusted-proxy"), "{log}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nginx_passes_people_and_their_addresses() {
    try_proxy("nginx", nginx).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn caddy_passes_people_and_their_addresses() {
    try_proxy("caddy", caddy).await;
}

#[test]
fn the_service_is_as_systemd_wants_it() {
    let found = Command::new("systemd-analyze").arg("--version").output();
    if found.is_err() {
        eprintln!("systemd is not installed: its files in deploy are not tried");
        return;
    }
    let place = Folder::new();
    fs::create_dir_all(place.path()).unwrap();
    let deploy = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy");
    let mut units = Vec::new();
    for name in [
        "merelle.service",
        "merelle-backup.service",
        "merelle-backup.timer",
    ] {
        let text = fs::read_to_string(deploy.join(name)).unwrap();
        let program = env!("CARGO_BIN_EXE_merelle");
        let unit = place.path().join(name);
        fs::write(&unit, text.replace("/usr/local/bin/merelle", program)).unwrap();
        units.push(unit);
    }
    let verified = Command::new("systemd-analyze")
        .arg("verify")
        .args(&units)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&verified.stderr).into_owned();
    assert!(verified.status.success(), "{said}");
    for unit in &units[..2] {
        let exposed = Command::new("systemd-analyze")
            .args(["security", "--offline=true", "--threshold=20", "--no-pager"])
            .arg(unit)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&exposed.stdout).into_owned();
        assert!(exposed.status.success(), "{said}");
    }
}
