use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};

use axum::Error;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use hyper::body::{Frame, SizeHint};

/// Whether all that somebody sent was read. Where it was not, the connection ends with the answer, and the
/// answer says so: who sends the next request over it would lose that.
pub(super) struct Unread(Option<Arc<AtomicBool>>);

impl Unread {
    /// A request whose body is watched, if it has one.
    pub(super) fn watch(request: Request) -> (Request, Unread) {
        if request.body().is_end_stream() {
            return (request, Unread(None));
        }
        let read = Arc::new(AtomicBool::new(false));
        let unread = Unread(Some(Arc::clone(&read)));
        let request = request.map(|whole| Body::new(Watched { whole, read }));
        (request, unread)
    }

    /// Has an answer say whether the connection goes on.
    pub(super) fn tell(&self, answer: &mut Response) {
        let is_read = |read: &Arc<AtomicBool>| read.load(Ordering::Relaxed);
        if !self.0.as_ref().is_none_or(is_read) {
            let close = HeaderValue::from_static("close");
            answer.headers_mut().insert(header::CONNECTION, close);
        }
    }
}

struct Watched {
    whole: Body,
    read: Arc<AtomicBool>,
}

impl HttpBody for Watched {
    type Data = Bytes;
    type Error = Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Error>>> {
        let frame = ready!(Pin::new(&mut self.whole).poll_frame(cx));
        if frame.is_none() || self.whole.is_end_stream() {
            self.read.store(true, Ordering::Relaxed);
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.whole.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.whole.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn connection_of(sent: &str, reads: bool) -> Option<String> {
        let request = Request::new(Body::from(sent.to_owned()));
        let (request, unread) = Unread::watch(request);
        if reads {
            let body = axum::body::to_bytes(request.into_body(), 100).await;
            assert_eq!(body.unwrap(), sent);
        }
        let mut answer = Response::new(Body::empty());
        unread.tell(&mut answer);
        let told = answer.headers().get(header::CONNECTION);
        told.map(|told| told.to_str().unwrap().to_owned())
    }

    #[tokio::test]
    async fn a_connection_ends_where_something_was_not_read() {
        assert_eq!(connection_of("{}", false).await.as_deref(), Some("close"));
        assert_eq!(connection_of("{}", true).await, None);
        assert_eq!(connection_of("", false).await, None);
    }
}
