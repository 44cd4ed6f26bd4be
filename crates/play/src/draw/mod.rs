//! Boards and positions as pictures: one hand for screen, paper and files.
//!
//! [`moulin()`] and [`mijnlieff()`] make a [`Scene`] of a position and [`Marks`]: plain geometry in
//! board units, each shape with the [`Ink`] that says what it is. A back end turns a scene into a
//! file: [`to_svg`], [`to_png`], and [`to_pdf`] for a [`Document`] of scenes measured in millimetres.
//! A page that moves pieces itself takes a [`Stage`].
//!
//! ```
//! use game::{Game, Notation};
//! use mijnlieff::Mijnlieff;
//! use play::draw::{self, Caption, Last, Marks, Theme, Visibility};
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
//! let svg = draw::to_svg(&scene.on_page(), Theme::Auto, &caption);
//! assert!(svg.contains(r#"<g class="piece white" data-name="a1">"#));
//! ```

mod animation;
mod document;
mod filmstrip;
mod frame;
mod ink;
mod mark;
mod marks;
mod mill;
mod path;
mod pdf;
mod plane;
mod png;
mod poster;
mod scene;
mod shape;
mod sprite;
mod stage;
mod structure;
mod svg;
mod symbol;
mod tags;
mod theme;
mod tiles;
mod typeface;

pub use animation::to_animated_svg;
pub use document::{Bookmark, Document, Link, Page, Place};
pub use filmstrip::{Frame, filmstrip};
pub use ink::{Colour, Ink};
pub use marks::{Last, Lettering, Marks, Visibility};
pub use mill::{moulin, stone};
pub use path::Segment;
pub use pdf::to_pdf;
pub use plane::{Bounds, Placement, Spot};
pub use png::to_png;
pub use poster::poster;
pub use scene::{Group, Handle, Scene, Thing};
pub use shape::{Form, Shape, Stroke};
pub use stage::Stage;
pub use structure::{Element, Part, Role};
pub(crate) use svg::escape;
pub use svg::{Caption, style_sheet, to_svg, to_svg_element, to_svg_page};
pub use theme::Theme;
pub use tiles::{mijnlieff, piece, tile};
pub use typeface::Face;
