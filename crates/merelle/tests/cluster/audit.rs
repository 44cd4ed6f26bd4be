//! Who wrote what: PostgreSQL itself notes with every entry of a log which node wrote it and which one the
//! lease named at that moment.

use crate::records::Database;

/// Notes from now on.
pub(crate) fn begin(database: &Database) {
    database.rows(
        "CREATE SCHEMA audit; \
         CREATE TABLE audit.entries (game BIGINT, ply BIGINT, writer TEXT, speaker TEXT, epoch BIGINT); \
         CREATE FUNCTION audit.note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
             INSERT INTO audit.entries \
             SELECT NEW.game, NEW.ply, current_setting('application_name'), node, epoch \
             FROM (SELECT 1) AS one LEFT JOIN public.leases ON leases.game = NEW.game; \
             RETURN NEW; \
         END $$; \
         CREATE TRIGGER audit AFTER INSERT ON public.log \
         FOR EACH ROW EXECUTE FUNCTION audit.note();",
    );
}

/// What was found.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    pub(crate) entries: usize,
    /// How many games changed hands, counted each time.
    pub(crate) handed_over: usize,
    /// Entries that were written by another node than the one that spoke for the game.
    pub(crate) foreign: Vec<String>,
    /// Entries with an older epoch than one before them.
    pub(crate) outdated: Vec<String>,
}

/// Looks at all that was noted.
pub(crate) fn end(database: &Database) -> Findings {
    let rows = database.rows(
        "SELECT game, ply, writer, coalesce(speaker, 'nobody'), coalesce(epoch, 0) \
         FROM audit.entries ORDER BY game, ply",
    );
    let mut findings = Findings {
        entries: rows.len(),
        ..Findings::default()
    };
    let mut before: Option<(String, i64)> = None;
    for row in rows {
        let cells: Vec<String> = row.into_iter().map(Option::unwrap_or_default).collect();
        let [game, ply, writer, speaker, epoch] = &cells[..] else {
            panic!("five columns were asked for");
        };
        let epoch: i64 = epoch.parse().unwrap();
        let told = format!("{game} {ply}: {writer} wrote, {speaker} spoke, epoch {epoch}");
        if writer != speaker {
            findings.foreign.push(told.clone());
        }
        if let Some((same, last)) = &before
            && same == game
        {
            findings.handed_over += usize::from(*last < epoch);
            if epoch < *last {
                findings.outdated.push(told);
            }
        }
        before = Some((game.clone(), epoch));
    }
    findings
}
