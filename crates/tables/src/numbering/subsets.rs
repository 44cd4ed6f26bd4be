use crate::kernel::bits;

/// Sets of a fixed number of members, numbered: set A comes before B when, read as a binary number,
/// it is smaller.
pub(crate) struct Subsets {
    /// By the lower 12 bits of a set: how much they add to its rank.
    low: Box<[u32; HALF]>,
    /// By the number of members and the upper 12 bits: how much these add.
    high: Vec<Box<[u32; HALF]>>,
}

const HALF: usize = 1 << 12;

/// Finds the rank of sets of one size.
#[derive(Clone, Copy)]
pub(crate) struct Ranks<'a> {
    low: &'a [u32; HALF],
    high: &'a [u32; HALF],
}

impl Ranks<'_> {
    /// How many sets of the same size come before.
    #[inline]
    pub(crate) fn of(self, set: u32) -> usize {
        let (low, high) = (set as usize % HALF, (set >> 12) as usize % HALF);
        (self.low[low] + self.high[high]) as usize
    }
}

impl Subsets {
    /// For sets of at most `most` members.
    pub(crate) fn new(most: u32) -> Subsets {
        let half = |first: u32, all: Option<u32>| {
            let mut adds = Box::new([0; HALF]);
            for (set, add) in adds.iter_mut().enumerate() {
                let members = (set as u32).count_ones();
                // Members of the lower half, which come before.
                let Some(before) = all.map_or(Some(0), |all| all.checked_sub(members)) else {
                    continue;
                };
                let members = bits(set as u32).zip(before + 1..);
                *add = members.map(|(bit, n)| choose(first + bit as u32, n)).sum();
            }
            adds
        };
        Subsets {
            low: half(0, None),
            high: (0..=most).map(|all| half(12, Some(all))).collect(),
        }
    }

    /// The memory they take, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        (1 + self.high.len()) * size_of::<[u32; HALF]>()
    }

    /// The ranks of sets with so many members.
    pub(crate) fn ranks(&self, members: u32) -> Ranks<'_> {
        Ranks {
            low: &self.low,
            high: &self.high[members as usize],
        }
    }
}

/// All sets of `members` of the first `points` points, by rank.
pub(crate) fn sets(points: u32, members: u32) -> Vec<u32> {
    let mut found = Vec::with_capacity(choose(points, members) as usize);
    let mut set = (1u32 << members) - 1;
    while set < 1 << points {
        found.push(set);
        if set == 0 {
            break;
        }
        // The next larger number with as many bits.
        let lowest = set & set.wrapping_neg();
        let carried = set + lowest;
        set = carried | (((set ^ carried) >> 2) / lowest);
    }
    found
}

/// The number of sets of `members` out of `points`, of which there are at most 24.
pub(crate) const fn choose(points: u32, members: u32) -> u32 {
    PASCAL[points as usize][members as usize]
}

static PASCAL: [[u32; 25]; 25] = {
    let mut rows = [[0; 25]; 25];
    let mut points = 0;
    while points < 25 {
        rows[points][0] = 1;
        let mut members = 1;
        while members <= points {
            rows[points][members] = rows[points - 1][members - 1] + rows[points - 1][members];
            members += 1;
        }
        points += 1;
    }
    rows
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_number_the_sets_without_a_gap() {
        let subsets = Subsets::new(9);
        for (points, members) in [(24, 3), (24, 9), (18, 6), (15, 9), (21, 1), (5, 0)] {
            let all = sets(points, members);
            assert_eq!(all.len(), choose(points, members) as usize);
            for (rank, set) in all.into_iter().enumerate() {
                assert_eq!(set.count_ones(), members);
                assert_eq!(subsets.ranks(members).of(set), rank);
            }
        }
    }
}
