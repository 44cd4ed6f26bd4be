use utoipa::OpenApi;

use crate::protocol::{ClientMessage, HandPieces, ServerMessage};

/// What the HTTP API is, without its addresses.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Mérelle",
        description = "Mijnlieff and the mill family: live games, positions, people. \
                       Texts of setups, positions, moves and records are described in \
                       docs/notation.md, the socket and the order of things in docs/protocol.md. \
                       A session is a cookie that POST /api/guest sets.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    // The addresses bring theirs along; these go over the socket, or stand in generic ones only.
    components(schemas(ClientMessage, HandPieces, ServerMessage)),
    tags(
        (name = "games", description = "Making, playing and reading games"),
        (name = "positions", description = "Any position, without a game"),
        (name = "sharing", description = "Pictures, animations, pages to print, codes to scan"),
        (name = "people", description = "Guests and accounts"),
    )
)]
pub(super) struct Description;
