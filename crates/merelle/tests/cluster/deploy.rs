//! What `deploy` has for a site: proxies in front of several nodes, and the unit of a node.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use futures_util::StreamExt;

use crate::node::{Node, Plan};
use crate::ports::free_port;
use crate::program::{PATIENCE, Program, folder};
use crate::web;

const NGINX: &str = include_str!("../../../../deploy/nginx-cluster.conf");
const CADDY: &str = include_str!("../../../../deploy/Caddyfile-cluster");
const UNIT: &str = include_str!("../../../../deploy/merelle@.service");

/// A program of the system's own, if it is installed; it is said when it is not.
fn installed(program: &str) -> Option<Command> {
    let path = std::env::var("PATH").unwrap_or_default();
    let command = || {
        let mut command = Command::new(program);
        command.env("PATH", format!("{path}:/usr/sbin:/usr/local/sbin"));
        command
    };
    if command().arg("-h").output().is_err() {
        println!(
            "not checked: {program} in front of several nodes, Debian: apt-get install {program}"
        );
        return None;
    }
    Some(command())
}

/// The file of a proxy with these nodes instead of its own.
fn with_nodes(text: &str, nodes: [SocketAddr; 3]) -> String {
    let places = ["127.0.0.1:8081", "127.0.0.1:8082", "127.0.0.1:8083"];
    let mut text = text.to_owned();
    for (place, node) in places.into_iter().zip(nodes) {
        assert!(text.contains(place), "{place}");
        text = text.replace(place, &node.to_string());
    }
    text
}

fn nginx(mut command: Command, place: &Path, port: u16, nodes: [SocketAddr; 3]) -> Command {
    let other = free_port();
    let site: String = with_nodes(NGINX, nodes)
        .lines()
        .filter(|line| !line.trim_start().starts_with("ssl_") && !line.contains("listen [::]"))
        .map(|line| format!("{line}\n"))
        .collect();
    let site = site
        .replace("listen 80;", &format!("listen 127.0.0.1:{other};"))
        .replace("listen 443 ssl;", &format!("listen 127.0.0.1:{port};"));
    let parts = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    let parts = parts.map(|part| format!("{part}_temp_path {}/{part};\n", place.display()));
    let whole = format!(
        "daemon off; master_process off; pid {}/nginx.pid; error_log stderr;\nevents {{}}\n\
         http {{ access_log off;\n{}{site}}}\n",
        place.display(),
        parts.concat()
    );
    let file = place.join("nginx.conf");
    fs::write(&file, whole).unwrap();
    command.arg("-c").arg(file).arg("-p").arg(place);
    command
}

fn caddy(mut command: Command, place: &Path, port: u16, nodes: [SocketAddr; 3]) -> Command {
    let here = format!("http://127.0.0.1:{port} {{");
    let site = with_nodes(CADDY, nodes).replace("games.example.org {", &here);
    let file = place.join("Caddyfile");
    fs::write(
        &file,
        format!("{{\n\tadmin off\n\tauto_https off\n}}\n\n{site}"),
    )
    .unwrap();
    command.arg("run").arg("--config").arg(file);
    command.args(["--adapter", "caddyfile"]);
    for variable in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"] {
        command.env(variable, place);
    }
    command
}

/// How a proxy is started: in a folder, at a port, before these nodes.
type Start = fn(Command, &Path, u16, [SocketAddr; 3]) -> Command;

/// Of three nodes two are down: people and their sockets get to the third.
async fn passes_over_dead_nodes(program: &str, start: Start) {
    let Some(command) = installed(program) else {
        return;
    };
    let place = folder("proxy");
    let flags = ["--behind-proxy".to_owned()];
    let node = Node::start(Plan::new(&place.path().join("node"), &flags)).await;
    let here = |port| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let nodes = [here(free_port()), node.address, here(free_port())];
    let port = free_port();
    let command = start(command, place.path(), port, nodes);
    let mut proxy = Program::start(command, &place.path().join("proxy.log"));
    let deadline = Instant::now() + PATIENCE;
    loop {
        let answer = web::ask(here(port), "GET", "/ready", None, None).await;
        if answer.is_ok_and(|answer| answer.status == 200) {
            break;
        }
        assert!(proxy.ended().is_none(), "{}", proxy.said());
        assert!(Instant::now() < deadline, "{}", proxy.said());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    for number in 0..12 {
        let guest = serde_json::json!({"name": format!("Ada{number}")});
        let asked = web::ask(here(port), "POST", "/api/guest", None, Some(&guest));
        let answer = asked.await.unwrap();
        assert!((200..300).contains(&answer.status), "{}", answer.body);
        let (mut socket, _) = tokio_tungstenite::client_async(
            format!("ws://127.0.0.1:{port}/socket"),
            tokio::net::TcpStream::connect(here(port)).await.unwrap(),
        )
        .await
        .unwrap();
        let hello = socket.next().await.unwrap().unwrap();
        assert!(hello.to_text().unwrap().contains("\"hello\""));
    }
    let metrics = web::ask(here(port), "GET", "/metrics", None, None).await;
    assert_eq!(metrics.unwrap().status, 404, "metrics are not for people");
}

#[tokio::test(flavor = "multi_thread")]
async fn nginx_passes_over_nodes_that_are_down() {
    passes_over_dead_nodes("nginx", nginx).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn caddy_passes_over_nodes_that_are_down() {
    passes_over_dead_nodes("caddy", caddy).await;
}

#[test]
fn the_unit_of_a_node_is_as_systemd_wants_it() {
    let Some(mut verify) = installed("systemd-analyze") else {
        return;
    };
    let place = folder("unit");
    let unit = place.path().join("merelle@north.service");
    let program = env!("CARGO_BIN_EXE_merelle");
    fs::write(&unit, UNIT.replace("/usr/local/bin/merelle", program)).unwrap();
    let verified = verify.arg("verify").arg(&unit).output().unwrap();
    let said = String::from_utf8_lossy(&verified.stderr).into_owned();
    assert!(verified.status.success(), "{said}");
    let exposed = Command::new("systemd-analyze")
        .args(["security", "--offline=true", "--threshold=20", "--no-pager"])
        .arg(&unit)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&exposed.stdout).into_owned();
    assert!(exposed.status.success(), "{said}");
}
