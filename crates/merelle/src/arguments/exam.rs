use std::path::PathBuf;

use clap::Subcommand;

use super::Folder;

/// What to do with questions whose answers tables know.
#[derive(Debug, Subcommand)]
pub(crate) enum ExamAction {
    /// Draw questions by lot from complete tables and print them
    #[command(
        after_help = "The first line names the rules, then there is a question a line: its phase, \
        the position, and the moves that keep its value (or after 'but' those that do not).\n\
        A question is a position in which some legal move gives value away.\n\n\
        Example:\n  merelle exam make moulin:classique > data/exam/classique.txt"
    )]
    Make {
        /// Which rules, such as moulin:classique
        setup: String,
        #[command(flatten)]
        folder: Folder,
        /// So many of each phase
        #[arg(long, value_name = "N", default_value_t = 1_000)]
        questions: usize,
        /// Draw others
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Let a player answer questions, and count the moves that keep the value
    #[command(
        after_help = "A line a phase: PHASE KEPT ASKED PERCENT, then the same of the questions with \
        one answer.\nStop whenever you like: with --answers those that are written there are not \
        asked again, unless players judge by something else since. Take another file when their \
        search has changed.\n\n\
        Example:\n  merelle exam sit data/exam/classique.txt --answers answers.txt"
    )]
    Sit {
        /// Files with questions
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Who answers: any player of `merelle match`, one core each
        #[arg(long, default_value = "time=100ms")]
        player: String,
        /// Keep the answers in this file, and take those that are there
        #[arg(long, value_name = "FILE")]
        answers: Option<PathBuf>,
        /// Let it ask the tables in this folder; none when absent
        #[arg(long, value_name = "DIR")]
        tables: Option<PathBuf>,
        /// Questions answered at the same time
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
        threads: u16,
        /// Mebibytes it may use for what it finds out
        #[arg(long, value_name = "MIB", default_value_t = 32, value_parser = clap::value_parser!(u32).range(1..=65_536))]
        memory: u32,
    },
}
