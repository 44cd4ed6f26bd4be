use std::net::SocketAddr;
use std::time::{Duration, Instant};

use ::play::Lang;
use ::play::text::{Text, io_fault};
use anyhow::anyhow;
use server::load::{
    ClientError, Crowd, CrowdPlan, Memory, Practice, Report, ReviewReport, resident_bytes,
};
use tokio::runtime::Runtime;

use super::read_setup;
use crate::Answer;
use crate::arguments::LoadArguments;
use crate::output::Output;

/// From one line of progress to the next.
const STEP: Duration = Duration::from_secs(10);

/// What is played against the computer: a board on which it thinks long.
const PRACTICE: &str = "mijnlieff:sets=2";

/// Which games are reviewed, and how long they are.
const REVIEWED: &str = "moulin:classique";
const PLIES: usize = 60;

/// Time for everybody to be connected.
const GATHERING: Duration = Duration::from_secs(120);

pub(crate) fn run(arguments: &LoadArguments, output: &mut Output) -> anyhow::Result<Answer> {
    server::allow_many_connections();
    Runtime::new()?.block_on(measure(arguments, output))
}

async fn measure(arguments: &LoadArguments, output: &mut Output) -> anyhow::Result<Answer> {
    let plan = CrowdPlan {
        server: arguments.server,
        people: arguments.sockets,
        setups: arguments.setup.clone(),
        clock: arguments.clock.clone(),
        pause: Duration::from_millis(arguments.pause),
        practice: (arguments.practice > 0).then(|| Practice {
            people: arguments.practice,
            setup: PRACTICE.to_owned(),
            player: arguments.player.clone(),
        }),
        memory: Memory::Times,
        seed: arguments.seed,
    };
    let began = Instant::now();
    let lang = output.lang();
    let crowd = Crowd::gather(&plan).await;
    let mut crowd = crowd.map_err(|error| refused(plan.server, error, lang))?;
    let people = plan.people / 2 * 2;
    let waited = crowd.connected(people, GATHERING).await;
    waited.ok_or_else(|| {
        let reason = Text::new(
            format!("not all of the {people} sockets were opened"),
            format!("les {people} connexions n'ont pas toutes été ouvertes"),
        );
        anyhow!("{}", reason.get(lang))
    })?;
    output.text(&Text::new(
        format!(
            "{people} sockets open after {:.1} s",
            began.elapsed().as_secs_f64()
        ),
        format!(
            "{people} connexions ouvertes après {:.1} s",
            began.elapsed().as_secs_f64()
        ),
    ))?;
    let before = time(&crowd, arguments, output).await?;
    if arguments.analysts == 0 {
        crowd.end().await;
        output.value(&serde_json::to_value(before)?)?;
        return Ok(Answer::Done);
    }
    let people = arguments.analysts;
    let setup = read_setup(REVIEWED, lang)?;
    let reviews = crowd.analyse(&plan, &setup, people, PLIES).await;
    let reviews = reviews.map_err(|error| refused(plan.server, error, lang))?;
    let during = time(&crowd, arguments, output).await?;
    crowd.end().await;
    let reviews = reviews
        .lock()
        .expect("nobody writes any more, and nothing panicked")
        .clone();
    let reviews = ReviewReport::new(&reviews, people);
    output.value(&serde_json::json!({ "before": before, "during": during, "reviews": reviews }))?;
    Ok(Answer::Done)
}

/// Times the moves of a crowd for as long as was asked.
async fn time(
    crowd: &Crowd,
    arguments: &LoadArguments,
    output: &mut Output,
) -> anyhow::Result<Report> {
    // What happened before does not count.
    crowd.read(|ledger| {
        ledger.latencies = server::load::Latencies::default();
        ledger.dropped = 0;
    });
    let began = Instant::now();
    let whole = Duration::from_secs(arguments.seconds);
    while began.elapsed() < whole {
        tokio::time::sleep(STEP.min(whole.saturating_sub(began.elapsed()))).await;
        progress(crowd, began.elapsed(), output)?;
    }
    let memory = resident_bytes(arguments.server).await;
    Ok(crowd.read(|ledger| Report::new(ledger, began.elapsed(), memory)))
}

fn progress(crowd: &Crowd, elapsed: Duration, output: &mut Output) -> anyhow::Result<()> {
    let line = crowd.read(|ledger| {
        let (seconds, moves) = (elapsed.as_secs(), ledger.latencies.count());
        let slow = ledger.latencies.within(990).as_secs_f64() * 1000.0;
        let (open, dropped) = (ledger.open, ledger.dropped);
        Text::new(
            format!("{seconds:>4} s  {open} open  {moves} moves  p99 {slow:.1} ms  {dropped} dropped"),
            format!(
                "{seconds:>4} s  {open} ouvertes  {moves} coups  p99 {slow:.1} ms  {dropped} coupées"
            ),
        )
    });
    output.text(&line)?;
    output.flush()
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
