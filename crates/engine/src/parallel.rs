use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use crate::{Stop, Stopped};

/// Does independent jobs on so many threads, and hands out each result as soon as it is there. The
/// first error of `done` ends it.
pub(crate) fn work<J: Sync, T: Send, E>(
    jobs: &[J],
    threads: usize,
    job: impl Fn(&J, &Stop) -> Result<T, Stopped> + Sync,
    mut done: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let stop = Stop::never();
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, jobs.len().max(1)) {
            let (sender, next, stop, job) = (sender.clone(), &next, &stop, &job);
            scope.spawn(move || {
                while let Some(one) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    // Stopped, or nobody listens any more.
                    let Ok(result) = job(one, stop) else { return };
                    if sender.send(result).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for result in results {
            if let Err(error) = done(result) {
                stop.now();
                return Err(error);
            }
        }
        Ok(())
    })
}
