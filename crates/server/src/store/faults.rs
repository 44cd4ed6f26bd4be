use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::StoreError;

/// Which calls of a store fail, and how. Tests plan it; a store without a plan never fails by it.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    state: Mutex<State>,
    disk: Disk,
}

/// How the disk of a store behaves at every commit. Tests change it while the store is in use.
#[derive(Clone, Debug, Default)]
pub(crate) struct Disk(Arc<Mutex<Behaviour>>);

#[derive(Clone, Debug, Default)]
struct Behaviour {
    delay: Duration,
    failure: Option<StoreError>,
    commits: u32,
}

impl Disk {
    /// Takes so long for every commit from now on.
    pub(crate) fn delay(&self, delay: Duration) {
        self.0.lock().unwrap().delay = delay;
    }

    /// Fails at every commit from now on, or no more.
    pub(crate) fn fail(&self, failure: Option<StoreError>) {
        self.0.lock().unwrap().failure = failure;
    }

    /// How often something was to be committed.
    pub(crate) fn commits(&self) -> u32 {
        self.0.lock().unwrap().commits
    }

    /// What a commit meets with.
    pub(super) fn commit(&self) -> Result<(), StoreError> {
        let behaviour = {
            let mut behaviour = self.0.lock().unwrap();
            behaviour.commits += 1;
            behaviour.clone()
        };
        std::thread::sleep(behaviour.delay);
        behaviour.failure.map_or(Ok(()), Err)
    }
}

/// A plan and how far it has come.
#[derive(Debug, Default)]
pub(crate) struct State {
    plan: Option<Plan>,
    /// Calls since the plan was made.
    calls: u32,
}

/// So many calls in a row that fail.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// Calls before the first that fails.
    pub(crate) after: u32,
    /// How many fail.
    pub(crate) count: u32,
    pub(crate) fault: Fault,
}

/// How a call fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Nothing is done.
    Refused,
    /// It is done and durable, but the answer is lost.
    AnswerLost,
}

impl Faults {
    /// The disk of this store.
    pub(crate) fn disk(&self) -> Disk {
        self.disk.clone()
    }

    /// Fails by a plan from now on, or no more.
    pub(crate) fn set(&self, plan: Option<Plan>) {
        *self.state.lock().unwrap() = State { plan, calls: 0 };
    }

    /// Does not count and does not fail until it is resumed.
    pub(crate) fn pause(&self) -> State {
        std::mem::take(&mut *self.state.lock().unwrap())
    }

    pub(crate) fn resume(&self, state: State) {
        *self.state.lock().unwrap() = state;
    }

    /// How many calls there were since the plan was made.
    pub(crate) fn calls(&self) -> u32 {
        self.state.lock().unwrap().calls
    }

    /// Does a call, or fails as planned.
    pub(super) async fn pass<T>(
        &self,
        call: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        let failed = |detail: &str| {
            Err(StoreError::Database {
                detail: detail.to_owned(),
            })
        };
        match self.next() {
            None => call.await,
            Some(Fault::Refused) => failed("planned: nothing was done"),
            Some(Fault::AnswerLost) => {
                call.await?;
                failed("planned: the answer was lost")
            }
        }
    }

    fn next(&self) -> Option<Fault> {
        let mut state = self.state.lock().unwrap();
        let call = state.calls;
        state.calls += 1;
        let plan = state.plan?;
        let fails = (plan.after..plan.after + plan.count).contains(&call);
        fails.then_some(plan.fault)
    }
}
