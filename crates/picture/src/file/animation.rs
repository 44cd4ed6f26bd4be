use super::svg::{Caption, Size, file, push_group, style};
use crate::{Group, Scene, Theme};

/// How long each scene is shown, in seconds.
const SECONDS: f64 = 1.5;

/// Scenes of one size as an SVG file that shows one after the other, over and over. What all of
/// them begin with is drawn once. Readers who want nothing to move see the last scene.
///
/// # Panics
///
/// When there is no scene.
#[must_use]
pub fn to_animated_svg(scenes: &[Scene], theme: Theme, caption: &Caption<'_>) -> String {
    let (first, rest) = scenes.split_first().expect("there is something to show");
    let still = rest.iter().fold(first.groups.len(), |still, scene| {
        let same = first.groups.iter().zip(&scene.groups);
        still.min(same.take_while(|(a, b)| a == b).count())
    });
    let shapes = scenes.iter().flat_map(Scene::shapes);
    let style = style(shapes, theme) + &timing(scenes.len());
    file(first, Size::Any, theme, caption, &style, |svg| {
        for group in &first.groups[..still] {
            push_group(svg, group);
        }
        for (number, scene) in scenes.iter().enumerate() {
            let last = if number + 1 == scenes.len() {
                " final"
            } else {
                ""
            };
            let delay = SECONDS * number as f64;
            *svg += &format!("<g class=\"frame{last}\" style=\"animation-delay:{delay}s\">\n");
            let moving: &[Group] = &scene.groups[still..];
            for group in moving {
                push_group(svg, group);
            }
            *svg += "</g>\n";
        }
    })
}

/// Each frame is shown for its part of a round; until its delay is over it is hidden.
fn timing(frames: usize) -> String {
    let round = SECONDS * frames as f64;
    let part = 100.0 / frames as f64;
    format!(
        ".frame{{visibility:hidden;animation:frame {round}s step-end infinite}}\n\
         @keyframes frame{{0%{{visibility:visible}}{part:.4}%{{visibility:hidden}}}}\n\
         @media (prefers-reduced-motion: reduce) {{\n\
         .frame{{animation:none}}.final{{visibility:visible}}\n}}\n"
    )
}
