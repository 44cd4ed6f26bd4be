//! Ports of a test's own.

use std::net::TcpStream;
use std::sync::atomic::{AtomicU16, Ordering};

/// A port that nobody listens at, below those that the system lends to clients: what is started again
/// finds its port free, however many connections were opened meanwhile.
///
/// It is found out by knocking. A listener of our own would be with every program that another test starts at
/// the same moment, until that program has begun.
pub(crate) fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let first = 10_000 + (std::process::id() % 9_000) as u16;
    loop {
        let port = first + NEXT.fetch_add(1, Ordering::Relaxed);
        if TcpStream::connect(("127.0.0.1", port)).is_err() {
            return port;
        }
    }
}
