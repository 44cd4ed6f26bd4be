use moulin::{Board, Symmetry};

use super::bits::{ByByte, by_byte, look_up};
use super::turn::NOWHERE;

/// A symmetry of the board in tables, for whole sets at once.
#[derive(Clone, Debug)]
pub struct Image {
    sets: ByByte,
    /// By point: where it goes; nowhere stays nowhere.
    pub(super) to: [u8; 32],
    /// By point: where it comes from.
    pub(super) from: [u8; 32],
    /// The number of the symmetry that undoes it.
    pub(crate) inverse: u8,
}

impl Image {
    /// All symmetries of a board, the identity first.
    pub(super) fn all(board: &Board) -> Vec<Image> {
        let symmetries = board.symmetries();
        let images = symmetries
            .iter()
            .map(|symmetry| Image::new(board, symmetry));
        let mut images: Vec<Image> = images.collect();
        images.sort_by_key(|image| image.to);
        let numbers: Vec<[u8; 32]> = images.iter().map(|image| image.to).collect();
        for image in &mut images {
            let inverse = numbers.iter().position(|to| *to == image.from);
            image.inverse = inverse.expect("symmetries are a group") as u8;
        }
        images
    }

    fn new(board: &Board, symmetry: &Symmetry) -> Image {
        let (mut to, mut from) = ([NOWHERE as u8; 32], [NOWHERE as u8; 32]);
        for point in board.points() {
            let image = symmetry.point(point).index();
            to[point.index()] = image as u8;
            from[image] = point.index() as u8;
        }
        Image {
            sets: by_byte(|point| match to[point] {
                image if usize::from(image) == NOWHERE => 0,
                image => 1 << image,
            }),
            to,
            from,
            inverse: 0,
        }
    }

    /// Where a set goes.
    #[inline]
    #[must_use]
    pub fn set(&self, set: u32) -> u32 {
        look_up(&self.sets, set)
    }

    /// Where a point goes.
    #[inline]
    pub(crate) fn point(&self, point: usize) -> usize {
        usize::from(self.to[point & 31])
    }
}
