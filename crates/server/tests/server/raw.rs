//! Clients that keep to no rules, written with nothing but bytes.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{Instant, timeout};

/// A connection that does as it is told.
pub(crate) struct Raw {
    stream: TcpStream,
}

/// What is behind a connection.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Behind {
    /// The server has closed it.
    Closed,
    /// The server waits.
    Open,
}

/// Kinds of frames of a socket.
#[derive(Clone, Copy)]
pub(crate) enum Opcode {
    Continuation = 0,
    Text = 1,
    Ping = 9,
    Pong = 10,
}

impl Raw {
    pub(crate) async fn connect(server: SocketAddr) -> Raw {
        Raw::from([127, 0, 0, 1], server).await
    }

    /// From an address of its own, with little room for what it does not read.
    pub(crate) async fn from(own: [u8; 4], server: SocketAddr) -> Raw {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4096).unwrap();
        socket
            .bind(SocketAddr::from((Ipv4Addr::from(own), 0)))
            .unwrap();
        Raw {
            stream: socket.connect(server).await.unwrap(),
        }
    }

    /// Sends bytes; where the server takes no more it is not waited for.
    pub(crate) async fn send(&mut self, bytes: &[u8]) -> Behind {
        match timeout(Duration::from_millis(200), self.stream.write_all(bytes)).await {
            Ok(Err(_)) => Behind::Closed,
            Ok(Ok(())) | Err(_) => Behind::Open,
        }
    }

    /// Asks for something so many times without reading an answer.
    pub(crate) async fn ask(&mut self, path: &str, times: usize) {
        let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n");
        self.send(request.repeat(times).as_bytes()).await;
    }

    /// Becomes a socket.
    pub(crate) async fn upgrade(&mut self) {
        let request = "GET /socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n\
            Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
            Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
        self.send(request.as_bytes()).await;
        let answer = self.read(12).await;
        assert!(answer.starts_with(b"HTTP/1.1 101"), "{answer:?}");
    }

    /// At least so many bytes.
    async fn read(&mut self, least: usize) -> Vec<u8> {
        let mut read = Vec::new();
        let reading = async {
            while read.len() < least {
                if self.stream.read_buf(&mut read).await.unwrap() == 0 {
                    return;
                }
            }
        };
        timeout(Duration::from_secs(10), reading).await.unwrap();
        read
    }

    /// The head of an answer and what has come with it.
    pub(crate) async fn answer(&mut self) -> String {
        let mut read = Vec::new();
        loop {
            read.extend(self.read(1).await);
            let text = String::from_utf8_lossy(&read);
            if text.contains("\r\n\r\n") {
                return text.into_owned();
            }
        }
    }

    /// Reads so many bytes at most, if there are any.
    pub(crate) async fn read_some(&mut self, most: usize) {
        let mut bytes = vec![0; most];
        let _ = timeout(Duration::from_millis(10), self.stream.read(&mut bytes)).await;
    }

    /// Reads all that is left, and sees whether an end comes within this time.
    pub(crate) async fn end(&mut self, time: Duration) -> (Behind, Vec<u8>) {
        let until = Instant::now() + time;
        let mut read = Vec::new();
        loop {
            let reading = self.stream.read_buf(&mut read);
            match tokio::time::timeout_at(until, reading).await {
                Err(_) => return (Behind::Open, read),
                Ok(Ok(0) | Err(_)) => return (Behind::Closed, read),
                Ok(Ok(_)) => {}
            }
        }
    }
}

/// A masked frame; `last` is whether the message ends with it.
pub(crate) fn frame(opcode: Opcode, last: bool, content: &[u8]) -> Vec<u8> {
    assert!(content.len() < 126);
    let mut frame = vec![
        opcode as u8 | u8::from(last) << 7,
        0x80 | content.len() as u8,
    ];
    // A mask of zeros leaves the content as it is.
    frame.extend([0; 4]);
    frame.extend(content);
    frame
}
