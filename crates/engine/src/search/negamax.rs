use super::Stopped;

/// A depth-first search of a game tree in which every value is that of the side to move.
pub(crate) trait Negamax {
    /// A position.
    type State;
    /// Where in the tree a state is, such as the depth left.
    type Node: Copy;

    /// The value of a state if between `alpha` and `beta`; otherwise a bound on the same side of
    /// both.
    fn value(
        &mut self,
        state: &Self::State,
        node: Self::Node,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped>;

    /// The value, for its parent, of a child that is hardly better than `alpha` (principal variation
    /// search): first with a null window, and again with the whole one if it is better.
    #[inline]
    fn scout(
        &mut self,
        child: &Self::State,
        node: Self::Node,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let value = -self.value(child, node, -alpha - 1, -alpha)?;
        if value > alpha && value < beta {
            return Ok(-self.value(child, node, -beta, -alpha)?);
        }
        Ok(value)
    }

    /// Searches the child that a move leads to: the first with the whole window, the others
    /// expecting that they are no better.
    #[inline]
    fn try_move<M: Copy>(
        &mut self,
        played: M,
        child: &Self::State,
        node: Self::Node,
        best: &mut Best<M>,
    ) -> Result<(), Stopped> {
        let value = if best.played.is_none() {
            -self.value(child, node, -best.beta, -best.alpha)?
        } else {
            self.scout(child, node, best.alpha, best.beta)?
        };
        best.update(value, played);
        Ok(())
    }
}

/// The best of the moves searched so far, and the window that is left for the others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Best<M> {
    pub(crate) value: i32,
    pub(crate) played: Option<M>,
    alpha: i32,
    beta: i32,
}

impl<M: Copy> Best<M> {
    /// None yet: without a move the state is worth `value`.
    #[inline]
    pub(crate) fn none(value: i32, alpha: i32, beta: i32) -> Best<M> {
        Best {
            value,
            played: None,
            alpha,
            beta,
        }
    }

    #[inline]
    fn update(&mut self, value: i32, played: M) {
        if value > self.value || self.played.is_none() {
            self.value = value;
            self.played = Some(played);
        }
        self.alpha = self.alpha.max(value);
    }

    /// Whether the other moves need not be searched: the opponent will not let it come to this.
    #[inline]
    pub(crate) fn is_cutoff(&self) -> bool {
        self.alpha >= self.beta
    }
}
