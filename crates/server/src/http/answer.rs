use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use axum::Error;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::body::{Frame, SizeHint};

use super::app::App;
use super::guard::work;
use super::visitor::Address;
use crate::flight::{Aboard, Account};
use crate::owner::Network;
use crate::refused::Refused;

/// Bytes that are as much work as a plain request, to make and to send.
const A_REQUEST: u64 = 32 * 1024;

/// Counts the bytes of answers from when they are made until they are read, and refuses to make
/// more while too many are not. What costs nothing is not counted: it lies in memory once for all.
pub(super) async fn count(
    State(app): State<Arc<App>>,
    Address(address): Address,
    request: Request,
    next: Next,
) -> Response {
    if work(request.uri().path()) == 0 {
        return next.run(request).await;
    }
    let network = Network::of(address);
    let account = app.flight.account(network);
    if let Err(soon) = account.check() {
        return Refused::from(soon).into_response();
    }
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let answer = next.run(request).await;
    let bytes = answer.body().size_hint().exact().unwrap_or(0);
    app.limits.charge(network, (bytes / A_REQUEST) as f64);
    // Others may have had theirs made meanwhile. What was changed is answered all the same.
    match account.check() {
        Err(soon) if reads => Refused::from(soon).into_response(),
        Err(_) | Ok(()) => answer.map(|whole| Body::new(Counted { whole, account })),
    }
}

/// An answer whose parts count until they are sent.
struct Counted {
    whole: Body,
    account: Account,
}

/// A part of an answer on its way.
struct Part {
    bytes: Bytes,
    _aboard: Aboard,
}

impl AsRef<[u8]> for Part {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl HttpBody for Counted {
    type Data = Bytes;
    type Error = Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Error>>> {
        let frame = ready!(Pin::new(&mut self.whole).poll_frame(cx));
        let account = &self.account;
        let counted = |bytes: Bytes| {
            let aboard = account.board(bytes.len());
            Bytes::from_owner(Part {
                bytes,
                _aboard: aboard,
            })
        };
        Poll::Ready(frame.map(|frame| frame.map(|frame| frame.map_data(counted))))
    }

    fn is_end_stream(&self) -> bool {
        self.whole.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.whole.size_hint()
    }
}
