use clap::Subcommand;

use super::{MatchArguments, PlayArguments};

/// Commands that play.
#[derive(Debug, Subcommand)]
pub(crate) enum Playing {
    /// Play a game: two at one keyboard, or against the computer
    #[command(
        after_help = "Examples:\n  merelle play\n  merelle play moulin:envol --against 3\n  \
        merelle play mijnlieff:opening=edge --against perfect --side black --lang fr"
    )]
    Play(PlayArguments),
    /// Let two computer players play a match
    #[command(
        name = "match",
        after_help = "A player is random, greedy, level-1 to level-8 (or just 1 to 8), perfect, \
        nodes=20000, time=200ms, or\nrun=COMMAND: another program that speaks our protocol \
        (docs/engine-protocol.md).\nBoth colours are played from each random opening, and no two \
        games are alike.\nThe same seed gives the same games, unless a player is limited by time or \
        is another program.\n\n\
        Examples:\n  merelle match 3 greedy --games 200\n  \
        merelle match time=200ms random --setup moulin:envol --save games.txt\n  \
        merelle match 5 'run=./other engine' --go 'movetime 100'"
    )]
    Match(MatchArguments),
}
