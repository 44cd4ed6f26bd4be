use std::future::Future as _;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep_until};

/// Bytes a second that a client has to read while something waits for it, in the long run: fewer
/// than the slowest telephone line brings, and more than one who holds answers on purpose wants to
/// read.
const SLOWEST: f64 = 2048.0;

/// A connection's bytes. What is written has to be read: a client that takes nothing for a while, or
/// less than the slowest line would, loses the connection, and what was meant for it is let go.
/// What is read has to become messages, where it is a socket.
#[derive(Debug)]
pub(crate) struct Wire {
    stream: TcpStream,
    /// How long a client may take nothing.
    most: Duration,
    /// How long it may yet be waited for the client: used up by waiting, earned by what is taken.
    patience: Duration,
    /// Since when what is to be written waits, and until when it may.
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
    notes: Notes,
}

/// What a wire and the one who talks over it tell each other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notes(Arc<Noted>);

#[derive(Debug, Default)]
struct Noted {
    /// Whether messages are to come of what is read.
    is_socket: AtomicBool,
    /// Bytes of which no message has come yet.
    unclaimed: AtomicUsize,
}

/// Bytes of which no message comes before a socket is given up: the longest message twice over, and
/// what is read ahead. Empty fragments, of which none ever comes, cost time all the same.
const UNCLAIMED: usize = 40 * 1024;

/// Bytes around those of a message: its frame, and a few fragments of it.
const AROUND: usize = 64;

impl Notes {
    /// Messages are to come of what is read from now on.
    pub(crate) fn expect_messages(&self) {
        self.0.is_socket.store(true, Ordering::Relaxed);
    }

    /// A message of so many bytes has come.
    pub(crate) fn claim(&self, bytes: usize) {
        let claimed = |unclaimed: usize| Some(unclaimed.saturating_sub(bytes + AROUND));
        let relaxed = Ordering::Relaxed;
        // It always has something to say.
        let _ = self.0.unclaimed.fetch_update(relaxed, relaxed, claimed);
    }

    /// Whether more was read than messages come of.
    pub(crate) fn is_flooded(&self) -> bool {
        self.0.unclaimed.load(Ordering::Relaxed) > UNCLAIMED
    }

    fn read(&self, bytes: usize) {
        if self.0.is_socket.load(Ordering::Relaxed) {
            self.0.unclaimed.fetch_add(bytes, Ordering::Relaxed);
        }
    }
}

impl Wire {
    /// One over which a client is waited for so long.
    pub(crate) fn new(stream: TcpStream, patience: Duration) -> Wire {
        Wire {
            stream,
            most: patience,
            patience,
            waiting: None,
            notes: Notes::default(),
        }
    }

    pub(crate) fn notes(&self) -> Notes {
        self.notes.clone()
    }

    /// So much was taken, or nothing yet.
    fn written(
        &mut self,
        cx: &mut Context<'_>,
        result: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        match result {
            Poll::Ready(Ok(taken)) => {
                let waited = self.waiting.take().map(|(since, _)| since.elapsed());
                let left = self.patience.saturating_sub(waited.unwrap_or_default());
                let earned = Duration::from_secs_f64(taken as f64 / SLOWEST);
                self.patience = (left + earned).min(self.most);
                Poll::Ready(Ok(taken))
            }
            Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
            Poll::Pending => {
                let patience = self.patience;
                let (_, end) = self.waiting.get_or_insert_with(|| {
                    let now = Instant::now();
                    (now, Box::pin(sleep_until(now + patience)))
                });
                ready!(end.as_mut().poll(cx));
                // What the system still holds for the client goes as well; where it cannot be told
                // to, it does so by itself in a while.
                let _ = self.stream.set_zero_linger();
                let unread = "the client does not read";
                Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, unread)))
            }
        }
    }
}

impl AsyncRead for Wire {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, buffer))?;
        self.notes.read(buffer.filled().len() - before);
        if self.notes.is_flooded() {
            let flood = "no message comes of what is read";
            return Poll::Ready(Err(io::Error::new(io::ErrorKind::InvalidData, flood)));
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Wire {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.written(cx, result)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.written(cx, result)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    const PATIENCE: Duration = Duration::from_millis(500);

    async fn pair() -> (Wire, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (client, accepted) = tokio::join!(TcpStream::connect(address), listener.accept());
        let wire = Wire::new(accepted.unwrap().0, PATIENCE);
        (wire, client.unwrap())
    }

    /// Writes until there is an end; after how long that was.
    async fn write_on(mut wire: Wire) -> (Duration, io::Error) {
        let began = Instant::now();
        loop {
            if let Err(error) = wire.write_all(&[0; 16 * 1024]).await {
                return (began.elapsed(), error);
            }
        }
    }

    #[tokio::test]
    async fn who_reads_nothing_is_given_up() {
        let (wire, client) = pair().await;
        let (time, error) = write_on(wire).await;
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert!((PATIENCE..8 * PATIENCE).contains(&time), "{time:?}");
        drop(client);
    }

    /// A few bytes now and then are not enough.
    #[tokio::test]
    async fn who_reads_too_slowly_is_given_up() {
        let (wire, mut client) = pair().await;
        let reading = tokio::spawn(async move {
            let mut buffer = [0; 1024];
            while client.read(&mut buffer).await.is_ok_and(|read| read > 0) {
                tokio::time::sleep(PATIENCE / 5).await;
            }
        });
        let (_, error) = write_on(wire).await;
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        reading.abort();
    }

    #[tokio::test]
    async fn who_reads_is_served() {
        let (mut wire, mut client) = pair().await;
        let writing = tokio::spawn(async move {
            let done = wire.write_all(&vec![1; 4 << 20]).await;
            (done, wire.patience)
        });
        let mut read = vec![0; 4 << 20];
        client.read_exact(&mut read).await.unwrap();
        let (done, patience) = writing.await.unwrap();
        done.unwrap();
        assert!(patience > PATIENCE / 2, "{patience:?}");
    }
}
