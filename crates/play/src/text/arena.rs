use engine::{Player, PlayerError};

use super::Text;
use crate::Lang;
use crate::arena::{Entrant, Report, Spoiled, Step, Tally};
use crate::protocol::ProgramError;

/// Why the name of a player is refused.
#[must_use]
pub fn player_refusal(error: &PlayerError) -> Text {
    match error {
        PlayerError::Unknown { name } => Text::new(
            format!(
                "unknown player '{name}' (known: random, greedy, level-1 to level-8, perfect, \
                 nodes=20000, time=200ms, run=PROGRAM)"
            ),
            format!(
                "joueur inconnu « {name} » (connus : random, greedy, level-1 à level-8, perfect, \
                 nodes=20000, time=200ms, run=PROGRAM)"
            ),
        ),
        PlayerError::Level { level } => Text::new(
            format!("there are levels 1 to 8, not '{level}'"),
            format!("il y a les niveaux 1 à 8, pas « {level} »"),
        ),
        PlayerError::Limit { key, value } => Text::new(
            format!("{key}={value} is not a limit (such as nodes=20000, time=200ms, time=2s)"),
            format!("{key}={value} n'est pas une limite (comme nodes=20000, time=200ms, time=2s)"),
        ),
    }
}

/// What a program did that ended a match.
#[must_use]
pub fn match_spoiled(spoiled: &Spoiled) -> Text {
    let Spoiled { entrant, error } = spoiled;
    Text::new(
        format!("{entrant} ended the match: it {error}"),
        match error {
            ProgramError::Start { reason } => {
                format!("{entrant} a gâché le match : impossible de le lancer ({reason})")
            }
            ProgramError::Gone => format!("{entrant} a gâché le match : il s'est arrêté"),
            ProgramError::Silent { asked } => {
                format!("{entrant} a gâché le match : pas de réponse à « {asked} »")
            }
            ProgramError::Refuses { says } => {
                format!("{entrant} a gâché le match : il dit « {says} »")
            }
            ProgramError::Illegal { played } => {
                format!("{entrant} a gâché le match : « {played} » n'est pas un coup légal")
            }
        },
    )
}

/// What a match has given, in a sentence.
#[must_use]
pub fn match_result(players: &[Entrant; 2], report: &Report) -> Text {
    let [one, other] = players;
    let Report {
        tally, different, ..
    } = report;
    let Tally {
        wins,
        draws,
        losses,
    } = tally;
    let games = tally.games();
    let sentence = |lang| {
        let score = percent(tally.score(), lang);
        let drawn = percent(tally.draw_rate(), lang);
        let [low, high] = tally.interval().map(|end| percent(end, lang));
        match lang {
            Lang::FR => format!(
                "{one} marque {score} contre {other} (intervalle à 95 % de {low} à {high}, Wilson, \
                 une nulle vaut un demi) : {wins} victoires, {draws} nulles ({drawn}), {losses} \
                 défaites. {games} parties, dont {different} différentes."
            ),
            _ => format!(
                "{one} scores {score} against {other} (95 % interval {low} to {high}, Wilson, a \
                 draw is half): {wins} wins, {draws} draws ({drawn}), {losses} losses. {games} \
                 games, {different} of them different."
            ),
        }
    };
    Text::new(sentence(Lang::EN), sentence(Lang::FR))
}

/// One line of the table of the levels.
#[must_use]
pub fn ladder_line(players: [Player; 2], step: Step, tally: Tally, different: u32) -> Text {
    let [one, other] = players.map(|player| player.to_string());
    let line = |lang, draws: &str, games: &str, fits: &str| {
        let score = percent(tally.score(), lang);
        let [low, high] = tally.interval().map(|end| percent(end, lang));
        let drawn = percent(tally.draw_rate(), lang);
        let count = tally.games();
        format!(
            "{one:8} {other:8} {score:>8} ({low:>7} – {high:>7})  {draws} {drawn:>7}  \
             {different}/{count} {games}  {fits}"
        )
    };
    let fits = if step.accepts(tally) {
        ["as it should be", "comme il faut"]
    } else {
        ["NOT as it should be", "PAS comme il faut"]
    };
    Text::new(
        line(Lang::EN, "draws", "different", fits[0]),
        line(Lang::FR, "nulles", "différentes", fits[1]),
    )
}

/// `66.5 %` and `66,5 %`.
fn percent(share: f64, lang: Lang) -> String {
    let text = format!("{:.1} %", 100.0 * share);
    match lang {
        Lang::FR => text.replace('.', ","),
        _ => text,
    }
}
