use std::collections::BTreeSet;

use crate::{Cell, Layout};

/// How tiles of an enumerated layout may touch (MJ1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contact {
    /// By whole sides only.
    Sides,
    /// By whole sides and corners, all on one grid of tiles.
    SidesAndCorners,
    /// By sides, also half of one.
    HalfSides,
    /// By sides, half sides and corners: every board there is.
    All,
}

impl Contact {
    /// Where the next tile may lie beside one at the origin. Tiles that touch in a way that is
    /// not allowed may still lie together when each is held by others.
    fn offsets(self) -> Vec<Cell> {
        let reach = -2..=2;
        let all = reach
            .clone()
            .flat_map(|column| reach.clone().map(move |row| (column, row)));
        let allowed = |(column, row): &(i16, i16)| {
            let (x, y) = (column.abs(), row.abs());
            let touches = x.max(y) == 2;
            let (corner, whole) = (x + y == 4, x + y == 2);
            touches
                && match self {
                    Contact::Sides => whole,
                    Contact::SidesAndCorners => whole || corner,
                    Contact::HalfSides => !corner,
                    Contact::All => true,
                }
        };
        all.filter(allowed)
            .map(|(column, row)| Cell::new(column, row))
            .collect()
    }
}

/// Every layout of `sets` sets of tiles connected by such contacts, in the order of their texts,
/// turned and mirrored ones as layouts of their own.
///
/// One set has 978 layouts in all; the number grows by a factor of thousands with each set.
#[must_use]
pub fn layouts(sets: u8, contact: Contact) -> Vec<Layout> {
    let offsets = contact.offsets();
    let tiles = 4 * usize::from(sets);
    let mut growing: BTreeSet<Vec<Cell>> = BTreeSet::from([vec![Cell::new(0, 0)]]);
    for _ in 1..tiles {
        growing = growing
            .iter()
            .flat_map(|tiles| grown(tiles, &offsets))
            .collect();
    }
    let mut found: Vec<Layout> = growing
        .iter()
        .filter_map(|tiles| Layout::new(tiles).ok())
        .collect();
    found.sort_by_key(Layout::to_string);
    found
}

/// The arrangements with one more tile, moved to the origin so that equal ones meet.
fn grown(tiles: &[Cell], offsets: &[Cell]) -> Vec<Vec<Cell>> {
    let places = tiles.iter().flat_map(|tile| {
        offsets
            .iter()
            .map(|offset| tile.offset(offset.column, offset.row))
    });
    let free = places.filter(|place| {
        tiles.iter().all(|tile| {
            let (x, y) = (tile.column - place.column, tile.row - place.row);
            x.abs().max(y.abs()) >= 2
        })
    });
    let arrangements = free.map(|place| {
        let mut tiles = [tiles, &[place]].concat();
        let left = tiles.iter().map(|tile| tile.column).min().unwrap_or(0);
        let bottom = tiles.iter().map(|tile| tile.row).min().unwrap_or(0);
        for tile in &mut tiles {
            *tile = tile.offset(-left, -bottom);
        }
        tiles.sort();
        tiles
    });
    arrangements.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(contact: Contact, different: usize) -> Vec<Layout> {
        let all = layouts(1, contact);
        let canonical: BTreeSet<String> = all
            .iter()
            .map(|layout| layout.canonical().to_string())
            .collect();
        assert_eq!(canonical.len(), different, "{contact:?}");
        all
    }

    #[test]
    fn mj1_boards_by_kind_of_contact() {
        check(Contact::Sides, 5);
        check(Contact::SidesAndCorners, 22);
        check(Contact::HalfSides, 60);
        assert_eq!(check(Contact::All, 145).len(), 978);
    }
}
