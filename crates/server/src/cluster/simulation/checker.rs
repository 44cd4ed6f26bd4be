use super::database::{Entry, Grant};
use crate::cluster::{Epoch, Holder};

/// What must never be, seen from outside: it knows what was granted, written, acknowledged and
/// broken, and none of the rule's own reasons.
pub(super) struct Checker {
    games: Vec<Watched>,
    /// What went wrong first.
    pub(super) violation: Option<String>,
    /// Writes under an epoch that was over, all of which were refused.
    pub(super) refused: u64,
    pub(super) acknowledged: u64,
}

#[derive(Clone, Debug)]
struct Watched {
    /// The last process that was given the game.
    speaker: Option<(Holder, Epoch)>,
    last: Option<Written>,
    /// Since when somebody can move, or since when nobody can.
    since: u64,
    available: bool,
    kind: Outage,
    /// How long somebody could move in all, and how often that ended.
    could_move: u64,
    faults: u64,
    /// How often its time had gone by the site's uptime when somebody took it up.
    by_site: u64,
    committed: u64,
}

/// An entry, and what had happened to its game when it was sent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Written {
    entry: Entry,
    stamp: Stamp,
}

/// How long somebody could move in a game so far, and how many faults it has met.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stamp {
    could_move: u64,
    faults: u64,
    /// Those of them that were over.
    over: u64,
    by_site: u64,
}

/// Why nobody can move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outage {
    /// The node that spoke was killed.
    Kill,
    /// Anything else: nobody tells the others.
    Silent,
}

impl Outage {
    /// Until when games have to go on, in milliseconds.
    const fn limit(self) -> u64 {
        match self {
            Outage::Kill => 5000,
            Outage::Silent => 10_000,
        }
    }
}

/// What a clock may be charged by a fault, in milliseconds, and by messages on their way.
const PER_FAULT: u64 = 1000;
const ON_THE_WAY: u64 = 200;

/// By how much the site's uptime may go ahead at once: that of the node which is ahead of all others
/// runs for a second of silence and a beat. Only clocks of days go by it.
const SITE_STEP: u64 = 1400;

impl Checker {
    pub(super) fn new(games: usize) -> Checker {
        let watched = Watched {
            speaker: None,
            last: None,
            since: 0,
            available: true,
            kind: Outage::Silent,
            could_move: 0,
            faults: 0,
            by_site: 0,
            committed: 0,
        };
        Checker {
            games: vec![watched; games],
            violation: None,
            refused: 0,
            acknowledged: 0,
        }
    }

    fn fail(&mut self, now: u64, game: usize, what: String) {
        let found = format!("at {now} ms, game {game}: {what}");
        self.violation.get_or_insert(found);
    }

    pub(super) fn granted(&mut self, now: u64, game: usize, grant: &Grant) {
        if grant.taken_from_living {
            let what = format!("{:?} took it from a node that lives", grant.holder);
            self.fail(now, game, what);
        }
        let before = self.games[game].speaker.as_ref();
        if let Some((_, epoch)) = before.filter(|(_, epoch)| grant.epoch <= *epoch) {
            let what = format!("epoch {} after epoch {epoch}", grant.epoch);
            self.fail(now, game, what);
        }
        self.games[game].by_site += u64::from(grant.went_by_site);
        self.games[game].speaker = Some((grant.holder.clone(), grant.epoch));
    }

    /// What has happened to a game so far.
    pub(super) fn stamp(&self, now: u64, game: usize) -> Stamp {
        let game = &self.games[game];
        let running = if game.available { now - game.since } else { 0 };
        Stamp {
            could_move: game.could_move + running,
            faults: game.faults,
            over: game.faults - u64::from(!game.available),
            by_site: game.by_site,
        }
    }

    /// A write of a process was refused because of its epoch.
    pub(super) fn refused(&mut self, now: u64, game: usize, claim: Epoch, free: bool) {
        self.refused += 1;
        let current = self.games[game].speaker.as_ref();
        if !free && current.is_some_and(|(_, epoch)| *epoch == claim) {
            self.fail(
                now,
                game,
                format!("epoch {claim} is current and was refused"),
            );
        }
    }

    /// A write of a process was committed.
    pub(super) fn committed(
        &mut self,
        now: u64,
        game: usize,
        writer: &Holder,
        claim: Epoch,
        (entry, stamp): (Entry, Stamp),
    ) {
        match &self.games[game].speaker {
            Some((speaker, epoch)) if speaker == writer && *epoch == claim => {}
            other => {
                let what = format!("{writer:?} wrote under {claim}, given was {other:?}");
                self.fail(now, game, what);
            }
        }
        if let Some(last) = self.games[game].last {
            let could_move = stamp.could_move.saturating_sub(last.stamp.could_move);
            let faults = stamp.faults.saturating_sub(last.stamp.over);
            let steps = stamp.by_site.saturating_sub(last.stamp.by_site);
            let most = could_move + faults * PER_FAULT + steps * SITE_STEP + ON_THE_WAY;
            if entry.time < last.entry.time {
                let what = format!("time went back from {:?} to {:?}", last.entry, entry);
                self.fail(now, game, what);
            }
            let charged = entry.time.minus(last.entry.time).0;
            if charged > most {
                let what = format!("charged {charged} ms of {could_move} ms and {faults} faults");
                self.fail(now, game, what);
            }
        }
        self.games[game].last = Some(Written { entry, stamp });
        self.games[game].committed = now;
    }

    /// Somebody was told that what they said is the entry of this number.
    pub(super) fn acknowledged(
        &mut self,
        now: u64,
        game: usize,
        (ply, said): (usize, u64),
        log: &[Entry],
    ) {
        self.acknowledged += 1;
        if log.get(ply).is_none_or(|entry| entry.said != said) {
            let what = format!("{said} was acknowledged as entry {ply}, which is not it");
            self.fail(now, game, what);
        }
    }

    /// Something befell a game besides that nobody could move.
    pub(super) fn fault(&mut self, game: usize) {
        self.games[game].faults += 1;
    }

    /// Something befell the node that is to speak for a game: where nobody can move already, it begins
    /// anew.
    pub(super) fn hit(&mut self, now: u64, game: usize, kind: Outage) {
        let watched = &mut self.games[game];
        if !watched.available && watched.since < now {
            (watched.since, watched.kind) = (now, kind);
            watched.faults += 1;
        }
    }

    /// Whether somebody can move now; `sound` is since when that could have been brought about.
    pub(super) fn now_available(
        &mut self,
        now: u64,
        game: usize,
        available: bool,
        kind: Outage,
        sound: Option<u64>,
    ) {
        let watched = &mut self.games[game];
        if watched.available == available {
            return;
        }
        if available {
            self.judge_outage(now, game, sound);
        } else {
            watched.could_move += now - watched.since;
            watched.faults += 1;
            watched.kind = kind;
        }
        let watched = &mut self.games[game];
        watched.available = available;
        watched.since = now;
    }

    fn judge_outage(&mut self, now: u64, game: usize, sound: Option<u64>) {
        let Watched { since, kind, .. } = self.games[game];
        let Some(sound) = sound else {
            return;
        };
        let waited = now.saturating_sub(since.max(sound));
        // A kill among other faults is found out about as late as they are.
        let limit = if sound <= since {
            kind.limit()
        } else {
            Outage::Silent.limit()
        };
        if waited > limit {
            let what = format!("nobody could move for {waited} ms after {kind:?}");
            self.fail(now, game, what);
        }
    }

    /// At the end, when all is sound and has been for long: all games go on.
    pub(super) fn end(&mut self, now: u64, sound: Option<u64>, recently: u64) {
        for game in 0..self.games.len() {
            if !self.games[game].available {
                self.judge_outage(now, game, sound);
            }
            if self.games[game].committed + recently < now {
                let what = format!("no move since {}", self.games[game].committed);
                self.fail(now, game, what);
            }
        }
    }
}
