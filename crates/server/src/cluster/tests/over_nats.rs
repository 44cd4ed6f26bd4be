use std::net::{Ipv4Addr, TcpListener};
use std::process::{Child, Command as Process, Stdio};

use super::*;
use crate::cluster::NatsAddress;

/// A server of NATS of a test's own.
struct NatsServer {
    process: Child,
    port: u16,
}

impl NatsServer {
    /// Nothing where it is not installed.
    fn start(port: u16) -> Option<NatsServer> {
        let programs = ["nats-server", "/usr/sbin/nats-server"];
        let port_text = port.to_string();
        let process = programs.iter().find_map(|program| {
            Process::new(program)
                .args(["--addr", "127.0.0.1", "--port", &port_text])
                .args(["--user", "ada", "--pass", "lovelace"])
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .ok()
        })?;
        Some(NatsServer { process, port })
    }

    fn stop(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    listener.local_addr().unwrap().port()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_nodes_play_over_nats_and_go_on_after_it_was_gone() {
    let Some(mut nats) = NatsServer::start(free_port()) else {
        println!(
            "not checked: nodes over NATS need nats-server (Debian: apt-get install nats-server)"
        );
        return;
    };
    let address = format!("nats://ada:lovelace@127.0.0.1:{}", nats.port);
    let address: NatsAddress = address.parse().unwrap();
    let mut site = TestSite {
        nodes: Vec::new(),
        board: Switchboard::default(),
        folder: TestFolder::new(),
    };
    for name in ["a", "b"] {
        let metrics = Arc::new(Metrics::default());
        let group = "games".parse().unwrap();
        let node = name.parse().unwrap();
        let wire = Wire::to_nats(&address, &group, node, Arc::clone(&metrics));
        let wire = wire.await.unwrap();
        site.nodes
            .push(Node::start(&site.folder, name, metrics, wire).await);
    }
    for node in &site.nodes {
        until("nodes hear each other", || node.hub.neighbours.count() == 1).await;
    }
    let (ada, bo) = (site.guest("Ada").await, site.guest("Bo").await);
    let game = site.game(0, "mijnlieff", [&ada, &bo]).await;
    let mut players = [
        Follower::new(site.hub(0), Some(&ada), game).await,
        Follower::new(site.hub(1), Some(&bo), game).await,
    ];
    for one in &mut players {
        one.sees("the game", |it| it.status == Status::Live).await;
    }
    play(&mut players, 4).await;
    nats.stop();
    until("the wire is cut", || {
        site.hub(1).neighbours.cable() == Cable::Cut
    })
    .await;
    let _again = NatsServer::start(nats.port).unwrap();
    until("the wire is whole", || {
        site.hub(1).neighbours.cable() == Cable::Whole
    })
    .await;
    play(&mut players, 1000).await;
    assert_eq!(players[0].status, Status::Over);
    assert_eq!(players[0].position, players[1].position);
}
