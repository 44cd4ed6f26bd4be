use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use ::play::Lang;
use ::play::text::{Text, io_fault};
use anyhow::anyhow;
use server::load::{
    Attack, AttackPlan, Attackers, ClientError, Crowd, CrowdPlan, Holdings, Ledger, Memory,
    Practice, Process, Report, ReviewReport, Visits,
};
use tokio::runtime::Runtime;

use super::read_setup;
use crate::Answer;
use crate::arguments::LoadArguments;
use crate::output::Output;

/// From one line of progress to the next.
const STEP: Duration = Duration::from_secs(10);

/// What is played against the computer and looked at by visitors: boards as most people know them.
const ORDINARY: [&str; 4] = [
    "mijnlieff",
    "moulin:classique",
    "moulin:envol",
    "moulin:barreau",
];

/// Which games are reviewed, and how long they are.
const REVIEWED: &str = "moulin:classique";
const PLIES: usize = 60;

/// What attackers use: a game that is long and has many turns, one in which the computer thinks
/// long, and the strongest player.
const LONG: &str = "moulin:classique,flight=9,stuck=pass";
const DEAR: &str = "mijnlieff:sets=4";
const STRONGEST: &str = "level-8";

/// Addresses that attackers come from.
const ATTACKERS: u8 = 4;

/// Addresses that others come from, when there are attackers.
const HOMES: u8 = 20;

/// Time for everybody to be connected.
const GATHERING: Duration = Duration::from_secs(120);

pub(crate) fn run(arguments: &LoadArguments, output: &mut Output) -> anyhow::Result<Answer> {
    server::allow_many_connections();
    Runtime::new()?.block_on(measure(arguments, output))
}

async fn measure(arguments: &LoadArguments, output: &mut Output) -> anyhow::Result<Answer> {
    let lang = output.lang();
    let attack = attack(arguments, lang)?;
    let plan = plan(arguments);
    let began = Instant::now();
    let crowd = Crowd::gather(&plan).await;
    let mut crowd = crowd.map_err(|error| refused(arguments.server, error, lang))?;
    let people = plan.people / 2 * 2;
    let waited = crowd.connected(people, GATHERING).await;
    waited.ok_or_else(|| {
        let reason = Text::new(
            format!("not all of the {people} sockets were opened"),
            format!("les {people} connexions n'ont pas toutes été ouvertes"),
        );
        anyhow!("{}", reason.get(lang))
    })?;
    let seconds = began.elapsed().as_secs_f64();
    output.text(&Text::new(
        format!("{people} sockets open after {seconds:.1} s"),
        format!("{people} connexions ouvertes après {seconds:.1} s"),
    ))?;
    let visits = crowd.look_around(&plan, arguments.visitors, &ORDINARY.map(str::to_owned));
    let run = Run {
        crowd: &mut crowd,
        visits,
        arguments,
    };
    let whole = Duration::from_secs(arguments.seconds);
    let alone = attack.is_none() && arguments.analysts == 0;
    let before = match arguments.before {
        Some(before) if !alone => Duration::from_secs(before),
        _ => whole,
    };
    let before = run.time(before, output).await?;
    let told = if let Some(attack) = attack {
        let attackers = Attackers::begin(&attack)?;
        let during = run.time(whole, output).await?;
        let attacks = attackers.tallies();
        serde_json::json!({ "before": before, "during": during, "attacks": attacks })
    } else if arguments.analysts > 0 {
        let people = arguments.analysts;
        let setup = read_setup(REVIEWED, lang)?;
        let reviews = run.crowd.analyse(&plan, &setup, people, PLIES).await;
        let reviews = reviews.map_err(|error| refused(arguments.server, error, lang))?;
        let during = run.time(whole, output).await?;
        let reviews = reviews
            .lock()
            .expect("nothing panics while it holds the lock");
        let reviews = ReviewReport::new(&reviews, people);
        serde_json::json!({ "before": before, "during": during, "reviews": reviews })
    } else {
        serde_json::to_value(before)?
    };
    crowd.end().await;
    output.value(&told)?;
    Ok(Answer::Done)
}

fn plan(arguments: &LoadArguments) -> CrowdPlan {
    let levels = || (1..=8).map(|level| format!("level-{level}")).collect();
    let is_attacked = !arguments.attack.is_empty();
    CrowdPlan {
        nodes: [arguments.server]
            .into_iter()
            .chain(arguments.node.iter().copied())
            .collect(),
        homes: if is_attacked {
            homes(1, HOMES)
        } else {
            Vec::new()
        },
        people: arguments.sockets,
        setups: arguments.setup.clone(),
        clock: arguments.clock.clone(),
        pause: Duration::from_millis(arguments.pause),
        practice: (arguments.practice > 0).then(|| Practice {
            people: arguments.practice,
            setups: ORDINARY.map(str::to_owned).to_vec(),
            players: arguments
                .player
                .clone()
                .map_or_else(levels, |player| vec![player]),
        }),
        memory: Memory::Times,
        seed: arguments.seed,
    }
}

/// So many addresses of this machine.
fn homes(network: u8, count: u8) -> Vec<IpAddr> {
    let addresses = (1..=count).map(|last| Ipv4Addr::new(127, network, 0, last));
    addresses.map(IpAddr::V4).collect()
}

fn attack(arguments: &LoadArguments, lang: Lang) -> anyhow::Result<Option<AttackPlan>> {
    if arguments.attack.is_empty() {
        return Ok(None);
    }
    if !arguments.server.ip().is_loopback() || !arguments.server.is_ipv4() {
        let reason = Text::new(
            "--attack needs a server of your own on this machine, such as 127.0.0.1:8080",
            "--attack demande un serveur à vous sur cette machine, comme 127.0.0.1:8080",
        );
        return Err(anyhow!("{}", reason.get(lang)));
    }
    let named = |attack: &Attack| {
        let mut names = arguments.attack.iter();
        names.any(|name| name == "all" || name == attack.name())
    };
    Ok(Some(AttackPlan {
        server: arguments.server,
        homes: homes(66, ATTACKERS),
        attacks: Attack::ALL.into_iter().filter(named).collect(),
        long: read_setup(LONG, lang)?,
        dear: read_setup(DEAR, lang)?,
        player: STRONGEST.to_owned(),
        odd: odd_rules(),
        seed: arguments.seed,
    }))
}

/// Every rule set that can be written, 180 in all.
fn odd_rules() -> Vec<String> {
    let flights = (3..=9).flat_map(|stones| [stones.to_string(), format!("once-{stones}")]);
    let flights: Vec<String> = flights.chain(["never".to_owned()]).collect();
    let mut rules = Vec::new();
    for take in ["any", "outside", "outside-or-all"] {
        for flight in &flights {
            for double in [1, 2] {
                for stuck in ["lose", "pass"] {
                    rules.push(format!(
                        "moulin:classique,take={take},flight={flight},double={double},stuck={stuck}"
                    ));
                }
            }
        }
    }
    rules
}

/// A crowd that is timed.
struct Run<'a> {
    crowd: &'a mut Crowd,
    visits: Arc<Mutex<Visits>>,
    arguments: &'a LoadArguments,
}

impl Run<'_> {
    /// Times everybody for so long.
    async fn time(&self, whole: Duration, output: &mut Output) -> anyhow::Result<Report> {
        // What happened before does not count.
        self.crowd.read(Ledger::clear);
        self.crowd.read_practice(Ledger::clear);
        self.with_visits(Visits::clear);
        let process = self.arguments.process.map(Process::new);
        let mut seen = Vec::new();
        let began = Instant::now();
        let mut told = began;
        while began.elapsed() < whole {
            let second = Duration::from_secs(1);
            tokio::time::sleep(second.min(whole.saturating_sub(began.elapsed()))).await;
            seen.extend(process.and_then(Process::holdings));
            if told.elapsed() >= STEP || began.elapsed() >= whole {
                told = Instant::now();
                self.progress(began.elapsed(), seen.last(), output)?;
            }
        }
        let mut report = self
            .crowd
            .read(|ledger| Report::new(ledger, began.elapsed()));
        if self.arguments.practice > 0 {
            self.crowd
                .read_practice(|practice| report.add_practice(practice));
        }
        if self.arguments.visitors > 0 {
            self.with_visits(|visits| report.add_visits(visits));
        }
        report.add_holdings(&seen);
        Ok(report)
    }

    fn with_visits(&self, work: impl FnOnce(&mut Visits)) {
        work(
            &mut self
                .visits
                .lock()
                .expect("nothing panics while it holds the lock"),
        );
    }

    fn progress(
        &self,
        elapsed: Duration,
        holdings: Option<&Holdings>,
        output: &mut Output,
    ) -> anyhow::Result<()> {
        let seconds = elapsed.as_secs();
        let (times, open, dropped) = self
            .crowd
            .read(|ledger| (ledger.moves.times(), ledger.open, ledger.dropped));
        let (moves, slow) = (times.count(), times.within(990).as_secs_f64() * 1000.0);
        let held = holdings.map(|held| format!("  {} MiB", held.bytes >> 20));
        let held = held.unwrap_or_default();
        output.text(&Text::new(
            format!("{seconds:>4} s  {open} open  {moves} moves  p99 {slow:.1} ms  {dropped} dropped{held}"),
            format!(
                "{seconds:>4} s  {open} ouvertes  {moves} coups  p99 {slow:.1} ms  {dropped} coupées{held}"
            ),
        ))?;
        output.flush()
    }
}

/// Why a client gets no answer, or not the one it needs.
fn refused(server: SocketAddr, error: ClientError, lang: Lang) -> anyhow::Error {
    let reason = match error {
        ClientError::Network(error) => io_fault(&error),
        ClientError::Refused { problem, .. } => Text::new(problem.text.en, problem.text.fr),
        other => {
            let told = other.to_string();
            Text::new(
                format!("the server does not answer as expected ({told})"),
                format!("le serveur ne répond pas comme prévu ({told})"),
            )
        }
    };
    anyhow!("{}", reason.get(lang)).context(server.to_string())
}
