//! Boards and positions of the games as scenes.
//!
//! [`moulin()`] and [`mijnlieff()`] make a [`Scene`](picture::Scene) of a position and
//! [`Marks`]; `picture` turns scenes into files. A page that moves pieces itself takes a
//! [`stage()`].
//!
//! ```
//! use game::{Game, Notation};
//! use mijnlieff::Mijnlieff;
//! use picture::board::{Last, Marks, Visibility};
//! use picture::{Caption, Theme, to_svg};
//! use play::draw;
//!
//! let mijnlieff = Mijnlieff::from_options("").unwrap();
//! let position = mijnlieff.read_position("w=La1;b=;turn=b;limit=La1").unwrap();
//! let marks = Marks {
//!     open: Some(mijnlieff.open(&position).into_iter().collect()),
//!     last: mijnlieff.board().square("a1").map(Last::placed),
//!     hands: Visibility::Shown,
//!     ..Marks::default()
//! };
//! let scene = draw::mijnlieff(&mijnlieff, &position, &marks);
//! let caption = Caption { title: "Mijnlieff", description: "White began with a straight on a1" };
//! let svg = to_svg(&scene.on_page(), Theme::Auto, &caption);
//! assert!(svg.contains(r#"<g class="piece white" data-name="a1">"#));
//! ```

mod mill;
mod poster;
mod symbol;
mod tiles;

use game::Game;
use picture::board::{Marks, Stage};

use crate::Setup;

pub use mill::{moulin, stone};
pub use poster::poster;
pub use tiles::{mijnlieff, piece, tile};

/// The empty board of a setup for a page that moves pieces itself.
///
/// ```
/// let stage = play::draw::stage(&"moulin:classique".parse().unwrap());
/// assert_eq!(stage.places.len(), 24);
/// ```
#[must_use]
pub fn stage(setup: &Setup) -> Stage {
    match setup {
        Setup::Mijnlieff(game) => {
            let scene = mijnlieff(game, &game.start(), &Marks::default());
            Stage::new(&scene, &tiles::sprites())
        }
        Setup::Moulin(game) => {
            let scene = moulin(game, &game.start(), &Marks::default());
            Stage::new(&scene, &mill::sprites())
        }
    }
}
