//! All that belongs to somebody, sent as it is read: however many games there are, only some are in
//! memory at a time, and a reader who stops is not read for.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt as _, stream};
use play::text::Text;

use super::app::App;
use super::games::{summary, written};
use super::visitor::{Address, Somebody};
use crate::owner::Owner;
use crate::protocol::{Export, ExportedGame, Problem, RatingPoint, Words};
use crate::refused::Refused;
use crate::seat::PersonId;
use crate::store::{Entry, Filter, Game, Person};

/// Games read at once.
const AT_ONCE: u32 = 50;

/// All that is kept about a person.
#[utoipa::path(
    get,
    path = "/api/me/export",
    tag = "people",
    security(("session" = [])),
    responses(
        (status = 200, description = "All of it", body = Export),
        (status = 401, description = "Nobody yet", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy", body = Problem),
    )
)]
pub(super) async fn export(
    State(app): State<Arc<App>>,
    Address(address): Address,
    somebody: Somebody,
) -> Result<Response, Refused> {
    let person = somebody.person;
    let about = Text::new(
        "All that this server keeps about you. Passwords and sessions are kept as hashes only.",
        "Tout ce que ce serveur garde sur vous. Mots de passe et sessions n'y sont que hachés.",
    );
    let about_person = Export {
        me: person.me(),
        since: person.since,
        sessions: app.store.sessions_of(person.id, somebody.token).await?,
        rating_histories: histories(&app, &person).await?,
        blocked: app.store.blocked_by(person.id).await?,
        reports: app.store.reports_of(person.id).await?,
        about: Words::from(&about),
        games: Vec::new(),
    };
    let mut head = serde_json::to_string(&about_person).expect("exports are plain data");
    // The games come last, one after the other.
    head.truncate(head.len() - END.len());
    let file = Download {
        games: Games::of(&app, Owner::of(Some(person.id), address), person.id),
        form: Form::Export,
        is_first: true,
    };
    let kind = [(header::CONTENT_TYPE, "application/json")];
    Ok((kind, file.body(head).await?).into_response())
}

/// The end of an export, after its games.
const END: &str = "]}";

/// How somebody's ratings went.
async fn histories(
    app: &App,
    person: &Person,
) -> Result<BTreeMap<String, Vec<RatingPoint>>, Refused> {
    let mut histories = BTreeMap::new();
    for family in person.ratings.keys() {
        let history = app.store.rating_history(person.id, family.clone()).await?;
        histories.insert(family.clone(), history);
    }
    Ok(histories)
}

/// The records of all games of a person in one file, the newest first.
#[utoipa::path(
    get,
    path = "/api/me/records",
    tag = "people",
    security(("session" = [])),
    responses(
        (status = 200, description = "The records", content_type = "text/plain", body = String),
        (status = 401, description = "Nobody yet", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy", body = Problem),
    )
)]
pub(super) async fn records(
    State(app): State<Arc<App>>,
    Address(address): Address,
    somebody: Somebody,
) -> Result<Response, Refused> {
    let person = somebody.person.id;
    let file = Download {
        games: Games::of(&app, Owner::of(Some(person), address), person),
        form: Form::Records,
        is_first: true,
    };
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"merelle.txt\"",
        ),
    ];
    Ok((headers, file.body(String::new()).await?).into_response())
}

/// A file that is being sent.
struct Download {
    games: Games,
    form: Form,
    is_first: bool,
}

/// What is written of games.
#[derive(Clone, Copy)]
enum Form {
    /// JSON with commas between.
    Export,
    /// Records, without games in which nothing happened.
    Records,
}

impl Download {
    /// The file from this beginning on. What is refused at first is answered by a refusal.
    async fn body(mut self, head: String) -> Result<Body, Refused> {
        let first = self.part().await?;
        let begun = (head + &first.unwrap_or_default(), self);
        let parts = stream::unfold(Some(begun), |begun| async {
            let (text, mut file) = begun?;
            let part = Ok::<Bytes, io::Error>(Bytes::from(text));
            match file.part().await {
                Ok(Some(next)) => Some((part, Some((next, file)))),
                Ok(None) => Some((part, None)),
                // Whoever reads sees that the end is missing.
                Err(_) => Some((Err(io::Error::other("not all could be read")), None)),
            }
        });
        // Compression asks once more after the end, which a stream must be made to bear.
        Ok(Body::from_stream(parts.fuse()))
    }

    /// The next part; none after the end.
    async fn part(&mut self) -> Result<Option<String>, Refused> {
        let Some(games) = self.games.next().await? else {
            return Ok(None);
        };
        let is_last = self.games.is_last;
        let games = Arc::new(games);
        let (form, is_first) = (self.form, self.is_first);
        let person = self.games.person;
        self.is_first = self.is_first && games.is_empty();
        loop {
            let games = Arc::clone(&games);
            let written = self.games.app.apart(self.games.owner, move |_| match form {
                Form::Export => exported(&games, person, is_first),
                Form::Records => recorded(&games),
            });
            match written.await {
                // What was begun is not refused for want of room; it waits for it.
                Err(Refused::TooMany { wait }) if !is_first => tokio::time::sleep(wait).await,
                Ok(mut text) => {
                    if is_last && matches!(form, Form::Export) {
                        text += END;
                    }
                    return Ok(Some(text));
                }
                Err(refused) => return Err(refused),
            }
        }
    }
}

/// The games of a person, some at a time.
struct Games {
    app: Arc<App>,
    owner: Owner,
    person: PersonId,
    filter: Filter,
    is_last: bool,
}

impl Games {
    fn of(app: &Arc<App>, owner: Owner, person: PersonId) -> Games {
        Games {
            app: Arc::clone(app),
            owner,
            person,
            filter: Filter {
                player: Some(person),
                limit: AT_ONCE,
                ..Filter::default()
            },
            is_last: false,
        }
    }

    /// The next; none after the last.
    async fn next(&mut self) -> Result<Option<Vec<(Game, Vec<Entry>)>>, Refused> {
        if self.is_last {
            return Ok(None);
        }
        let games = self.app.store.list_logs(self.filter.clone()).await?;
        self.filter.before = games.last().map(|(game, _)| game.id);
        self.is_last = games.len() < AT_ONCE as usize;
        Ok(Some(games))
    }
}

/// Games of an export, with a comma before each but the first of all.
fn exported(
    games: &[(Game, Vec<Entry>)],
    person: PersonId,
    is_first: bool,
) -> Result<String, Refused> {
    let mut text = String::new();
    for (game, entries) in games {
        let exported = ExportedGame {
            summary: summary(game, Some(person)),
            record: written(game.clone(), entries)?.to_string(),
        };
        if !(is_first && text.is_empty()) {
            text.push(',');
        }
        text += &serde_json::to_string(&exported).expect("exports are plain data");
    }
    Ok(text)
}

/// Records one after the other, without games in which nothing happened.
fn recorded(games: &[(Game, Vec<Entry>)]) -> Result<String, Refused> {
    let mut text = String::new();
    for (game, entries) in games.iter().filter(|(_, entries)| !entries.is_empty()) {
        text += &written(game.clone(), entries)?.to_string();
        text.push('\n');
    }
    Ok(text)
}
