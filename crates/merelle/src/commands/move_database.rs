use ::play::text::Text;
use anyhow::anyhow;
use server::{DatabasePlace, Moved, MovingStage};

use super::progress::Progress;
use crate::Answer;
use crate::output::Output;

/// Carries everything from one database to another.
pub(crate) fn run(from: &str, to: &str, output: &mut Output) -> anyhow::Result<Answer> {
    let lang = output.lang();
    let read = |text: &str| {
        let place = text.parse::<DatabasePlace>();
        place.map_err(|error| anyhow!("{}", error.text().get(lang)))
    };
    let (from, to) = (read(from)?, read(to)?);
    let failed = |error: server::StoreError| anyhow!("{}", error.text().get(lang));
    // Every row is copied once and read twice.
    let rows = server::rows_to_move(&from).map_err(failed)?;
    let mut progress = Progress::new(3 * rows, lang);
    let mut at = None;
    let mut waiting = 0;
    let moved = server::move_database(&from, &to, |step| {
        let stage = match step.stage {
            MovingStage::Copying => Text::new("copied", "copiée"),
            MovingStage::Comparing => Text::new("compared", "comparée"),
        };
        waiting += step.rows;
        // A line for each page of each table would be too much.
        if at != Some((step.table, step.stage)) || waiting >= 10_000 {
            at = Some((step.table, step.stage));
            progress.done(waiting, &format!("{} {}", step.table, stage.get(lang)));
            waiting = 0;
        }
    });
    progress.finish();
    let Moved { rows, found } = moved.map_err(failed)?;
    if output.is_json() {
        output.value(&serde_json::json!({ "rows": rows, "found": found }))?;
        return Ok(Answer::Done);
    }
    output.text(&Text::new(
        format!("moved and compared: {rows} rows from {from} to {to}"),
        format!("transférées et comparées : {rows} lignes de {from} vers {to}"),
    ))?;
    output.text(&match from {
        DatabasePlace::Folder(folder) => {
            let key = folder.join("merelle.key");
            let key = key.display();
            Text::new(
                format!(
                    "Copy {key} to the data folder of the server that is to use it: what is sealed \
                     in the database opens by these keys alone."
                ),
                format!(
                    "Copiez {key} dans le dossier de données du serveur qui va l'utiliser : ce qui \
                     est scellé dans la base ne s'ouvre qu'avec ces clés."
                ),
            )
        }
        DatabasePlace::Postgres(_) => Text::new(
            "Copy merelle.key from the data folder of the server that has used it so far: what is \
             sealed in the database opens by these keys alone.",
            "Copiez merelle.key depuis le dossier de données du serveur qui l'utilisait : ce qui est \
             scellé dans la base ne s'ouvre qu'avec ces clés.",
        ),
    })?;
    Ok(Answer::Done)
}
