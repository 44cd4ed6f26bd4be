//! Scenes as files.

mod animation;
mod pdf;
mod png;
mod svg;
mod tags;

pub use animation::to_animated_svg;
pub use pdf::to_pdf;
pub use png::to_png;
pub use svg::{Caption, escape, style_sheet, to_svg, to_svg_element, to_svg_page};
pub(crate) use svg::{group_markup, shapes_markup, user_length, user_spot};
