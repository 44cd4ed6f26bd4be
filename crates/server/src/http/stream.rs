use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt as _, stream};

use super::app::App;
use super::body::GameInPath;
use super::socket::Permit;
use super::visitor::{Address, Visitor};
use crate::game_id::GameId;
use crate::owner::Network;
use crate::protocol::{Problem, ServerMessage};
use crate::refused::Refused;
use crate::rooms::{Command, Inbox, Outbox, Outgoing, ask_room, outbox};
use crate::seat::PersonId;

/// How often an empty line is sent where there is nothing to tell, so that a client who is gone is
/// noticed.
const PULSE: Duration = Duration::from_secs(20);

/// The messages of a game as they come, a line of JSON each, until it is over. An empty line now and then
/// says that there is nothing new.
#[utoipa::path(
    get,
    path = "/api/games/{id}/stream",
    tag = "games",
    security((), ("session" = [])),
    params(("id" = String, Path, description = "The game")),
    responses(
        (status = 200, description = "Lines of JSON, messages of the socket",
            content_type = "application/x-ndjson", body = String),
        (status = 404, description = "No such game", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy", body = Problem),
    )
)]
pub(super) async fn stream(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Address(address): Address,
    GameInPath(game): GameInPath,
) -> Result<Response, Refused> {
    app.limits.open_socket(address)?;
    let permit = Permit {
        app: Arc::clone(&app),
        address,
    };
    let room = app.hub.room(game).await?;
    let account = app.flight.account(Network::of(address));
    let (outbox, inbox) = outbox(account);
    let (person, follower) = (visitor.id(), outbox.clone());
    ask_room(&room, |reply| Command::Watch {
        person,
        outbox: follower,
        reply,
    })
    .await??;
    app.metrics.sockets.inc();
    app.bars.enter(address, &outbox, &app.addresses);
    let reader = Reader {
        permit,
        person,
        outbox: outbox.clone(),
        inbox,
        game,
        over: false,
    };
    // It ends with the session of who reads.
    if let Some((person, session)) = person.zip(visitor.token) {
        app.hub.connect(person, session, &outbox);
        if !app.store.session_lasts(session).await? {
            outbox.cut();
        }
    }
    let lines = stream::unfold(reader, |mut reader| async move {
        let line = reader.line().await?;
        Some((Ok::<Bytes, std::convert::Infallible>(line), reader))
    });
    let kind = [(header::CONTENT_TYPE, "application/x-ndjson")];
    Ok((kind, Body::from_stream(lines.fuse())).into_response())
}

/// A client that follows a game.
struct Reader {
    permit: Permit,
    person: Option<PersonId>,
    outbox: Outbox,
    inbox: Inbox,
    game: GameId,
    over: bool,
}

impl Reader {
    async fn line(&mut self) -> Option<Bytes> {
        if self.over {
            return None;
        }
        let mut closing = self.permit.app.closing.clone();
        let outgoing = tokio::select! {
            outgoing = self.inbox.next() => outgoing,
            _ = closing.changed() => return None,
            () = tokio::time::sleep(PULSE) => return Some(Bytes::from_static(b"\n")),
        };
        match outgoing {
            Outgoing::Message(text) => {
                self.over = ends(text.as_str());
                let mut line = text.as_str().to_owned();
                line.push('\n');
                Some(Bytes::from(line))
            }
            Outgoing::Cut | Outgoing::Closed => None,
        }
    }
}

/// Whether nothing but a rematch can follow a message.
fn ends(message: &str) -> bool {
    use crate::protocol::Status;
    match serde_json::from_str(message) {
        Ok(ServerMessage::Over { .. }) => true,
        Ok(ServerMessage::Game(game)) => matches!(game.status, Status::Over | Status::Aborted),
        _ => false,
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.permit.app.metrics.sockets.dec();
        self.permit.app.bars.leave(&self.outbox);
        if let Some(person) = self.person {
            self.permit.app.hub.disconnect(person, &self.outbox);
        }
        self.permit.app.hub.leave(self.game, &self.outbox);
    }
}
