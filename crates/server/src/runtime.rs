use std::convert::Infallible;
use std::io;
use std::num::NonZeroUsize;
use std::thread;

use axum::http::{Request, Response};
use futures_util::FutureExt;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::runtime::{Builder, Runtime};

/// Threads per processor. With more of them than processors, what is short need not wait behind what
/// takes a while, and the system shares the processors fairly with whatever else runs there. Tried with
/// all attacks of `merelle load` at once on two processors, two runs of ten seconds each, 99 of 100
/// moves within: 1 thread 229 and 123 ms, 2 threads 73 and 92 ms, 3 threads 70 and 67 ms, 4 threads 42
/// and 50 ms, 6 threads 37 and 46 ms.
const PER_PROCESSOR: usize = 4;

/// Tasks that a thread looks at before it asks what has come in meanwhile. The default, 61, alone or
/// with fewer threads makes no difference that can be told from chance.
const LOOKS: u32 = 8;

/// Threads to run a server on.
///
/// Each of them knows the date from the beginning on: the HTTP library keeps it for every thread, and
/// ends whatever asks for it first while the calendar says a year before 1970. Once it is known, a calendar
/// that is set back only leaves it as it was.
pub fn runtime() -> io::Result<Runtime> {
    let mut builder = Builder::new_multi_thread();
    let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    builder
        .enable_all()
        .worker_threads(processors * PER_PROCESSOR)
        .event_interval(LOOKS)
        .on_thread_start(know_the_date);
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
