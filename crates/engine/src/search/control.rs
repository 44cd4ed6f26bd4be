use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use super::{Stop, Stopped};

/// What stops the threads of one search.
#[derive(Debug)]
pub(crate) struct Control<'a> {
    stop: &'a Stop,
    /// Set when some thread has the result.
    finished: AtomicBool,
    /// Nodes of all threads, added now and then.
    nodes: AtomicU64,
}

/// Nodes between two looks at the clock: a millisecond at most.
const INTERVAL: u64 = 1 << 11;

impl<'a> Control<'a> {
    pub(crate) fn new(stop: &'a Stop) -> Control<'a> {
        Control {
            stop,
            finished: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
        }
    }

    /// Stops all threads: there is a result.
    pub(crate) fn finish(&self) {
        self.finished.store(true, Ordering::Relaxed);
    }
}

/// The nodes that one thread of a search visits, counted against a limit.
#[derive(Debug)]
pub(crate) struct NodeCounter<'a> {
    control: &'a Control<'a>,
    nodes: u64,
    limit: u64,
}

impl<'a> NodeCounter<'a> {
    pub(crate) fn new(control: &'a Control<'a>, limit: u64) -> NodeCounter<'a> {
        NodeCounter {
            control,
            nodes: 0,
            limit,
        }
    }

    /// Counts a node, unless the limit is reached, and looks at the clock now and then.
    #[inline]
    pub(crate) fn count(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.limit {
            return Err(Stopped);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(INTERVAL) {
            self.look()?;
        }
        Ok(())
    }

    fn look(&self) -> Result<(), Stopped> {
        self.control.nodes.fetch_add(INTERVAL, Ordering::Relaxed);
        if self.control.finished.load(Ordering::Relaxed) || self.control.stop.is_due() {
            return Err(Stopped);
        }
        Ok(())
    }

    /// Nodes of this thread.
    #[inline]
    pub(crate) fn own(&self) -> u64 {
        self.nodes
    }

    /// Nodes of all threads; of the others those they have reported.
    pub(crate) fn total(&self) -> u64 {
        let reported = self.nodes - self.nodes % INTERVAL;
        self.control.nodes.load(Ordering::Relaxed) - reported + self.nodes
    }
}

/// Does the main work while other threads help, so many threads in all.
pub(crate) fn with_helpers<T>(
    threads: usize,
    help: impl Fn() + Sync,
    main: impl FnOnce() -> T,
) -> T {
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(&help);
        }
        main()
    })
}
