use game::{Outcome, Reason, Side};
use play::text::Text;
use play::{Clock, Millis, Session, TimeControl};

use crate::game_id::GameId;
use crate::protocol::{
    Action, Both, Clocks, GameState, Offers, Presence, RatingChange, RatingMark, Status, View,
};
use crate::rating::Mark;
use crate::refused::Refused;
use crate::seat::{PersonId, Seat};
use crate::store::{Audience, Consequence, Ending, Entry, EntryKind, Game, Rated, StoreError};
use crate::uptime::calendar;

/// A game being played: its log and all that follows from it. It knows no sockets and no store;
/// what changes it is an [`Entry`], the same when it happens and when it is replayed.
pub(crate) struct LiveGame {
    game: Game,
    session: Box<dyn Session>,
    clock: Option<Clock>,
    /// The number of the next entry.
    ply: u32,
    moves: u32,
    /// How often moves were taken back.
    backs: u32,
    last: Option<Entry>,
    offers: Offers,
}

/// What comes of what a player asks. Nothing has changed yet.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Proposal {
    /// An entry to be stored, then applied.
    Entry(Entry),
    /// It was done before: the last entry says so.
    Already,
    /// These are the offers from now on. They are not part of the log.
    Offers(Offers),
    /// These are the offers from now on, and somebody hears that theirs was declined.
    Decline(Offers),
    /// Both want another game.
    Rematch,
}

/// How long somebody who has the move has been away.
pub(crate) struct Absence(pub(crate) Millis);

impl Absence {
    /// After this the other may claim a game that is played within the hour.
    const SHORT: Millis = Millis(2 * 60 * 1000);
    /// After this the other may claim a game without a clock.
    const LONG: Millis = Millis(24 * 3600 * 1000);

    /// After how long the game of who is away can be claimed, if it can at all.
    const fn needed(clock: TimeControl) -> Option<Millis> {
        match clock {
            TimeControl::Fischer { .. } => Some(Absence::SHORT),
            TimeControl::None => Some(Absence::LONG),
            TimeControl::Days(_) => None,
        }
    }
}

/// Moves after which clocks run and a game cannot be called off: both have made one.
const BEGUN: u32 = 2;

/// How often moves can be taken back in a game. Games end by their rules, so that with it every log
/// has an end: a takeback adds three entries at most, itself and two moves.
const TAKEBACKS: u32 = 200;

impl LiveGame {
    /// A stored game with its log replayed. Rooms and records are made from this alone.
    pub(crate) fn load(game: Game, entries: &[Entry]) -> Result<LiveGame, StoreError> {
        let session = match &game.start {
            None => game.setup.session(),
            Some(start) => game
                .setup
                .session_from(start)
                .map_err(|_| unplayable(&game, 0))?,
        };
        let mut live = LiveGame {
            clock: Clock::new(game.clock),
            session,
            game,
            ply: 0,
            moves: 0,
            backs: 0,
            last: None,
            offers: Offers::default(),
        };
        for entry in entries {
            live.apply(entry)?;
        }
        Ok(live)
    }

    pub(crate) fn id(&self) -> GameId {
        self.game.id
    }

    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    pub(crate) fn ply(&self) -> u32 {
        self.ply
    }

    pub(crate) fn offers(&self) -> Offers {
        self.offers
    }

    pub(crate) fn last(&self) -> Option<&Entry> {
        self.last.as_ref()
    }

    pub(crate) fn session(&self) -> &dyn Session {
        self.session.as_ref()
    }

    /// The seat of a person; of two at one screen, that of who is to move.
    pub(crate) fn side_of(&self, person: PersonId) -> Option<Side> {
        let sits = |side: &Side| self.seat(*side).person() == Some(person);
        let side = Side::BOTH.into_iter().find(sits)?;
        Some(if self.is_at_one_screen() {
            self.session.turn()
        } else {
            side
        })
    }

    /// Whether two people at one screen play it, who need not ask each other over the wire.
    fn is_at_one_screen(&self) -> bool {
        matches!(self.game.seats, [Seat::Here(_), Seat::Here(_)])
    }

    /// Whether what `side` asks of its opponent is granted at once.
    fn needs_no_consent(&self, side: Side) -> bool {
        self.is_at_one_screen() || matches!(self.seat(side.other()), Seat::Computer(_))
    }

    pub(crate) fn seat(&self, side: Side) -> &Seat {
        &self.game.seats[side.index()]
    }

    /// The same log under what is stored of the game as a whole now: who plays, their ratings.
    pub(crate) fn with_game(self, game: Game) -> LiveGame {
        LiveGame { game, ..self }
    }

    pub(crate) fn set_offers(&mut self, offers: Offers) {
        self.offers = offers;
    }

    /// The player to be asked for a move, when it is the computer's turn.
    pub(crate) fn computer_to_move(&self) -> Option<&str> {
        if self.game.status != Status::Live {
            return None;
        }
        match self.seat(self.session.turn()) {
            Seat::Computer(player) => Some(player),
            Seat::Empty | Seat::Person(_) | Seat::Here(_) => None,
        }
    }

    /// When a clock runs out, if nothing happens before.
    pub(crate) fn deadline(&self) -> Option<Millis> {
        let clock = self.clock.filter(|_| self.game.status == Status::Live)?;
        clock.runs_out().map(|(_, moment)| moment)
    }

    /// The end by time, when a clock has run out.
    pub(crate) fn flag(&self, now: Millis) -> Option<Entry> {
        let (side, moment) = self.clock?.runs_out()?;
        let fallen = self.game.status == Status::Live && moment <= now;
        fallen.then(|| self.left(Outcome::win(side.other(), Reason::Time), now))
    }

    /// A move, as the side that sends it sees the log.
    pub(crate) fn propose_move(
        &self,
        side: Side,
        ply: u32,
        text: &str,
        now: Millis,
    ) -> Result<Proposal, Refused> {
        if self.is_last(side, ply, text) {
            return Ok(Proposal::Already);
        }
        self.live()?;
        self.current(ply)?;
        if self.session.turn() != side {
            return Err(Refused::NotYourTurn);
        }
        let played = self.session.check(text).map_err(Refused::Illegal)?;
        // A move that came before the one it answers was stored takes no time.
        let now = now.max(self.last.as_ref().map_or(now, |last| last.uptime));
        let left = self.clock.map(|mut clock| {
            clock.moved(side, now);
            Side::BOTH.map(|side| clock.left(side, now))
        });
        Ok(Proposal::Entry(Entry {
            ply,
            kind: EntryKind::Move(played),
            uptime: now,
            at: calendar(),
            left,
        }))
    }

    /// Whether the last entry is this move of this side.
    fn is_last(&self, side: Side, ply: u32, text: &str) -> bool {
        self.last.as_ref().is_some_and(|last| {
            last.ply == ply
                && last.kind == EntryKind::Move(text.to_owned())
                && (self.is_at_one_screen() || self.session.turn() == side.other())
        })
    }

    /// The end of a game that nobody needs any more, unless it has ended.
    pub(crate) fn call_off(&self, now: Millis) -> Option<Entry> {
        let goes_on = matches!(self.game.status, Status::Open | Status::Live);
        goes_on.then(|| self.entry(EntryKind::Abort, now))
    }

    /// Anything else a player does. `absence` is the other's.
    pub(crate) fn propose_action(
        &self,
        side: Side,
        ply: u32,
        action: Action,
        absence: Option<Absence>,
        now: Millis,
    ) -> Result<Proposal, Refused> {
        if self.is_done(side, ply, action) {
            return Ok(Proposal::Already);
        }
        // Whoever gives up does so after a move that crossed the message, too.
        let crossed = action == Action::Resign && ply.checked_add(1) == Some(self.ply);
        if !crossed {
            self.current(ply)?;
        }
        match action {
            Action::Resign => {
                self.live()?;
                let outcome = Outcome::win(side.other(), Reason::Resignation);
                Ok(Proposal::Entry(self.left(outcome, now)))
            }
            Action::Draw => self.draw(side, now),
            Action::Takeback => self.takeback(side, now),
            Action::Decline => Ok(Proposal::Decline(Offers::default())),
            Action::Claim => self.claim(side, absence, now),
            Action::Abort => {
                let called_off = match self.game.status {
                    Status::Open => true,
                    Status::Live => self.moves < BEGUN,
                    Status::Over | Status::Aborted => return Err(Refused::NotLive),
                };
                if !called_off {
                    return Err(Refused::not_now(
                        "both have moved: this game can no longer be called off",
                        "les deux ont joué : cette partie ne peut plus être annulée",
                    ));
                }
                Ok(Proposal::Entry(self.entry(EntryKind::Abort, now)))
            }
            Action::Rematch => self.rematch(side),
        }
    }

    /// Whether the last entry, or the game that followed, is what this action of this side asks for.
    /// Offers need no such answer: made twice, they are the same.
    fn is_done(&self, side: Side, ply: u32, action: Action) -> bool {
        let last = self.last.as_ref().filter(|last| last.ply == ply);
        let ended = |outcome| last.is_some_and(|last| last.kind == EntryKind::End(outcome));
        let called_off = last.is_some_and(|last| last.kind == EntryKind::Abort);
        let ended = |outcome| ended(outcome) || called_off && self.game.rated;
        match action {
            Action::Resign => ended(Outcome::win(side.other(), Reason::Resignation)),
            Action::Claim => ended(Outcome::win(side, Reason::Abandoned)),
            Action::Draw => ended(Outcome::draw(Reason::Agreement)),
            Action::Takeback => last.is_some_and(|last| matches!(last.kind, EntryKind::Back(_))),
            Action::Abort => called_off,
            Action::Rematch => ply == self.ply && self.game.next.is_some(),
            Action::Decline => false,
        }
    }

    fn draw(&self, side: Side, now: Millis) -> Result<Proposal, Refused> {
        self.live()?;
        if let Seat::Computer(_) = self.seat(side.other()) {
            return Err(Refused::not_now(
                "the computer plays on",
                "l'ordinateur continue la partie",
            ));
        }
        if self.is_at_one_screen() || self.offers.draw == Some(side.other().into()) {
            return Ok(Proposal::Entry(
                self.left(Outcome::draw(Reason::Agreement), now),
            ));
        }
        Ok(Proposal::Offers(Offers {
            draw: Some(side.into()),
            ..self.offers
        }))
    }

    fn takeback(&self, side: Side, now: Millis) -> Result<Proposal, Refused> {
        self.live()?;
        if self.offers.takeback == Some(side.other().into()) {
            let back = self.back_for(side.other())?;
            return Ok(Proposal::Entry(self.entry(back, now)));
        }
        let back = self.back_for(side)?;
        if self.needs_no_consent(side) {
            return Ok(Proposal::Entry(self.entry(back, now)));
        }
        Ok(Proposal::Offers(Offers {
            takeback: Some(side.into()),
            ..self.offers
        }))
    }

    /// So many moves back that it is the turn of `side`, and its last move is undone; at one screen
    /// the last one.
    fn back_for(&self, side: Side) -> Result<EntryKind, Refused> {
        let both = self.session.turn() == side && !self.is_at_one_screen();
        let count = if both { 2 } else { 1 };
        if self.backs >= TAKEBACKS {
            return Err(Refused::NotNow(Text::new(
                format!("moves were taken back {TAKEBACKS} times in this game: play on from here"),
                format!(
                    "on a repris des coups {TAKEBACKS} fois dans cette partie : continuez d'ici"
                ),
            )));
        }
        if self.moves < count {
            return Err(Refused::not_now(
                "there is no move to take back",
                "il n'y a pas de coup à reprendre",
            ));
        }
        Ok(EntryKind::Back(count))
    }

    fn claim(
        &self,
        side: Side,
        absence: Option<Absence>,
        now: Millis,
    ) -> Result<Proposal, Refused> {
        self.live()?;
        let away = absence.and_then(|absence| self.claimable_in(&absence));
        if away != Some(Millis(0)) || self.session.turn() == side {
            return Err(Refused::not_now(
                "the other player has not been away long enough",
                "l'autre n'est pas absent depuis assez longtemps",
            ));
        }
        let outcome = Outcome::win(side, Reason::Abandoned);
        Ok(Proposal::Entry(self.left(outcome, now)))
    }

    /// How much longer somebody has to be away until the game can be claimed, if it ever can.
    pub(crate) fn claimable_in(&self, Absence(away): &Absence) -> Option<Millis> {
        let needed = Absence::needed(self.game.clock)?;
        let live = self.game.status == Status::Live && !self.is_at_one_screen();
        live.then(|| Millis(needed.0.saturating_sub(away.0)))
    }

    fn rematch(&self, side: Side) -> Result<Proposal, Refused> {
        if matches!(self.game.status, Status::Open | Status::Live) || self.game.next.is_some() {
            return Err(Refused::not_now(
                "a rematch comes after the game, once",
                "la revanche vient après la partie, une fois",
            ));
        }
        if self.game.seats.contains(&Seat::Empty) {
            return Err(Refused::not_now(
                "nobody joined this game",
                "personne n'a rejoint cette partie",
            ));
        }
        let wanted = self.offers.rematch == Some(side.other().into());
        if wanted || self.needs_no_consent(side) {
            return Ok(Proposal::Rematch);
        }
        Ok(Proposal::Offers(Offers {
            rematch: Some(side.into()),
            ..self.offers
        }))
    }

    /// The game that followed.
    pub(crate) fn set_next(&mut self, next: GameId) {
        self.game.next = Some(next);
        self.offers.rematch = None;
    }

    /// The offers without those a move puts an end to.
    fn withdrawn(&self) -> Offers {
        Offers {
            draw: None,
            takeback: None,
            ..self.offers
        }
    }

    fn live(&self) -> Result<(), Refused> {
        match self.game.status {
            Status::Live => Ok(()),
            Status::Open | Status::Over | Status::Aborted => Err(Refused::NotLive),
        }
    }

    fn current(&self, ply: u32) -> Result<(), Refused> {
        if ply == self.ply {
            Ok(())
        } else {
            Err(Refused::Stale { ply: self.ply })
        }
    }

    /// What it comes to when the players leave the board. A rated game counts once both have moved:
    /// before that it is called off, whoever leaves.
    fn left(&self, outcome: Outcome, now: Millis) -> Entry {
        if self.game.rated && self.moves < BEGUN {
            self.entry(EntryKind::Abort, now)
        } else {
            self.end(outcome, now)
        }
    }

    fn end(&self, outcome: Outcome, now: Millis) -> Entry {
        self.entry(EntryKind::End(outcome), now)
    }

    fn entry(&self, kind: EntryKind, now: Millis) -> Entry {
        let left = |clock: Clock| Side::BOTH.map(|side| clock.left(side, now));
        Entry {
            ply: self.ply,
            kind,
            uptime: now,
            at: calendar(),
            left: self.clock.map(left),
        }
    }

    /// The clock that runs begins to run now: its player has only just learnt of it.
    pub(crate) fn run_from(&mut self, now: Millis) {
        let left = self.last.as_ref().and_then(|last| last.left);
        if let (Some(clock), Some(left)) = (&mut self.clock, left)
            && let Some(side) = clock.running()
        {
            clock.set(left);
            clock.start(side, now);
        }
    }

    /// Charges nobody for the time between two moments in which the store refused an entry.
    pub(crate) fn give_back(&mut self, from: Millis, to: Millis) {
        if let Some(clock) = &mut self.clock {
            clock.postpone(to.minus(from));
        }
    }

    /// Takes over the clock of the same game in memory, which knows what is charged to nobody.
    pub(crate) fn keep_clock(&mut self, known: &LiveGame) {
        self.clock = known.clock;
    }

    /// The game as it is once an entry is stored. This one stays as it is.
    pub(crate) fn after(&self, entry: &Entry) -> Result<LiveGame, StoreError> {
        let mut live = self.fork();
        live.apply(entry)?;
        Ok(live)
    }

    /// The same game once more, to go on with separately.
    pub(crate) fn fork(&self) -> LiveGame {
        LiveGame {
            game: self.game.clone(),
            session: self.session.fork(),
            last: self.last.clone(),
            ..*self
        }
    }

    /// Takes an entry of the log into account.
    fn apply(&mut self, entry: &Entry) -> Result<(), StoreError> {
        if entry.ply != self.ply {
            return Err(unplayable(&self.game, entry.ply));
        }
        match &entry.kind {
            EntryKind::Move(text) => {
                let played = self.session.play(text);
                played.map_err(|_| unplayable(&self.game, entry.ply))?;
                self.moves += 1;
            }
            EntryKind::Back(count) => {
                for _ in 0..*count {
                    if !self.session.take_back() {
                        return Err(unplayable(&self.game, entry.ply));
                    }
                }
                self.moves -= count;
                self.backs += 1;
            }
            EntryKind::End(outcome) => self.session.end(*outcome),
            EntryKind::Abort => self.game.status = Status::Aborted,
        }
        if let Some(outcome) = self.session.outcome() {
            self.game.status = Status::Over;
            self.game.outcome = Some(outcome);
        }
        if let (Some(clock), Some(left)) = (&mut self.clock, entry.left) {
            clock.set(left);
            if self.game.status == Status::Live && self.moves >= BEGUN {
                clock.start(self.session.turn(), entry.uptime);
            }
        }
        self.offers = self.withdrawn();
        self.ply += 1;
        self.last = Some(entry.clone());
        Ok(())
    }

    /// What an entry that was just applied means for the game as a whole.
    pub(crate) fn consequence(&self) -> Consequence {
        let ending = match (self.game.status, self.game.outcome) {
            (Status::Aborted, _) => Some(Ending::Aborted),
            (Status::Over, Some(outcome)) => Some(Ending::Over {
                outcome,
                rated: self.rated(outcome),
            }),
            _ => None,
        };
        let days = matches!(self.game.clock, TimeControl::Days(_));
        Consequence {
            ending,
            deadline: self.deadline().filter(|_| days),
        }
    }

    /// Whose ratings this game changes.
    fn rated(&self, outcome: Outcome) -> Option<Rated> {
        let [white, black] = &self.game.seats;
        let rated = Rated {
            family: self.game.setup.family(),
            people: [white.person()?, black.person()?],
            mark: if self.game.start.is_some() {
                Some(Mark::Position)
            } else {
                self.is_short(outcome).then_some(Mark::Short)
            },
        };
        let is_rated = self.game.rated && !self.is_at_one_screen();
        is_rated.then_some(rated)
    }

    /// Whether a game that the rules did not end was left before anything was played: before each
    /// side has made a third of the moves it takes to place all it has in hand at the beginning.
    /// That is 3 of 8 or 9 pieces, and grows with the board.
    fn is_short(&self, outcome: Outcome) -> bool {
        let by_rules = matches!(outcome.reason, Reason::Rules(_));
        let beginning = self.game.setup.session();
        let in_hand = |side| -> u32 { beginning.hand(side).iter().map(|(_, count)| count).sum() };
        let most = Side::BOTH.map(in_hand).into_iter().max().unwrap_or(0);
        !by_rules && self.moves < 2 * most.div_ceil(3)
    }

    pub(crate) fn clocks(&self, now: Millis) -> Option<Clocks> {
        let clock = self.clock?;
        Some(Clocks {
            white: clock.left(Side::White, now).0,
            black: clock.left(Side::Black, now).0,
            running: clock.running().map(Into::into),
        })
    }

    /// What the game did to the ratings, if anything.
    pub(crate) fn rating_changes(&self) -> Option<Both<Option<RatingChange>>> {
        let changes = self.game.rating_changes;
        let changed = changes.iter().any(Option::is_some);
        changed.then(|| changes.into())
    }

    /// Why the game counted less than others, if it did.
    pub(crate) fn rating_mark(&self) -> Option<RatingMark> {
        self.game.mark.map(Into::into)
    }

    pub(crate) fn view(&self) -> View {
        self.session.view().into()
    }

    /// All there is to know, as `side` sees it.
    pub(crate) fn state(&self, you: Option<Side>, presence: Presence, now: Millis) -> GameState {
        let [white, black] = &self.game.seats;
        GameState {
            id: self.game.id.to_string(),
            setup: self.game.setup.to_string(),
            start: self.game.start.clone(),
            status: self.game.status,
            players: Both::from([white.player(), black.player()]),
            you: you.map(Into::into),
            clock: self.game.clock.to_string(),
            clocks: self.clocks(now),
            rated: self.game.rated,
            listed: self.game.audience == Audience::Everybody,
            shows: self.game.shows.into(),
            created: self.game.created,
            ply: self.ply,
            history: self.session.history(),
            offers: self.offers,
            presence,
            next: self.game.next.map(|next| next.to_string()),
            rating_changes: self.rating_changes(),
            rating_mark: self.rating_mark(),
            view: self.view(),
        }
    }
}

fn unplayable(game: &Game, ply: u32) -> StoreError {
    StoreError::Unplayable {
        game: game.id.to_string(),
        ply,
    }
}

#[cfg(test)]
mod tests;
