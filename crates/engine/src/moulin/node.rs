use tables::kernel::Turn;

/// Where in the tree of a search a state is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Turns left to look ahead.
    pub(super) depth: u32,
    /// Turns from the root.
    pub(super) ply: u32,
    /// Quiet turns before it in a row, those before the root included.
    pub(super) quiet: u32,
}

impl Node {
    #[inline]
    pub(super) fn after(self, turn: Turn) -> Node {
        Node {
            depth: self.depth - 1,
            ply: self.ply + 1,
            quiet: if turn.is_quiet() { self.quiet + 1 } else { 0 },
        }
    }
}
