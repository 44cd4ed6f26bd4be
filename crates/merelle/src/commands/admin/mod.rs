mod show;

use std::io::{BufRead, IsTerminal, Write};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use ::play::Lang;
use ::play::text::Text;
use anyhow::anyhow;
use server::Database;
use server::admin::{Admin, AdminError, Place, Seen, Sessions, Which, Who};

use crate::Answer;
use crate::arguments::{AdminAction, AdminArguments, End};
use crate::commands::serve::default_data;
use crate::output::Output;

pub(crate) fn run(arguments: AdminArguments, output: &mut Output) -> anyhow::Result<Answer> {
    let data = arguments.data.unwrap_or_else(default_data);
    let lang = output.lang();
    let database = arguments.database.as_deref();
    let database = database
        .map(|text| super::database(text, lang))
        .transpose()?;
    let mut desk = Desk::open(&data, &database.unwrap_or_default(), output)?;
    match arguments.action {
        AdminAction::People {
            find,
            accounts,
            barred,
            limit,
        } => desk.people(&Which {
            find,
            accounts,
            barred,
            limit,
        }),
        AdminAction::Person { whom } => desk.person(&whom.person),
        AdminAction::EndSessions {
            person: Some(person),
            act,
            ..
        } => desk.end_sessions(&person, &act.reason),
        AdminAction::EndSessions {
            person: None,
            act,
            sure,
            ..
        } => desk.end_all_sessions(&act.reason, sure.yes),
        AdminAction::Rename { whom, name, act } => desk.rename(&whom.person, &name, &act.reason),
        AdminAction::Bar { whom, end, act } => desk.bar(&whom.person, &end, &act.reason),
        AdminAction::Unbar { whom, act } => desk.unbar(&whom.person, &act.reason),
        AdminAction::Addresses => desk.addresses(),
        AdminAction::BarAddress {
            address,
            end,
            act,
            sure,
        } => desk.bar_address(&address, &end, &act.reason, sure.yes),
        AdminAction::UnbarAddress { address, act } => desk.unbar_address(&address, &act.reason),
        AdminAction::Game { game } => desk.game(&game),
        AdminAction::RemoveGame { game, act } => desk.remove_game(&game, &act.reason),
        AdminAction::ReturnGame { game, act } => desk.return_game(&game, &act.reason),
        AdminAction::Reports { all } => desk.reports(if all { Seen::Too } else { Seen::Not }),
        AdminAction::Seen { report, reason } => desk.seen(report, &reason),
        AdminAction::ResetPassword { whom, act, sure } => {
            desk.reset_password(&whom.person, &act.reason, sure.yes)
        }
        AdminAction::RemoveSecondFactor { whom, act, sure } => {
            desk.remove_second_factor(&whom.person, &act.reason, sure.yes)
        }
        AdminAction::Rotate {
            end_sessions,
            act,
            sure,
        } => {
            let sessions = if end_sessions {
                Sessions::End
            } else {
                Sessions::Stay
            };
            desk.rotate(sessions, &act.reason, sure.yes)
        }
        AdminAction::Check => desk.check(),
        AdminAction::Statistics => desk.statistics(),
        AdminAction::Journal { limit } => desk.journal(limit),
    }
}

/// Where an operator works.
struct Desk<'a> {
    admin: Admin,
    output: &'a mut Output,
}

impl Desk<'_> {
    fn open<'a>(
        data: &Path,
        database: &Database,
        output: &'a mut Output,
    ) -> anyhow::Result<Desk<'a>> {
        let lang = output.lang();
        let admin = Admin::open(data, database, &operator());
        let admin = admin.map_err(|error| anyhow!("{}", error.text().get(lang)))?;
        Ok(Desk { admin, output })
    }

    fn lang(&self) -> Lang {
        self.output.lang()
    }

    /// What was done, or why not.
    fn told<T>(&self, done: Result<T, AdminError>, about: &str) -> anyhow::Result<T> {
        let lang = self.lang();
        done.map_err(|error| anyhow!("{}", error.text(about).get(lang)))
    }

    /// Says what was done: its entry in the journal, or a sentence.
    fn done(&mut self, text: &Text) -> anyhow::Result<Answer> {
        if self.output.is_json() {
            let written = self.told(self.admin.journal(1).map_err(AdminError::from), "")?;
            self.output.value(&serde_json::to_value(written.first())?)?;
        } else {
            self.output.text(text)?;
        }
        Ok(Answer::Done)
    }

    /// Asks whether the operator is sure, who may have said so.
    fn confirm(&self, yes: bool, question: &Text) -> anyhow::Result<bool> {
        if yes {
            return Ok(true);
        }
        let lang = self.lang();
        let question = question.get(lang);
        if !std::io::stdin().is_terminal() {
            let reason = Text::new(
                format!("{question} Add --yes if you are sure."),
                format!("{question} Ajoutez --yes si vous en êtes sûr."),
            );
            return Err(anyhow!("{}", reason.get(lang)));
        }
        let choice = Text::new("[yes/no]", "[oui/non]");
        eprint!("{question} {} ", choice.get(lang));
        std::io::stderr().flush()?;
        let mut answer = String::new();
        std::io::stdin().lock().read_line(&mut answer)?;
        Ok(["y", "yes", "o", "oui"].contains(&answer.trim().to_lowercase().as_str()))
    }

    fn end_sessions(&mut self, person: &str, reason: &str) -> anyhow::Result<Answer> {
        let ended = self.admin.end_sessions(&who(person), reason);
        let ended = self.told(ended, person)?;
        self.done(&Text::new(
            format!("{ended} sessions of {person} ended"),
            format!("{ended} sessions de {person} fermées"),
        ))
    }

    fn end_all_sessions(&mut self, reason: &str, yes: bool) -> anyhow::Result<Answer> {
        let question = Text::new(
            "Everybody has to log in again, and guests are lost.",
            "Tout le monde devra se reconnecter, et les invités sont perdus.",
        );
        if !self.confirm(yes, &question)? {
            return Ok(Answer::No);
        }
        let ended = self.admin.end_all_sessions(reason);
        let ended = self.told(ended, "")?;
        self.done(&Text::new(
            format!("all {ended} sessions ended"),
            format!("les {ended} sessions sont toutes fermées"),
        ))
    }

    fn rename(&mut self, person: &str, name: &str, reason: &str) -> anyhow::Result<Answer> {
        let before = self.admin.rename(&who(person), name, reason);
        let before = self.told(before, person)?;
        self.done(&Text::new(
            format!("{before} is called {name} now"),
            format!("{before} s'appelle désormais {name}"),
        ))
    }

    fn bar(&mut self, person: &str, end: &End, reason: &str) -> anyhow::Result<Answer> {
        let until = until(end);
        let barred = self.admin.bar(&who(person), until, reason);
        self.told(barred, person)?;
        let date = until.map(server::moment);
        let text = match date {
            Some(date) => Text::new(
                format!("{person} is kept out until {date}; `merelle admin unbar` undoes it"),
                format!("{person} est exclu jusqu'au {date} ; `merelle admin unbar` l'annule"),
            ),
            None => Text::new(
                format!("{person} is kept out; `merelle admin unbar` undoes it"),
                format!("{person} est exclu ; `merelle admin unbar` l'annule"),
            ),
        };
        self.done(&text)
    }

    fn unbar(&mut self, person: &str, reason: &str) -> anyhow::Result<Answer> {
        let unbarred = self.admin.unbar(&who(person), reason);
        self.told(unbarred, person)?;
        self.done(&Text::new(
            format!("{person} may come in again"),
            format!("{person} peut revenir"),
        ))
    }

    fn place(&self, text: &str) -> anyhow::Result<Place> {
        let lang = self.lang();
        let place = text.parse();
        place.map_err(|error: server::admin::PlaceError| anyhow!("{}", error.text().get(lang)))
    }

    fn bar_address(
        &mut self,
        address: &str,
        end: &End,
        reason: &str,
        yes: bool,
    ) -> anyhow::Result<Answer> {
        let place = self.place(address)?;
        let Some(until) = until(end) else {
            let reason = Text::new(
                "an address changes hands: say for how long with --for 7d or --until 2026-12-24",
                "une adresse change de mains : dites pour combien de temps avec --for 7d ou \
                 --until 2026-12-24",
            );
            return Err(anyhow!("{}", reason.get(self.lang())));
        };
        let question = Text::new(
            format!("{place} is this machine, or so wide that it keeps many people out."),
            format!("{place} est cette machine, ou un réseau si large qu'il exclut bien des gens."),
        );
        if place.is_wide() && !self.confirm(yes, &question)? {
            return Ok(Answer::No);
        }
        let barred = self.admin.bar_address(place, until, reason);
        self.told(barred, address)?;
        let date = server::moment(until);
        self.done(&Text::new(
            format!("{place} is kept out until {date}; `merelle admin unbar-address` undoes it"),
            format!("{place} est exclu jusqu'au {date} ; `merelle admin unbar-address` l'annule"),
        ))
    }

    fn unbar_address(&mut self, address: &str, reason: &str) -> anyhow::Result<Answer> {
        let place = self.place(address)?;
        let unbarred = self.admin.unbar_address(place, reason);
        self.told(unbarred, address)?;
        self.done(&Text::new(
            format!("{place} may come in again"),
            format!("{place} peut revenir"),
        ))
    }

    fn remove_game(&mut self, game: &str, reason: &str) -> anyhow::Result<Answer> {
        let removed = self.admin.remove_game(game, reason);
        self.told(removed, game)?;
        self.done(&Text::new(
            format!("only its players see {game} now; `merelle admin return-game` undoes it"),
            format!(
                "seuls ses joueurs voient encore {game} ; `merelle admin return-game` l'annule"
            ),
        ))
    }

    fn return_game(&mut self, game: &str, reason: &str) -> anyhow::Result<Answer> {
        let returned = self.admin.return_game(game, reason);
        self.told(returned, game)?;
        self.done(&Text::new(
            format!("{game} can be seen again"),
            format!("{game} est de nouveau visible"),
        ))
    }

    fn reset_password(&mut self, person: &str, reason: &str, yes: bool) -> anyhow::Result<Answer> {
        let question = Text::new(
            format!("Whoever has the code takes over {person}. Is it really them who asks?"),
            format!(
                "Qui a le code prend la main sur {person}. Est-ce bien cette personne qui le demande ?"
            ),
        );
        if !self.confirm(yes, &question)? {
            return Ok(Answer::No);
        }
        let code = self.admin.reset_password(&who(person), reason);
        let code = self.told(code, person)?;
        if self.output.is_json() {
            self.output.value(&serde_json::json!({ "code": code }))?;
            return Ok(Answer::Done);
        }
        self.output.line(&code)?;
        self.output.note(&Text::new(
            format!(
                "Shown once. With it {person} sets a new password on the page («Forgot your \
                 password?»); the present one stays until then."
            ),
            format!(
                "Affiché une seule fois. Avec ce code, {person} choisit un nouveau mot de passe sur la \
                 page (« Mot de passe oublié ? ») ; l'actuel reste valable d'ici là."
            ),
        ));
        Ok(Answer::Done)
    }

    fn remove_second_factor(
        &mut self,
        person: &str,
        reason: &str,
        yes: bool,
    ) -> anyhow::Result<Answer> {
        let question = Text::new(
            format!("{person} will log in by password alone. Is it really them who asks?"),
            format!(
                "{person} se connectera avec le seul mot de passe. Est-ce bien cette personne qui le \
                 demande ?"
            ),
        );
        if !self.confirm(yes, &question)? {
            return Ok(Answer::No);
        }
        let removed = self.admin.remove_second_factor(&who(person), reason);
        self.told(removed, person)?;
        self.done(&Text::new(
            format!("{person} logs in by password alone"),
            format!("{person} se connecte avec le seul mot de passe"),
        ))
    }

    fn rotate(&mut self, sessions: Sessions, reason: &str, yes: bool) -> anyhow::Result<Answer> {
        let question = match sessions {
            Sessions::Stay => Text::new(
                "Addresses will have other names in the log.",
                "Les adresses auront d'autres noms dans le journal.",
            ),
            Sessions::End => Text::new(
                "Everybody has to log in again, and guests are lost.",
                "Tout le monde devra se reconnecter, et les invités sont perdus.",
            ),
        };
        if !self.confirm(yes, &question)? {
            return Ok(Answer::No);
        }
        let rotated = self.admin.rotate(sessions, reason);
        self.told(rotated, "")?;
        self.done(&Text::new(
            "there are new keys",
            "de nouvelles clés sont en place",
        ))
    }

    fn seen(&mut self, report: i64, reason: &str) -> anyhow::Result<Answer> {
        let seen = self.admin.mark_seen(report, reason);
        self.told(seen, &report.to_string())?;
        self.done(&Text::new(
            format!("report {report} is marked as seen"),
            format!("le signalement {report} est marqué comme vu"),
        ))
    }
}

/// Whom an operator means.
fn who(text: &str) -> Who {
    text.parse().unwrap_or_else(|never| match never {})
}

/// When something ends, if ever.
fn until(end: &End) -> Option<u64> {
    let now = || SystemTime::now().duration_since(UNIX_EPOCH);
    let now = || now().map_or(0, |since| since.as_millis() as u64);
    end.until.or_else(|| end.lasting.map(|span| now() + span))
}

/// The user of this machine who gives the command, as far as the environment tells it.
fn operator() -> String {
    let mut names = ["SUDO_USER", "USER", "LOGNAME"].into_iter();
    let name = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    names.find_map(name).unwrap_or_else(|| "?".to_owned())
}
