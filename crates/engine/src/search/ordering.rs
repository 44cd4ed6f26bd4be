/// Moves the greatest of some candidates to the front: one step of a selection sort. Mostly one of
/// the first few moves causes a cutoff, so sorting them all would be a waste.
#[inline]
pub(crate) fn pick<T: Ord + Copy>(candidates: &mut [T]) -> T {
    let (mut place, mut greatest) = (0, candidates[0]);
    for (index, candidate) in candidates.iter().enumerate() {
        if *candidate > greatest {
            (place, greatest) = (index, *candidate);
        }
    }
    candidates.swap(0, place);
    greatest
}
