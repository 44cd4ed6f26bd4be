//! Drawings and printed pages. Nothing here knows a game.
//!
//! A [`Scene`] is plain geometry, each shape with the [`Ink`] that says what it is. A back end
//! turns it into a file: [`to_svg`], [`to_png`], and [`to_pdf`] for a [`Document`](page::Document)
//! of scenes measured in millimetres. [`board`] has what all boards share: coordinates, hands,
//! marks, and the stage of a page that moves pieces itself. [`page`] sets type and lays things out
//! to be printed.
//!
//! ```
//! use picture::{Caption, Form, Group, Ink, Scene, Spot, Theme, Thing, to_svg};
//!
//! let dot = Form::circle(Spot::new(0.5, 0.5), 0.2).filled(Ink::Line);
//! let scene = Scene {
//!     width: 1.0,
//!     height: 1.0,
//!     groups: vec![Group::new(Thing::Board, vec![dot])],
//! };
//! let caption = Caption { title: "A dot", description: "It stands in the middle." };
//! let svg = to_svg(&scene.on_page(), Theme::Light, &caption);
//! assert!(svg.contains(r#"<circle cx="50" cy="50" r="20" class="fill-line"/>"#));
//! ```
#![forbid(unsafe_code)]

pub mod board;
mod file;
mod filmstrip;
mod finish;
mod ink;
pub mod page;
mod path;
mod plane;
mod qr;
mod scene;
mod shape;
mod theme;
mod typeface;

pub use file::{
    Caption, escape, style_sheet, to_animated_svg, to_pdf, to_png, to_svg, to_svg_element,
    to_svg_page,
};
pub use filmstrip::{Frame, filmstrip};
pub use finish::Finish;
pub use ink::{Colour, Ink};
pub use path::Segment;
pub use plane::{Bounds, Placement, Spot};
pub use qr::QrCode;
pub use scene::{Group, Handle, Scene, Thing};
pub use shape::{Form, Shape, Stroke};
pub use theme::Theme;
pub use typeface::Face;
