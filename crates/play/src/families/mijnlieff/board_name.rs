//! What people call the boards of one set: what their outline looks like, and a number.

use engine::mijnlieff::atlas::boards;
use mijnlieff::{Cell, Layout};

use crate::text::Text;

/// Squares to a side of a tile.
const SIDE: i16 = 2;

/// From this many squares on a board is called long.
const LONG: i16 = 8;

/// How the four tiles of a board lie to each other. Tiles that share a side or a corner touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outline {
    /// Each touches all others.
    Square,
    /// All but two touch each other.
    Block,
    /// Each touches two, around a hole.
    Ring,
    /// Three touch each other, the fourth one of them.
    Flag,
    /// One touches the three others.
    Fork,
    /// One after the other, always in the same direction along a side.
    Bar,
    /// One after the other, always in the same direction, aslant.
    Stairs,
    /// One after the other, with one bend.
    Hook,
    /// One after the other, bent twice to the same side.
    Arc,
    /// The same, so that the last step leads back.
    Horseshoe,
    /// One after the other, bent to one side and then to the other.
    Snake,
}

/// Every board of one set with its name, in the order of the atlas. No two have the same.
#[must_use]
pub fn board_names() -> Vec<(Layout, Text)> {
    let kinds: Vec<_> = boards()
        .into_iter()
        .map(|board| (kind(&board), board))
        .collect();
    let mut named = Vec::with_capacity(kinds.len());
    for (index, (kind, board)) in kinds.iter().enumerate() {
        let same = |others: &[(Kind, Layout)]| others.iter().filter(|(it, _)| it == kind).count();
        let number = (same(&kinds) > 1).then(|| same(&kinds[..index]) + 1);
        named.push((board.clone(), text(*kind, number)));
    }
    named
}

/// What a board of one set is called, however it lies.
#[must_use]
pub fn board_name(layout: &Layout) -> Option<Text> {
    let layout = layout.canonical();
    let mut names = board_names().into_iter();
    names.find_map(|(board, name)| (board == layout).then_some(name))
}

/// What comes before the number of a name.
type Kind = (Outline, Length);

/// Whether a board is as long as tiles one after the other can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Length {
    Usual,
    Long,
}

fn kind(board: &Layout) -> Kind {
    let outline = outline(board.tiles());
    let across = |place: fn(&Cell) -> i16| {
        let places = board.tiles().iter().map(place);
        places.max().map_or(0, |most| most + SIDE)
    };
    let longest = across(|tile| tile.column).max(across(|tile| tile.row));
    let bends = matches!(outline, Outline::Hook | Outline::Arc | Outline::Snake);
    let length = if bends && longest >= LONG {
        Length::Long
    } else {
        Length::Usual
    };
    (outline, length)
}

fn outline(tiles: &[Cell]) -> Outline {
    let neighbours = |tile: &Cell| tiles.iter().filter(|other| touch(tile, other)).count();
    let mut counts: Vec<usize> = tiles.iter().map(neighbours).collect();
    counts.sort_unstable();
    match counts.as_slice() {
        [3, 3, 3, 3] => Outline::Square,
        [2, 2, 3, 3] => Outline::Block,
        [2, 2, 2, 2] => Outline::Ring,
        [1, 2, 2, 3] => Outline::Flag,
        [1, 1, 1, 3] => Outline::Fork,
        _ => chain(tiles),
    }
}

/// Whether two different tiles share a side, a part of one, or a corner.
fn touch(one: &Cell, other: &Cell) -> bool {
    let [across, along] = step(one, other).map(i16::abs);
    across.max(along) == SIDE
}

fn step(from: &Cell, to: &Cell) -> [i16; 2] {
    [to.column - from.column, to.row - from.row]
}

/// The outline of tiles that lie one after the other.
fn chain(tiles: &[Cell]) -> Outline {
    let steps: Vec<[i16; 2]> = ordered(tiles)
        .windows(2)
        .map(|pair| step(&pair[0], &pair[1]))
        .collect();
    let bend = |a: [i16; 2], b: [i16; 2]| (a[0] * b[1] - a[1] * b[0]).signum();
    let bends: Vec<i16> = steps
        .windows(2)
        .map(|pair| bend(pair[0], pair[1]))
        .collect();
    let (first, last) = (steps[0], steps[steps.len() - 1]);
    let back = first[0] * last[0] + first[1] * last[1] < 0;
    let (left, right) = (bends.contains(&1), bends.contains(&-1));
    match (left, right) {
        (false, false) if first.contains(&0) => Outline::Bar,
        (false, false) => Outline::Stairs,
        (true, true) => Outline::Snake,
        _ if bends.contains(&0) => Outline::Hook,
        _ if back => Outline::Horseshoe,
        _ => Outline::Arc,
    }
}

/// The tiles of a chain from one end to the other.
fn ordered(tiles: &[Cell]) -> Vec<Cell> {
    let neighbours = |tile: &Cell| tiles.iter().filter(|other| touch(tile, other)).count();
    let mut rest = tiles.to_vec();
    let end = rest.iter().position(|tile| neighbours(tile) == 1);
    let mut chain = vec![rest.remove(end.unwrap_or(0))];
    while let Some(next) = rest.iter().position(|tile| {
        let last = chain.last();
        last.is_some_and(|last| touch(last, tile))
    }) {
        chain.push(rest.remove(next));
    }
    chain
}

fn text((outline, length): Kind, number: Option<usize>) -> Text {
    let (english, french) = match outline {
        Outline::Square => ("square", "carré"),
        Outline::Block => ("block", "bloc"),
        Outline::Ring => ("ring", "anneau"),
        Outline::Flag => ("flag", "drapeau"),
        Outline::Fork => ("fork", "fourche"),
        Outline::Bar => ("long bar", "longue barre"),
        Outline::Stairs => ("staircase", "escalier"),
        Outline::Hook => ("hook", "crochet"),
        Outline::Arc => ("arc", "arc"),
        Outline::Horseshoe => ("horseshoe", "fer à cheval"),
        Outline::Snake => ("snake", "serpent"),
    };
    let long = match length {
        Length::Usual => "",
        Length::Long => "long ",
    };
    let number = number.map_or_else(String::new, |number| format!(" {number}"));
    Text::new(
        capital(&format!("{long}{english}{number}")),
        capital(&format!("{long}{french}{number}")),
    )
}

fn capital(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(characters).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use engine::mijnlieff::Atlas;
    use mijnlieff::Turning;

    use super::*;
    use crate::Lang;

    #[test]
    fn every_board_of_the_atlas_has_a_name_of_its_own_in_both_languages() {
        let names = board_names();
        assert_eq!(names.len(), 145);
        for lang in [Lang::EN, Lang::FR] {
            let different: BTreeSet<String> =
                names.iter().map(|(_, name)| name.get(lang)).collect();
            assert_eq!(different.len(), names.len());
        }
        let atlas = Atlas::embedded();
        let solved = atlas.entries().iter().map(|entry| entry.layout());
        assert!(names.iter().map(|(board, _)| board).eq(solved));
    }

    /// Names are kept in links and in people's heads: they must not change.
    #[test]
    fn names_say_what_boards_look_like_and_stay() {
        let check = |tiles: &str, english: &str, french: &str| {
            let name = board_name(&Layout::read(tiles).unwrap()).unwrap();
            assert_eq!(name, Text::new(english, french), "{tiles}");
        };
        check("0.0/2.0/0.2/2.2", "Square", "Carré");
        check("0.0/0.2/0.4/0.6", "Long bar", "Longue barre");
        check("0.0/2.2/4.4/6.6", "Staircase 2", "Escalier 2");
        check("1.0/0.2/2.2/1.4", "Block 5", "Bloc 5");
        check("2.0/0.2/4.2/2.4", "Ring 4", "Anneau 4");
        check("0.0/2.2/0.4/4.4", "Fork 12", "Fourche 12");
        check("0.0/2.0/1.2/1.4", "Flag 13", "Drapeau 13");
        check("0.0/0.2/0.4/2.5", "Hook 1", "Crochet 1");
        check("0.0/0.2/0.4/1.6", "Long hook 1", "Long crochet 1");
        check("0.0/2.1/2.3/0.4", "Horseshoe 11", "Fer à cheval 11");
        check("0.0/2.2/0.4/2.6", "Long snake 15", "Long serpent 15");
    }

    #[test]
    fn a_board_keeps_its_name_however_it_lies() {
        for board in boards() {
            let kinds = Turning::ALL.map(|turning| kind(&board.turned(turning)));
            assert_eq!(kinds, [kind(&board); 8], "{board}");
        }
        let ring = Layout::read("1.0/3.1/0.2/2.3").unwrap();
        let names = Turning::ALL.map(|turning| board_name(&ring.turned(turning)));
        assert_eq!(names, [(); 8].map(|()| board_name(&ring)));
    }
}
