//! Games played through the room while the store fails at every single call in turn: what the room
//! holds is what the log says, or the room says that it does not know; and nothing is told that is
//! not stored.

use std::sync::Arc;

use game::{Outcome, Reason, Side};
use play::Families;
use tokio::sync::{mpsc, oneshot};

use super::*;
use crate::flight::Account;
use crate::metrics::Metrics;
use crate::name::{Bearer, Name};
use crate::protocol::{Action, LobbyFilter, Phrase, Side as ProtocolSide};
use crate::recovery::RecoveryCode;
use crate::rooms::command::Joining;
use crate::rooms::live_game::Proposal;
use crate::rooms::outbox::{Inbox, outbox};
use crate::seat::{AccountKind, Here, Seated};
use crate::secret::Token;
use crate::store::faults::{Fault, Plan};
use crate::store::{EntryKind, NewGame};
use crate::store::{Game, NewAccount, Person, Store};
use crate::test_folder::TestFolder;
use crate::turns::Turns;

/// Something that is asked of a room.
#[derive(Clone, Copy, Debug)]
enum Step {
    Join(Side),
    Move(Side, &'static str),
    ComputerMove(&'static str),
    Act(Side, Action),
    Say(Side),
    Watch,
    State,
    Tick,
}

use Side::{Black, White};
use Step::{Act, ComputerMove, Join, Move, Say, Tick, Watch};

/// How a game begins and what is asked of its room.
#[derive(Clone, Copy, Debug)]
struct Scenario {
    clock: &'static str,
    start: Option<&'static str>,
    opponent: Opponent,
    /// What is stored before anything is asked.
    stored: &'static [&'static str],
    steps: &'static [Step],
}

#[derive(Clone, Copy, Debug)]
enum Opponent {
    /// Has yet to join.
    Absent,
    Present,
    /// At the same screen.
    Here,
    Computer,
}

/// A room, those who follow it, and what they have not heard yet.
struct Stand {
    store: Arc<Store>,
    hub: Arc<Hub>,
    room: Room,
    people: [Person; 2],
    inboxes: Vec<Inbox>,
    _commands: mpsc::Sender<Command>,
    _folder: TestFolder,
}

/// What is comparable between two runs of one scenario.
type Milestone = (
    u32,
    Vec<String>,
    Status,
    Option<Outcome>,
    bool,
    [Option<PersonId>; 2],
);

/// Whether somebody was told that it is done, or why not.
type Told = Result<(), Refused>;

async fn account(store: &Store, name: &str) -> Person {
    let account = NewAccount {
        guest: None,
        name: Name::read(name, Bearer::Account).unwrap(),
        password: "hash".to_owned(),
        recovery: RecoveryCode::random().hash(),
    };
    let session = Token::random().hash().into();
    let made = store.create_account(account, None, session);
    made.await.unwrap().person
}

fn seat(person: &Person) -> Seat {
    Seat::Person(Seated {
        person: person.id,
        name: person.name.clone(),
        account_kind: AccountKind::Account,
        rating: None,
    })
}

fn here(person: &Person) -> Seat {
    Seat::Here(Here {
        person: person.id,
        name: None,
    })
}

impl Stand {
    async fn new(scenario: &Scenario) -> Stand {
        let folder = TestFolder::new();
        let metrics = Arc::new(Metrics::default());
        let store = folder.store(&metrics).unwrap();
        let store = Arc::new(store);
        let computers = Hub::computers(Arc::new(Turns::new(1)));
        let shared = engine::SharedData::with_tables(folder.path().to_owned());
        let hub = Hub::new(Arc::clone(&store), computers, metrics, shared);
        let people = [account(&store, "Ada").await, account(&store, "Bo").await];
        let black = match scenario.opponent {
            Opponent::Absent => Seat::Empty,
            Opponent::Present => seat(&people[1]),
            Opponent::Here => here(&people[0]),
            Opponent::Computer => Seat::Computer("level-1".to_owned()),
        };
        let new = NewGame {
            setup: Families::standard().setup("moulin:classique").unwrap(),
            start: scenario.start.map(str::to_owned),
            random_colours: false,
            public: black == Seat::Empty,
            shows: [false; 2],
            rated: !matches!(black, Seat::Computer(_) | Seat::Here(_)),
            seats: match black {
                Seat::Here(_) => [black.clone(), black],
                _ => [seat(&people[0]), black],
            },
            clock: scenario.clock.parse().unwrap(),
            after: None,
        };
        let game = store.create_game(new, None).await.unwrap();
        for (ply, text) in (0..).zip(scenario.stored) {
            // Whose turn it is then has no time left.
            let entry = Entry {
                ply,
                kind: EntryKind::Move((*text).to_owned()),
                uptime: Millis(0),
                at: 0,
                left: Some([Millis(0); 2]),
            };
            let goes_on = crate::store::Consequence {
                ending: None,
                deadline: None,
            };
            store.append(game.key, None, entry, goes_on).await.unwrap();
        }
        if game.public {
            hub.lobby.add(&game, None);
        }
        let (commands, _) = mpsc::channel(QUEUE);
        let (game, entries) = store.load_game(game.id).await.unwrap();
        let live = LiveGame::load(game, &entries).unwrap();
        let mut stand = Stand {
            room: Room::new(Arc::clone(&hub), live, Claim::ALONE, commands.downgrade()),
            store,
            hub,
            people,
            inboxes: Vec::new(),
            _commands: commands,
            _folder: folder,
        };
        for person in [Some(0), Some(1), None] {
            let person = person.map(|index: usize| stand.people[index].id);
            let (outbox, inbox) = outbox(Account::of_nobody());
            if let Some(person) = person {
                let session = Token::random().hash();
                stand.hub.connect(person, session, &outbox);
            }
            stand.inboxes.push(inbox);
            stand.room.watch(person, outbox);
        }
        stand
    }

    async fn stored(&self) -> (Game, Vec<Entry>) {
        let plan = self.store.faults.pause();
        let stored = self.store.load_game(self.room.live.id()).await.unwrap();
        self.store.faults.resume(plan);
        stored
    }

    async fn milestone(&self) -> Milestone {
        let (game, entries) = self.stored().await;
        let live = LiveGame::load(game, &entries).unwrap();
        let game = live.game();
        (
            live.ply(),
            live.session().history(),
            game.status,
            game.outcome,
            game.next.is_some(),
            [White, Black].map(|side| live.seat(side).person()),
        )
    }

    /// Asks once, and checks all that must hold whether it was done or not.
    async fn ask(&mut self, step: Step, ply: u32) -> Told {
        let before = self.stored().await;
        self.room.backoff.is_over();
        let told = self.request(step, ply).await;
        let (game, entries) = self.stored().await;
        if let Err(Refused::Store(error)) = &told {
            let after = (&game, &entries);
            assert_eq!((&before.0, &before.1), after, "refused, yet done: {error}");
        }
        let live = LiveGame::load(game.clone(), &entries).unwrap();
        if self.room.in_doubt {
            assert!(self.room.live.ply() <= live.ply(), "ahead of the log");
            assert_eq!(told, Err(Refused::InDoubt));
        } else {
            assert_eq!(self.room.live.logged(), live.logged());
            let waiting = self
                .hub
                .lobby
                .challenges(None, &LobbyFilter::ALL, |_| true)
                .count
                > 0;
            assert_eq!(waiting, game.status == Status::Open);
        }
        let mut messages = Vec::new();
        for inbox in &mut self.inboxes {
            while let Some(text) = inbox.waiting() {
                messages.push(serde_json::from_str(text.as_str()).unwrap());
            }
        }
        for message in messages {
            self.check(message, &game, &entries).await;
        }
        told
    }

    async fn request(&mut self, step: Step, ply: u32) -> Told {
        let person = |side: Side| self.people[side.index()].id;
        match step {
            Join(side) => {
                let (reply, answer) = oneshot::channel();
                let person = &self.people[side.index()];
                let joining = Joining::by_link(person.id, person.account_kind);
                self.room.handle(Command::Join { joining, reply }).await;
                answer.await.unwrap().map(|_| ())
            }
            Watch => {
                let (reply, answer) = oneshot::channel();
                let (outbox, inbox) = outbox(Account::of_nobody());
                self.inboxes.push(inbox);
                let watch = Command::Watch {
                    person: None,
                    outbox,
                    reply,
                };
                self.room.handle(watch).await;
                answer.await.unwrap()
            }
            Step::State => {
                let (reply, answer) = oneshot::channel();
                let person = None;
                self.room.handle(Command::State { person, reply }).await;
                let state = answer.await.unwrap()?;
                let (game, entries) = self.stored().await;
                self.check(ServerMessage::Game(state), &game, &entries)
                    .await;
                Ok(())
            }
            Tick => {
                self.room.handle(Command::Tick).await;
                self.quiet()
            }
            ComputerMove(text) => {
                let text = text.to_owned();
                self.room.handle(Command::ComputerMove { ply, text }).await;
                self.quiet()
            }
            Move(..) | Act(..) | Say(_) => {
                let (reply, answer) = oneshot::channel();
                let command = match step {
                    Move(side, text) => Command::Move {
                        person: person(side),
                        ply,
                        text: text.to_owned(),
                        came: Instant::now(),
                        reply,
                    },
                    Act(side, action) => Command::Act {
                        person: person(side),
                        ply,
                        action,
                        id: None,
                        reply,
                    },
                    Say(side) => Command::Say {
                        person: person(side),
                        phrase: Phrase::Hello,
                        reply,
                    },
                    _ => unreachable!("the others are asked above"),
                };
                self.room.handle(command).await;
                let done = answer.await.unwrap()?;
                assert_eq!(done.ply, self.stored().await.1.len() as u32);
                Ok(())
            }
        }
    }

    /// The answer to what nobody is answered.
    fn quiet(&self) -> Told {
        if self.room.in_doubt {
            Err(Refused::InDoubt)
        } else {
            Ok(())
        }
    }

    /// A message that was told is backed by what is stored.
    async fn check(&self, message: ServerMessage, game: &Game, entries: &[Entry]) {
        let at = |ply: u32| {
            let fresh = Game {
                status: Status::Live,
                outcome: None,
                ..game.clone()
            };
            LiveGame::load(fresh, &entries[..ply as usize]).unwrap()
        };
        match message {
            ServerMessage::Played {
                ply, text, view, ..
            } => {
                assert_eq!(entries[ply as usize].kind, EntryKind::Move(text));
                assert_eq!(*view, at(ply + 1).view());
            }
            ServerMessage::Back {
                ply, count, view, ..
            } => {
                assert_eq!(entries[ply as usize].kind, EntryKind::Back(count));
                assert_eq!(*view, at(ply + 1).view());
            }
            ServerMessage::Over {
                ply, outcome, view, ..
            } => {
                assert!(matches!(game.status, Status::Over | Status::Aborted));
                assert_eq!(outcome, game.outcome.map(Into::into));
                assert_eq!(ply, entries.len() as u32);
                assert_eq!(*view, at(ply).view());
            }
            ServerMessage::Game(state) => {
                assert!(state.ply <= entries.len() as u32, "ahead of the log");
                let live = at(state.ply);
                assert_eq!(state.history, live.session().history());
                assert_eq!(state.view, live.view());
                let stored = LiveGame::load(game.clone(), entries).unwrap();
                let stored = stored.state(None, state.presence, Millis(0));
                let life = [Status::Open, Status::Live, Status::Over, Status::Aborted];
                let rank = |status| life.iter().position(|known| *known == status);
                assert!(rank(state.status) <= rank(stored.status));
                assert!(state.next.is_none() || state.next == stored.next);
                if state.status == stored.status {
                    assert_eq!(state.players, stored.players);
                }
            }
            ServerMessage::Rematch { next, .. } => {
                assert_eq!(game.next.map(|next| next.to_string()), Some(next));
                let plan = self.store.faults.pause();
                let next = self.store.load_game(game.next.unwrap()).await;
                self.store.faults.resume(plan);
                assert_eq!(next.unwrap().1, []);
            }
            ServerMessage::Started { .. } => assert_ne!(game.status, Status::Open),
            // What the log does not have: who is there, what is said, what is offered.
            ServerMessage::Presence { .. }
            | ServerMessage::Said { .. }
            | ServerMessage::Declined { .. } => {}
            ServerMessage::Offers { offers, .. } => {
                assert_ne!(offers.draw, Some(ProtocolSide::Black), "nobody did");
            }
            other => panic!("{other:?}"),
        }
    }
}

/// Attempts after which a client gives up.
const ATTEMPTS: usize = 20;

/// Plays a scenario, each step until it is done, and returns what was stored after each.
async fn run(
    scenario: &Scenario,
    plan: Option<Plan>,
    reference: Option<&[Milestone]>,
) -> (Vec<Milestone>, u32) {
    let mut stand = Stand::new(scenario).await;
    let mut milestones = vec![stand.milestone().await];
    stand.store.faults.set(plan);
    for (index, step) in scenario.steps.iter().enumerate() {
        let ply = milestones[index].0;
        let mut done = false;
        for _ in 0..ATTEMPTS {
            let told = stand.ask(*step, ply).await;
            let expected = reference.map(|milestones| &milestones[index + 1]);
            let reached = match expected {
                Some(expected) => stand.milestone().await == *expected,
                None => true,
            };
            done = match told {
                Ok(()) => reached,
                Err(Refused::Store(_) | Refused::InDoubt) => false,
                // It was done before, when nobody could tell. Only a seat is refused then: moves
                // and actions are answered as done.
                Err(refused) => {
                    let joins = matches!(step, Join(_));
                    assert!(
                        joins && reached && reference.is_some(),
                        "{step:?}: {refused:?}"
                    );
                    true
                }
            };
            if done {
                break;
            }
        }
        assert!(done, "{step:?} under {plan:?}");
        milestones.push(stand.milestone().await);
    }
    (milestones, stand.store.faults.calls())
}

/// Every call of the store fails once, alone and with those that follow it, before its work and
/// after it.
async fn every_call_fails_in_turn(scenario: Scenario, least_calls: u32) {
    let (reference, calls) = run(&scenario, None, None).await;
    assert!(calls >= least_calls, "{calls} calls");
    for fault in [Fault::Refused, Fault::AnswerLost] {
        for count in [1, 2, 3, 6] {
            for after in 0.. {
                let plan = Plan {
                    after,
                    count,
                    fault,
                };
                let (milestones, calls) = run(&scenario, Some(plan), Some(&reference)).await;
                assert_eq!(milestones, reference, "{plan:?}");
                if calls <= after {
                    break;
                }
            }
        }
    }
}

#[tokio::test]
async fn a_game_from_joining_to_the_rematch_survives_every_fault() {
    let scenario = Scenario {
        clock: "1d",
        start: None,
        opponent: Opponent::Absent,
        stored: &[],
        steps: &[
            Join(Black),
            Move(White, "d6"),
            Move(Black, "f4"),
            Say(White),
            Act(White, Action::Takeback),
            Act(Black, Action::Takeback),
            Move(White, "b4"),
            Watch,
            Move(Black, "f4"),
            Act(White, Action::Draw),
            Act(Black, Action::Decline),
            Step::State,
            Act(White, Action::Draw),
            Act(Black, Action::Draw),
            Act(White, Action::Rematch),
            Act(Black, Action::Rematch),
        ],
    };
    every_call_fails_in_turn(scenario, 9).await;
}

#[tokio::test]
async fn a_move_that_ends_a_rated_game_survives_every_fault() {
    let scenario = Scenario {
        clock: "300+3",
        start: Some("w=a1,d1,g4,a7;b=b2,d3,f4;hand=0,0;turn=w"),
        opponent: Opponent::Present,
        stored: &[],
        steps: &[Move(White, "g4-g1xb2"), Step::State],
    };
    every_call_fails_in_turn(scenario, 1).await;
}

#[tokio::test]
async fn a_resignation_survives_every_fault() {
    let scenario = Scenario {
        clock: "none",
        start: None,
        opponent: Opponent::Present,
        stored: &["d6", "f4", "d2", "b4", "a1"],
        steps: &[Move(Black, "g7"), Act(White, Action::Resign), Watch],
    };
    every_call_fails_in_turn(scenario, 2).await;
}

#[tokio::test]
async fn an_end_by_time_survives_every_fault() {
    let scenario = Scenario {
        clock: "60+0",
        start: None,
        opponent: Opponent::Present,
        stored: &["d6", "f4"],
        steps: &[Tick, Step::State],
    };
    every_call_fails_in_turn(scenario, 1).await;
}

#[tokio::test]
async fn a_game_against_the_computer_survives_every_fault() {
    let scenario = Scenario {
        clock: "none",
        start: None,
        opponent: Opponent::Computer,
        stored: &[],
        steps: &[
            Move(White, "d6"),
            ComputerMove("f4"),
            Act(White, Action::Takeback),
            Move(White, "b4"),
            ComputerMove("a1"),
            Act(White, Action::Resign),
        ],
    };
    every_call_fails_in_turn(scenario, 6).await;
}

#[tokio::test]
async fn a_game_at_one_screen_survives_every_fault() {
    let scenario = Scenario {
        clock: "300+3",
        start: None,
        opponent: Opponent::Here,
        stored: &[],
        // The first of the people is at the screen, whoever is to move.
        steps: &[
            Move(White, "d6"),
            Move(White, "f4"),
            Act(White, Action::Takeback),
            Move(White, "b4"),
            Step::State,
            Act(White, Action::Resign),
            Act(White, Action::Rematch),
        ],
    };
    every_call_fails_in_turn(scenario, 6).await;
}

#[tokio::test]
async fn a_game_nobody_joined_is_called_off_under_every_fault() {
    let scenario = Scenario {
        clock: "none",
        start: None,
        opponent: Opponent::Absent,
        stored: &[],
        steps: &[Act(White, Action::Abort), Step::State],
    };
    every_call_fails_in_turn(scenario, 1).await;
}

#[tokio::test]
async fn whose_time_is_over_does_not_move_while_the_store_fails() {
    let scenario = Scenario {
        clock: "60+0",
        start: None,
        opponent: Opponent::Present,
        stored: &["d6", "f4"],
        steps: &[],
    };
    let mut stand = Stand::new(&scenario).await;
    stand.store.faults.set(Some(Plan {
        after: 0,
        count: 1,
        fault: Fault::Refused,
    }));
    let late = stand.ask(Move(White, "b4"), 2).await;
    assert!(matches!(late, Err(Refused::Store(_))), "{late:?}");
    assert_eq!(stand.ask(Move(White, "b4"), 2).await, Err(Refused::NotLive));
    let (game, _) = stand.stored().await;
    assert_eq!(
        game.outcome,
        Some(Outcome::win(Black, Reason::Time)),
        "the clock has ended it"
    );
}

#[tokio::test]
async fn what_a_blocked_player_says_is_not_heard_by_who_blocked_them() {
    let scenario = Scenario {
        clock: "none",
        start: None,
        opponent: Opponent::Present,
        stored: &[],
        steps: &[],
    };
    let mut stand = Stand::new(&scenario).await;
    let [ada, bo] = [stand.people[0].id, stand.people[1].id];
    stand.hub.blocks.add([crate::rooms::Pair {
        person: ada,
        blocked: bo,
    }]);
    let mut heard = async |side: Side| {
        for inbox in &mut stand.inboxes {
            while inbox.waiting().is_some() {}
        }
        stand.request(Say(side), 0).await.unwrap();
        let said = |inbox: &mut Inbox| inbox.waiting().is_some();
        stand.inboxes.iter_mut().map(said).collect::<Vec<_>>()
    };
    assert_eq!(heard(Black).await, [false, true, true]);
    assert_eq!(
        heard(White).await,
        [true, true, true],
        "the other way round"
    );
}

/// A game of five minutes each in which both have moved, so that clocks run.
const BEGUN: Scenario = Scenario {
    clock: "300+0",
    start: None,
    opponent: Opponent::Present,
    stored: &[],
    steps: &[],
};

/// What is left to both together, in milliseconds.
fn left(stand: &Stand) -> u64 {
    let clocks = stand.room.live.clocks(stand.room.now()).unwrap();
    clocks.white + clocks.black
}

#[tokio::test]
async fn a_slow_disk_is_charged_to_nobody() {
    let mut stand = Stand::new(&BEGUN).await;
    stand.store.faults.disk().delay(Duration::from_millis(100));
    let moves = ["d6", "f4", "b4", "d2", "d1", "a1", "g1", "a7", "g7", "d7"];
    let began = Instant::now();
    for (ply, text) in (0..).zip(moves) {
        let side = if ply % 2 == 0 { White } else { Black };
        stand.request(Move(side, text), ply).await.unwrap();
    }
    // On a busy machine moves take their time besides; that is charged.
    let took = began.elapsed().as_millis() as u64;
    let charged = 600_000 - left(&stand);
    assert!(charged + 900 < took, "{charged} of {took} ms were charged");
    let (game, entries) = stand.stored().await;
    let replayed = LiveGame::load(game, &entries).unwrap();
    let last = replayed.last().unwrap().left.unwrap();
    assert!(last[0].plus(last[1]).0 + took > 600_900, "{last:?}");
}

#[tokio::test]
async fn a_disk_that_refuses_a_move_is_charged_to_nobody() {
    let mut stand = Stand::new(&BEGUN).await;
    for (ply, side, text) in [(0, White, "d6"), (1, Black, "f4")] {
        stand.request(Move(side, text), ply).await.unwrap();
    }
    let before = left(&stand);
    let disk = stand.store.faults.disk();
    disk.fail(Some(StoreError::Full));
    disk.delay(Duration::from_millis(300));
    for _ in 0..5 {
        let refused = stand.request(Move(White, "b4"), 2).await;
        assert_eq!(refused, Err(Refused::Store(StoreError::Full)));
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert!(before - left(&stand) < 50, "{} {before}", left(&stand));
    disk.fail(None);
    disk.delay(Duration::ZERO);
    stand.store.beat().await.unwrap();
    stand.request(Move(White, "b4"), 2).await.unwrap();
    assert!(before - left(&stand) < 100, "{} {before}", left(&stand));
}

#[tokio::test]
async fn a_move_that_came_in_time_is_in_time_however_long_the_store_takes() {
    let mut stand = Stand::new(&BEGUN).await;
    for (ply, side, text) in [(0, White, "d6"), (1, Black, "f4")] {
        stand.request(Move(side, text), ply).await.unwrap();
    }
    let came = Instant::now();
    // As if the room had been busy until five minutes were over.
    let late = stand.room.now().plus(Millis(301_000));
    assert!(stand.room.live.flag(late).is_some());
    let came = stand.store.uptime().at(came);
    assert!(stand.room.live.flag(came).is_none());
    let proposal = stand.room.live.propose_move(White, 2, "b4", came).unwrap();
    let Proposal::Entry(entry) = proposal else {
        panic!("a move")
    };
    assert!(entry.left.unwrap()[0] > Millis(299_000));
}

#[tokio::test]
async fn what_a_move_takes_to_get_here_is_charged_to_nobody_also_after_the_log_is_read_anew() {
    let mut stand = Stand::new(&BEGUN).await;
    for (ply, side, text) in [(0, White, "d6"), (1, Black, "f4")] {
        stand.request(Move(side, text), ply).await.unwrap();
    }
    let came = Instant::now();
    tokio::time::sleep(Duration::from_millis(1500)).await;
    let played = stand.room.play(stand.people[0].id, 2, "b4", came).await;
    assert_eq!(played.unwrap().ply, 3);
    let (game, entries) = stand.stored().await;
    let read = LiveGame::load(game, &entries).unwrap();
    for live in [&stand.room.live, &read] {
        let left = live.last().unwrap().left.unwrap();
        assert!(left[0] > Millis(299_000), "who moved: {left:?}");
        let clocks = live.clocks(stand.room.now()).unwrap();
        assert!(clocks.black > 299_000, "who is to move: {}", clocks.black);
    }
}

#[tokio::test]
async fn a_flag_that_cannot_be_stored_is_tried_now_and_then_however_many_ask() {
    let scenario = Scenario {
        clock: "60+0",
        stored: &["d6", "f4"],
        ..BEGUN
    };
    let mut stand = Stand::new(&scenario).await;
    // Every call fails, also those that find out whether it is over.
    stand.store.faults.set(Some(Plan {
        after: 0,
        count: u32::MAX,
        fault: Fault::Refused,
    }));
    let began = stand.store.faults.calls();
    for _ in 0..1000 {
        let _ = stand.request(Tick, 2).await;
    }
    let calls = stand.store.faults.calls() - began;
    // Memory is in doubt until the log was read: what asks reads, and nothing writes.
    assert!(calls <= 1002, "{calls} calls");
    stand.store.faults.set(None);
    let mut disk_calls = Vec::new();
    let disk = stand.store.faults.disk();
    disk.fail(Some(StoreError::Full));
    for _ in 0..200 {
        let before = disk.commits();
        let _ = stand.request(Tick, 2).await;
        disk_calls.push(disk.commits() - before);
        assert!(stand.room.wake() > Instant::now() + Duration::from_millis(100));
    }
    assert!(disk_calls.iter().sum::<u32>() <= 1, "{disk_calls:?}");
    disk.fail(None);
    stand.store.beat().await.unwrap();
    stand.room.backoff.is_over();
    stand.request(Tick, 2).await.unwrap();
    let (game, _) = stand.stored().await;
    assert_eq!(game.outcome, Some(Outcome::win(Black, Reason::Time)));
}
