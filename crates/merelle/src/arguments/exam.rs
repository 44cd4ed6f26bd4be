use std::path::PathBuf;

use clap::Subcommand;

use super::Folder;
use super::value::{number, whole};

/// What to do with questions whose answers tables know.
#[derive(Debug, Subcommand)]
pub(crate) enum ExamAction {
    /// Draw random questions from complete tables and print them
    #[command(
        after_help = "The first line names the rules, then there is one question per line: its phase, \
        the position, and the moves that keep its value (or, after 'but', those that do not).\n\
        A question is a position in which some legal move gives value away.\n\n\
        Example:\n  merelle exam make moulin:classique > data/exam/classique.txt"
    )]
    Make {
        /// Which rules, such as moulin:classique
        setup: String,
        #[command(flatten)]
        folder: Folder,
        /// Number of questions for each phase
        #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = whole::<usize>)]
        questions: usize,
        /// Seed of the random choice
        #[arg(long, default_value_t = 1, value_parser = whole::<u64>)]
        seed: u64,
    },
    /// Let a player answer questions, and count the moves that keep the value
    #[command(
        after_help = "One line per phase: PHASE KEPT ASKED PERCENT, then the same for the questions with \
        only one answer.\nStop it whenever you like: with --answers, questions that are answered in \
        that file are not asked again, unless the players' evaluation has changed since. Use another \
        file when their search has changed.\n\n\
        Example:\n  merelle exam sit data/exam/classique.txt --answers answers.txt"
    )]
    Sit {
        /// Files with questions
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Who answers: any player of `merelle match`, on one core each
        #[arg(long, default_value = "time=100ms")]
        player: String,
        /// Keep the answers in this file, and reuse those that are there
        #[arg(long, value_name = "FILE")]
        answers: Option<PathBuf>,
        /// Let it use the tables in this folder [default: no tables]
        #[arg(long, value_name = "DIR")]
        tables: Option<PathBuf>,
        /// Questions to answer at the same time
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(1..=256_u16))]
        threads: u16,
        /// Memory for its search, in MiB
        #[arg(long, value_name = "MIB", default_value_t = 32, value_parser = number(1..=65_536_u32))]
        memory: u32,
    },
}
