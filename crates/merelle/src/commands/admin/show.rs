use ::play::Lang;
use ::play::text::Text;
use server::admin::{AdminError, JournalEntry, PersonLine, Report, Seen, Which};
use server::moment;

use super::{Desk, who};
use crate::Answer;

impl Desk<'_> {
    pub(super) fn people(&mut self, which: &Which) -> anyhow::Result<Answer> {
        let people = self.admin.people(which).map_err(AdminError::from);
        let people = self.told(people, "")?;
        let nobody = Text::new("nobody", "personne");
        self.list(&people, &nobody, person_line)
    }

    pub(super) fn person(&mut self, person: &str) -> anyhow::Result<Answer> {
        let sheet = self.told(self.admin.person(&who(person)), person)?;
        if self.output.is_json() {
            self.output.value(&serde_json::to_value(&sheet)?)?;
            return Ok(Answer::Done);
        }
        self.output.text(&person_line(&sheet.line))?;
        if let Some(since) = sheet.barred_since.filter(|_| sheet.line.barred) {
            let (since, reason) = (moment(since), sheet.barred_reason.unwrap_or_default());
            let until = sheet.barred_until.map(moment);
            let [english, french] = match until {
                Some(until) => [format!("until {until}"), format!("jusqu'au {until}")],
                None => ["for good".to_owned(), "définitivement".to_owned()],
            };
            self.output.text(&Text::new(
                format!("kept out since {since}, {english}: {}", plain(&reason)),
                format!("exclu depuis le {since}, {french} : {}", plain(&reason)),
            ))?;
        }
        for session in &sheet.open_sessions {
            let (created, expires) = (moment(session.created), moment(session.expires));
            self.output.text(&Text::new(
                format!("session since {created}, ends {expires} if it is not used"),
                format!(
                    "session depuis le {created}, finit le {expires} si elle n'est pas utilisée"
                ),
            ))?;
        }
        for game in &sheet.last_games {
            self.output.line(&format!("/game/{game}"))?;
        }
        let numbers = |numbers: &[i64]| {
            let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
            numbers.join(", ")
        };
        if !sheet.reports_about.is_empty() {
            let about = numbers(&sheet.reports_about);
            self.output.text(&Text::new(
                format!("reports about them: {about}"),
                format!("signalements à leur sujet : {about}"),
            ))?;
        }
        if !sheet.reports_by.is_empty() {
            let by = numbers(&sheet.reports_by);
            self.output.text(&Text::new(
                format!("reports they made: {by}"),
                format!("signalements de leur part : {by}"),
            ))?;
        }
        Ok(Answer::Done)
    }

    pub(super) fn addresses(&mut self) -> anyhow::Result<Answer> {
        let places = self.admin.barred_addresses().map_err(AdminError::from);
        let places = self.told(places, "")?;
        let none = Text::new("no address is kept out", "aucune adresse n'est exclue");
        self.list(&places, &none, |place| {
            let (network, until) = (&place.network, moment(place.until));
            let reason = plain(&place.reason);
            Text::new(
                format!("{network}  until {until}  {reason}"),
                format!("{network}  jusqu'au {until}  {reason}"),
            )
        })
    }

    pub(super) fn game(&mut self, game: &str) -> anyhow::Result<Answer> {
        let sheet = self.told(self.admin.game(game), game)?;
        if self.output.is_json() {
            self.output.value(&serde_json::to_value(&sheet)?)?;
            return Ok(Answer::Done);
        }
        let player = |player: &Option<(i64, String)>| match player {
            Some((number, name)) => format!("#{number} {}", plain(name)),
            None => "–".to_owned(),
        };
        let [white, black] = &sheet.players;
        let (white, black) = (player(white), player(black));
        let (id, setup, status) = (&sheet.id, &sheet.setup, &sheet.status);
        let (created, entries) = (moment(sheet.created), sheet.entries);
        self.output.text(&Text::new(
            format!(
                "/game/{id}  {setup}  {status}  {created}  {white} – {black}  {entries} entries"
            ),
            format!(
                "/game/{id}  {setup}  {status}  {created}  {white} – {black}  {entries} entrées"
            ),
        ))?;
        if let Some(since) = sheet.removed {
            let since = moment(since);
            self.output.text(&Text::new(
                format!("out of sight since {since}"),
                format!("hors de vue depuis le {since}"),
            ))?;
        }
        Ok(Answer::Done)
    }

    pub(super) fn reports(&mut self, seen: Seen) -> anyhow::Result<Answer> {
        let reports = self.admin.reports(seen).map_err(AdminError::from);
        let reports = self.told(reports, "")?;
        let none = Text::new("no reports", "aucun signalement");
        self.list(&reports, &none, report_line)
    }

    pub(super) fn check(&mut self) -> anyhow::Result<Answer> {
        let faults = self.admin.check().map_err(AdminError::from);
        let faults = self.told(faults, "")?;
        let well = Text::new("the database is whole", "la base de données est intacte");
        self.list(&faults, &well, |fault| {
            Text::new(fault.clone(), fault.clone())
        })?;
        Ok(if faults.is_empty() {
            Answer::Done
        } else {
            Answer::No
        })
    }

    pub(super) fn statistics(&mut self) -> anyhow::Result<Answer> {
        let all = self.admin.statistics().map_err(AdminError::from);
        let all = self.told(all, "")?;
        if self.output.is_json() {
            self.output.value(&serde_json::to_value(&all)?)?;
            return Ok(Answer::Done);
        }
        let games = all
            .games
            .iter()
            .map(|(status, count)| format!("{count} {status}"));
        let games = games.collect::<Vec<_>>().join(", ");
        let (accounts, guests, barred, sessions) =
            (all.accounts, all.guests, all.barred, all.sessions);
        let (removed, entries, reports) = (all.removed, all.entries, all.reports);
        let bytes = all.bytes;
        for text in [
            Text::new(
                format!("people: {accounts} accounts, {guests} guests, {barred} kept out"),
                format!("personnes : {accounts} comptes, {guests} invités, {barred} exclus"),
            ),
            Text::new(
                format!("sessions: {sessions}"),
                format!("sessions : {sessions}"),
            ),
            Text::new(
                format!("games: {games}, {removed} out of sight, {entries} log entries"),
                format!("parties : {games}, {removed} hors de vue, {entries} entrées de journal"),
            ),
            Text::new(
                format!("new reports: {reports}"),
                format!("nouveaux signalements : {reports}"),
            ),
            Text::new(
                format!("database: {bytes} bytes"),
                format!("base de données : {bytes} octets"),
            ),
        ] {
            self.output.text(&text)?;
        }
        Ok(Answer::Done)
    }

    pub(super) fn journal(&mut self, limit: u32) -> anyhow::Result<Answer> {
        let entries = self.admin.journal(limit).map_err(AdminError::from);
        let entries = self.told(entries, "")?;
        let none = Text::new("nothing was done yet", "rien n'a encore été fait");
        self.list(&entries, &none, journal_line)
    }

    /// Prints each in a line, or all in JSON, or that there is none.
    fn list<T: serde::Serialize>(
        &mut self,
        all: &[T],
        none: &Text,
        line: impl Fn(&T) -> Text,
    ) -> anyhow::Result<Answer> {
        if self.output.is_json() {
            self.output.value(&serde_json::to_value(all)?)?;
            return Ok(Answer::Done);
        }
        if all.is_empty() {
            self.output.text(none)?;
        }
        for one in all {
            self.output.text(&line(one))?;
        }
        Ok(Answer::Done)
    }
}

/// What people wrote, in one line and without what a terminal would obey.
fn plain(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let joined = words.join(" ");
    joined.chars().filter(|c| !c.is_control()).collect()
}

fn person_line(person: &PersonLine) -> Text {
    let PersonLine {
        id,
        sessions,
        games,
        reports,
        ..
    } = person;
    let (name, created) = (plain(&person.name), moment(person.created));
    let [guest, invite] = match person.guest {
        true => [" (guest)", " (invité)"],
        false => ["", ""],
    };
    let [barred, exclu] = match person.barred {
        true => [", kept out", ", exclu"],
        false => ["", ""],
    };
    let seen = person.seen.map(|seen| server::date(seen).replace('.', "-"));
    let seen = seen.unwrap_or_else(|| "–".to_owned());
    Text::new(
        format!(
            "#{id}  {name}{guest}{barred}  since {created}, seen {seen}, {sessions} sessions, \
             {games} games, {reports} reports"
        ),
        format!(
            "#{id}  {name}{invite}{exclu}  depuis le {created}, vu le {seen}, {sessions} sessions, \
             {games} parties, {reports} signalements"
        ),
    )
}

/// A report in a line or two.
fn report_line(report: &Report) -> Text {
    let gone = Text::new("somebody deleted", "quelqu'un d'effacé");
    let date = moment(report.at);
    let build = |about: &str, seen_word: &str, lang| {
        let name = |number: Option<i64>, name: &Option<String>| {
            let name = name.as_deref().filter(|name| !name.is_empty());
            match (number, name) {
                (Some(number), Some(name)) => format!("#{number} {}", plain(name)),
                _ => gone.get(lang),
            }
        };
        let mut line = format!(
            "{}  {date}  {} {about} {} ({})",
            report.id,
            name(report.reporter_id, &report.reporter),
            name(report.reported_id, &report.reported),
            report.reason
        );
        if let Some(game) = &report.game {
            line.push_str(&format!(", /game/{game}"));
        }
        if report.seen.is_some() {
            line.push_str(&format!(", {seen_word}"));
        }
        if !report.text.is_empty() {
            line.push_str(&format!("\n    {}", plain(&report.text)));
        }
        line
    };
    Text::new(
        build("about", "seen", Lang::EN),
        build("sur", "vu", Lang::FR),
    )
}

fn journal_line(entry: &JournalEntry) -> Text {
    let mut line = format!(
        "{}  {}  {}",
        moment(entry.at),
        plain(&entry.operator),
        entry.act
    );
    if let Some(person) = entry.person {
        let name = entry.name.as_deref().map(plain).unwrap_or_default();
        line.push_str(&format!("  #{person} {name}"));
    }
    for subject in [&entry.game, &entry.network].into_iter().flatten() {
        line.push_str(&format!("  {subject}"));
    }
    if let Some(until) = entry.until {
        line.push_str(&format!("  → {}", moment(until)));
    }
    if !entry.reason.is_empty() {
        line.push_str(&format!("  {}", plain(&entry.reason)));
    }
    Text::new(line.clone(), line)
}
