use game::Random;

/// A random one of the moves that are worth most; `None` when there are none.
pub fn random_best<M: Copy, W: Ord>(
    moves: Vec<M>,
    worth: impl Fn(M) -> W,
    random: &mut Random,
) -> Option<M> {
    let valued: Vec<(W, M)> = moves
        .into_iter()
        .map(|played| (worth(played), played))
        .collect();
    let most = valued.iter().map(|(worth, _)| worth).max()?;
    let best = valued.iter().filter(|(worth, _)| worth == most);
    let best: Vec<M> = best.map(|(_, played)| *played).collect();
    random.pick(&best).copied()
}
