//! A cable between a node and something it needs: what passes can be held up without a word, broken off,
//! delayed, and plugged into something else.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::ports::free_port;

/// How a cable is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Condition {
    /// What comes in at one end goes out at the other.
    Whole,
    /// Nothing passes and nothing is closed, as when a switch has died: nobody is told.
    Silent,
    /// All connections are closed, and new ones are too.
    Broken,
    /// All that passes takes so much longer.
    Slow(Duration),
}

/// Where a cable leads, and how it is.
#[derive(Clone, Copy, Debug)]
struct State {
    condition: Condition,
    to: SocketAddr,
}

/// A cable, pulled out when it is dropped.
pub(crate) struct Cable {
    /// Where to connect instead.
    pub(crate) port: u16,
    state: watch::Sender<State>,
    listening: JoinHandle<()>,
}

impl Cable {
    /// A cable to a port of this machine.
    pub(crate) async fn to(port: u16) -> Cable {
        let to = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let (state, seen) = watch::channel(State {
            condition: Condition::Whole,
            to,
        });
        let port = free_port();
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
            .await
            .unwrap();
        let listening = tokio::spawn(listen(listener, seen));
        Cable {
            port,
            state,
            listening,
        }
    }

    pub(crate) fn set(&self, condition: Condition) {
        self.state.send_modify(|state| state.condition = condition);
    }

    /// Plugs it in elsewhere: connections that there are break off.
    pub(crate) fn plug_into(&self, port: u16) {
        self.set(Condition::Broken);
        self.state.send_modify(|state| {
            state.to.set_port(port);
            state.condition = Condition::Whole;
        });
    }
}

impl Drop for Cable {
    fn drop(&mut self) {
        self.set(Condition::Broken);
        self.listening.abort();
    }
}

async fn listen(listener: TcpListener, state: watch::Receiver<State>) {
    while let Ok((near, _)) = listener.accept().await {
        let state = state.clone();
        tokio::spawn(async move {
            // Whatever ends it, both ends see a connection that is closed.
            let _ = carry(near, state).await;
        });
    }
}

/// Carries one connection until an end closes it or the cable breaks.
async fn carry(near: TcpStream, mut state: watch::Receiver<State>) -> std::io::Result<()> {
    let State { condition, to } = passable(&mut state).await;
    if condition == Condition::Broken {
        return Ok(());
    }
    let far = TcpStream::connect(to).await?;
    near.set_nodelay(true)?;
    far.set_nodelay(true)?;
    let broken = broken(state.clone(), to);
    let (near, far) = (near.into_split(), far.into_split());
    tokio::select! {
        () = broken => {}
        _ = pump(near.0, far.1, state.clone()) => {}
        _ = pump(far.0, near.1, state.clone()) => {}
    }
    Ok(())
}

/// Waits until something may pass, or nothing ever will.
async fn passable(state: &mut watch::Receiver<State>) -> State {
    let found = state.wait_for(|state| state.condition != Condition::Silent);
    let found = found.await.map(|state| *state).ok();
    match found {
        Some(state) => state,
        None => std::future::pending().await,
    }
}

/// Until the cable is broken or leads elsewhere.
async fn broken(mut state: watch::Receiver<State>, to: SocketAddr) {
    let gone = |state: &State| state.condition == Condition::Broken || state.to != to;
    // Without a cable there is nothing to be carried either.
    let _ = state.wait_for(gone).await;
}

async fn pump(
    mut from: tokio::net::tcp::OwnedReadHalf,
    mut to: tokio::net::tcp::OwnedWriteHalf,
    mut state: watch::Receiver<State>,
) -> std::io::Result<()> {
    let mut bytes = vec![0; 16 * 1024];
    loop {
        let count = from.read(&mut bytes).await?;
        // An end is news as well: a silent cable does not tell that it was closed.
        if let Condition::Slow(delay) = passable(&mut state).await.condition {
            tokio::time::sleep(delay).await;
        }
        if count == 0 {
            return Ok(());
        }
        to.write_all(&bytes[..count]).await?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(30);

    /// Something that says everything back.
    async fn echo() -> u16 {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                tokio::spawn(async move {
                    let (mut from, mut to) = stream.split();
                    let _ = tokio::io::copy(&mut from, &mut to).await;
                });
            }
        });
        port
    }

    async fn connect(cable: &Cable) -> TcpStream {
        let near = TcpStream::connect((Ipv4Addr::LOCALHOST, cable.port));
        near.await.unwrap()
    }

    async fn heard(stream: &mut TcpStream) -> std::io::Result<u8> {
        tokio::time::timeout(LONG, stream.read_u8()).await.unwrap()
    }

    #[tokio::test]
    async fn a_whole_cable_carries_and_a_slow_one_too() {
        let cable = Cable::to(echo().await).await;
        let mut near = connect(&cable).await;
        near.write_u8(7).await.unwrap();
        assert_eq!(heard(&mut near).await.unwrap(), 7);
        cable.set(Condition::Slow(Duration::from_millis(20)));
        near.write_u8(8).await.unwrap();
        assert_eq!(heard(&mut near).await.unwrap(), 8);
    }

    #[tokio::test]
    async fn a_silent_cable_holds_what_was_said_until_it_is_whole() {
        let cable = Cable::to(echo().await).await;
        let mut near = connect(&cable).await;
        near.write_u8(1).await.unwrap();
        assert_eq!(heard(&mut near).await.unwrap(), 1);
        cable.set(Condition::Silent);
        near.write_u8(2).await.unwrap();
        let mut late = connect(&cable).await;
        late.write_u8(3).await.unwrap();
        let silence = tokio::time::timeout(Duration::from_millis(200), near.read_u8());
        assert!(silence.await.is_err(), "nothing passes, nothing is closed");
        cable.set(Condition::Whole);
        assert_eq!(heard(&mut near).await.unwrap(), 2);
        assert_eq!(heard(&mut late).await.unwrap(), 3);
    }

    #[tokio::test]
    async fn a_broken_cable_closes_what_there_is_and_what_comes() {
        let cable = Cable::to(echo().await).await;
        let mut near = connect(&cable).await;
        near.write_u8(1).await.unwrap();
        assert_eq!(heard(&mut near).await.unwrap(), 1);
        cable.set(Condition::Broken);
        assert!(heard(&mut near).await.is_err());
        let mut late = connect(&cable).await;
        assert!(heard(&mut late).await.is_err());
    }

    #[tokio::test]
    async fn a_cable_that_is_plugged_in_elsewhere_leads_there() {
        let (one, other) = (echo().await, echo().await);
        let cable = Cable::to(one).await;
        let mut near = connect(&cable).await;
        near.write_u8(1).await.unwrap();
        assert_eq!(heard(&mut near).await.unwrap(), 1);
        cable.plug_into(other);
        assert!(heard(&mut near).await.is_err());
        let mut near = connect(&cable).await;
        near.write_u8(2).await.unwrap();
        assert_eq!(heard(&mut near).await.unwrap(), 2);
    }
}
