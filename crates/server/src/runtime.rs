use std::convert::Infallible;
use std::io;

use axum::http::{Request, Response};
use futures_util::FutureExt;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::runtime::{Builder, Runtime};

/// Threads to run a server on, as many as there are processors.
///
/// Each of them knows the date from the beginning on: the HTTP library keeps it for every thread, and
/// ends whatever asks for it first while the calendar says a year before 1970. Once it is known, a calendar
/// that is set back only leaves it as it was.
pub fn runtime() -> io::Result<Runtime> {
    let mut builder = Builder::new_multi_thread();
    builder.enable_all().on_thread_start(know_the_date);
    builder.build()
}

/// Serves a connection that is over at once, by which the library looks at the date.
fn know_the_date() {
    if !crate::uptime::is_plausible() {
        // The server does not start then, and says why.
        return;
    }
    let nobody = TokioIo::new(tokio::io::empty());
    let silence = service_fn(|_: Request<Incoming>| async {
        Ok::<_, Infallible>(Response::new(String::new()))
    });
    let served = http1::Builder::new().serve_connection(nobody, silence);
    // It has nothing to say, and nobody to say it to.
    let _ = served.now_or_never();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_runtime_serves_connections() {
        let runtime = runtime().unwrap();
        let answer = runtime.block_on(async { tokio::spawn(async { 7 }).await });
        assert_eq!(answer.unwrap(), 7);
        // A connection without anything on it is over the first time it is looked at.
        let nobody = TokioIo::new(tokio::io::empty());
        let silence = service_fn(|_: Request<Incoming>| async {
            Ok::<_, Infallible>(Response::new(String::new()))
        });
        let served = http1::Builder::new().serve_connection(nobody, silence);
        assert!(served.now_or_never().is_some());
    }
}
