mod atlas;
mod book;
mod draw;
mod exam;
mod matches;
mod play;
mod print;
mod serve;
mod tables;
mod training;

use std::path::PathBuf;

use ::picture::Theme;
use ::play::Lang;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use lab::bench::Suite;

pub(crate) use self::tables::{Device, Folder, Product, Shelf, TablesAction, threads};
pub(crate) use atlas::{AtlasAction, AtlasArguments, OpeningName};
pub(crate) use book::{BookAction, BookArguments, BookToSolve};
pub(crate) use draw::DrawArguments;
pub(crate) use exam::ExamAction;
pub(crate) use matches::MatchArguments;
pub(crate) use play::PlayArguments;
pub(crate) use print::{DiagramArguments, PrintArguments, PrintOptions, Printout};
pub(crate) use serve::{LoadArguments, LogName, ServeArguments};
pub(crate) use training::TrainingAction;

/// What was asked for on the command line.
#[derive(Debug, Parser)]
#[command(
    name = "merelle",
    version,
    about = "Mijnlieff and the mill family: play, check and draw them",
    long_about = "Mijnlieff and the mill family (moulin, nine men's morris): play, check and draw \
                  them.\n\nWithout a command it serves a page on this machine where people play: \
                  http://127.0.0.1:8080",
    after_help = "Examples:\n  \
        merelle play moulin:classique\n  \
        merelle moves mijnlieff 'w=La1;b=;turn=b;limit=La1'\n  \
        merelle perft moulin:envol 5\n  \
        merelle draw mijnlieff:board=0.0/2.1/4.2/6.3 -o board.svg\n  \
        merelle replay game.txt\n\n\
        A SETUP is mijnlieff, moulin:classique, moulin:envol or moulin:barreau, with options\n\
        such as mijnlieff:sets=2,opening=edge or moulin:classique,flight=never.\n\n\
        Exit status: 0 done, 1 the answer is no, 2 bad input."
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) globals: Globals,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// Options of every command.
#[derive(Debug, Args)]
pub(crate) struct Globals {
    /// Print JSON instead of text
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Speak this language instead of the locale's
    #[arg(long, global = true, value_name = "LANG")]
    pub(crate) lang: Option<LangName>,
    /// Draw boards with ASCII characters only
    #[arg(long, global = true)]
    pub(crate) ascii: bool,
    /// Use colour
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: When,
}

/// The languages by their tags.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum LangName {
    En,
    Fr,
}

impl From<LangName> for Lang {
    fn from(name: LangName) -> Lang {
        match name {
            LangName::En => Lang::En,
            LangName::Fr => Lang::Fr,
        }
    }
}

/// When to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    Always,
    Never,
}

/// A setup and, perhaps, a position of it.
#[derive(Debug, Args)]
pub(crate) struct Where {
    /// Which game and rules, such as moulin:classique
    pub(crate) setup: String,
    /// A position of it, such as 'w=d6;b=;hand=8,9;turn=b'; the beginning when absent
    pub(crate) position: Option<String>,
}

/// How computer players work.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Work {
    /// What all chance comes from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,
    /// Mebibytes each player may use for what it finds out
    #[arg(long, value_name = "MIB", default_value_t = 32, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub(crate) memory: u32,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Serve live games to people: page, API and socket
    #[command(
        after_help = "Without flags it serves this machine at http://127.0.0.1:8080.\n\n\
        Examples:\n  merelle serve\n  merelle serve --listen 0.0.0.0:8080 --origin http://192.168.1.20:8080\n  \
        merelle serve --origin https://games.example.org --behind-proxy --data /var/lib/merelle --log json"
    )]
    Serve(Box<ServeArguments>),
    /// Put people who play on a server and time every move
    #[command(
        after_help = "The server needs limits that let one address have so much:\n  \
        merelle serve --limit requests=10000000 --limit changes=10000000 --limit entries=10000000 --limit sockets=20000\n\n\
        Example:\n  merelle load --sockets 10000 --seconds 300"
    )]
    Load(LoadArguments),
    /// Copy the server's database to a new file, also while it runs
    #[command(after_help = "Example:\n  merelle backup merelle-backup.db")]
    Backup {
        /// The file to make
        file: PathBuf,
        /// The folder where the server keeps everything
        #[arg(long, value_name = "DIR", env = "MERELLE_DATA")]
        data: Option<PathBuf>,
    },
    /// Play a game: two people at one keyboard, or against the computer
    #[command(
        after_help = "Examples:\n  merelle play\n  merelle play moulin:envol --against 3\n  \
        merelle play mijnlieff:opening=edge --against perfect --side black --lang fr"
    )]
    Play(PlayArguments),
    /// List the legal moves of a position
    #[command(
        after_help = "One move a line, sorted; a finished game prints nothing and exits 1.\n\n\
        Example:\n  merelle moves moulin:barreau 'w=a1,d1,g4;b=b2,d2,f2;hand=0,0;turn=w'"
    )]
    Moves {
        #[command(flatten)]
        place: Where,
    },
    /// Count the move sequences of a position
    #[command(
        after_help = "A line a depth: DEPTH COUNT. A forced pass is a turn; games already \
        over count nothing.\n\nExample:\n  merelle perft mijnlieff:opening=edge 5"
    )]
    Perft {
        /// Which game and rules, such as moulin:classique
        setup: String,
        /// The number of turns to look ahead
        #[arg(value_parser = clap::value_parser!(u32).range(0..=60))]
        depth: u32,
        /// A position of the game; the beginning when absent
        position: Option<String>,
    },
    /// Check and replay the games of a record file
    #[command(
        after_help = "A line a move: PLY MOVE -> what is open to the next player; last the \
        result, its reason and the points.\n\nExample:\n  merelle replay game.txt"
    )]
    Replay {
        /// The record file; - reads standard input
        file: PathBuf,
    },
    /// Explain a game: its rules, with diagrams, an example and questions
    #[command(after_help = "Examples:\n  merelle rules\n  merelle rules moulin:envol --lang fr")]
    Rules {
        /// Which game and rules; lists them when absent
        setup: Option<String>,
    },
    /// Draw a board or a recorded game, in the terminal or as an SVG, PNG or PDF file
    #[command(
        after_help = "The ending of the file's name decides what is written. With --record all \
        positions of a game\nare drawn side by side, or with --animate one after the other.\n\n\
        Examples:\n  merelle draw moulin:classique\n  \
        merelle draw mijnlieff 'w=La1;b=;turn=b;limit=La1' -o board.svg --theme dark\n  \
        merelle draw --record game.txt -o game.png --width 2000\n  \
        merelle draw --record game.txt -o game.svg --animate"
    )]
    Draw(DrawArguments),
    /// Print boards and pieces to cut out, rule cards, rulebooks, sheets of diagrams
    #[command(
        after_help = "PDF files by default, SVG files when the name of the output ends in .svg.\n\n\
        Examples:\n  merelle print set moulin:classique --paper letter\n  \
        merelle print rules mijnlieff --lang fr -o mijnlieff.pdf\n  \
        merelle print everything -o print"
    )]
    Print(PrintArguments),
    /// Tell what a position and each of its moves is worth, or review recorded games
    #[command(
        after_help = "First line the value for the side to move; then a line a move, best \
        first: MOVE VALUE LINE.\nWith --record the games are printed with each mistake marked, what \
        it cost, and a better line.\n\nExamples:\n  \
        merelle analyse mijnlieff 'w=La1;b=;turn=b;limit=La1'\n  \
        merelle analyse --record game.txt"
    )]
    Analyse {
        /// Which game and rules, such as mijnlieff:opening=edge
        #[arg(required_unless_present = "record")]
        setup: Option<String>,
        /// A position of it; the beginning when absent
        position: Option<String>,
        /// Review the games of a record file; - reads standard input
        #[arg(long, value_name = "FILE", conflicts_with = "setup")]
        record: Option<PathBuf>,
        /// Give up after so many seconds; on more than one set, guess for so long (5 when absent)
        #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
        time: Option<f64>,
        /// Use so many threads; as many as there are cores when absent
        #[arg(long, value_name = "N")]
        threads: Option<usize>,
        /// Keep so many MiB of what was found out
        #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65536))]
        memory: u32,
        #[command(flatten)]
        shelf: Shelf,
    },
    /// Show, check or make the opening books of Mijnlieff
    #[command(
        args_conflicts_with_subcommands = true,
        after_help = "Examples:\n  merelle book\n  merelle book --check 20\n  \
        merelle book solve base\n  merelle book solve boards --threads 2"
    )]
    Book(BookArguments),
    /// Show what best play gives on each of the 145 Mijnlieff boards of one set
    #[command(
        args_conflicts_with_subcommands = true,
        after_help = "Examples:\n  merelle atlas\n  merelle atlas 0.0/2.1/4.2/6.3\n  \
        merelle atlas --summary\n  merelle atlas --svg poster.svg --lang fr\n  \
        merelle atlas --check 5\n  merelle atlas solve"
    )]
    Atlas(AtlasArguments),
    /// Think for another program: a text protocol in the manner of UCI
    #[command(after_help = "docs/engine-protocol.md describes the protocol.\n\n\
        Example:\n  printf 'position startpos moves d6\\ngo depth 8\\n' | merelle engine")]
    Engine {
        #[command(flatten)]
        shelf: Shelf,
    },
    /// Make, count and check the tables of exact values of the mill family
    #[command(
        after_help = "Examples:\n  merelle tables build moulin:classique --upto 5-4\n  \
        merelle tables census moulin:classique\n  \
        merelle tables verify moulin:classique --samples 100000"
    )]
    Tables {
        #[command(subcommand)]
        action: TablesAction,
    },
    /// Measure players against what tables know
    Exam {
        #[command(subcommand)]
        action: ExamAction,
    },
    /// Train the evaluation of the mill family on tables
    Training {
        #[command(subcommand)]
        action: TrainingAction,
    },
    /// Tell what a position of the mill family is worth, from the tables
    #[command(
        after_help = "Prints 'win N', 'loss N' or 'draw' for the side to move, N being the turns \
        until the end, which compact tables do not tell; exits 1 when there is no table of it.\nWith - a position is read from each \
        line of standard input, and a line is printed for each.\n\n\
        Example:\n  merelle probe moulin:classique 'w=a1,d1,g4;b=a7,d7,f6;hand=0,0;turn=w'"
    )]
    Probe {
        /// Which rules, such as moulin:classique
        setup: String,
        /// The position; - reads one a line from standard input
        position: String,
        #[command(flatten)]
        folder: Folder,
    },
    /// Measure speed, with a signature of what was computed
    Bench {
        /// What to measure
        #[arg(default_value = "rules")]
        suite: SuiteName,
        /// A hundredth of the work, to see that it runs
        #[arg(long)]
        quick: bool,
    },
    /// Let two computer players play a match
    #[command(
        name = "match",
        after_help = "A player is random, greedy, level-1 to level-8 (or just 1 to 8), perfect, \
        nodes=20000, time=200ms, or\nrun=COMMAND: another program that speaks our protocol \
        (docs/engine-protocol.md).\nBoth colours are played from each random opening, and no two \
        games are alike.\nThe same seed gives the same games, unless a limit is time or a program \
        plays.\n\n\
        Examples:\n  merelle match 3 greedy --games 200\n  \
        merelle match time=200ms random --setup moulin:envol --save games.txt\n  \
        merelle match 5 'run=./other engine' --go 'movetime 100'"
    )]
    Match(MatchArguments),
    /// Measure the levels of the computer players against each other
    #[command(
        after_help = "Every level meets its neighbours in long matches and all others in short \
        ones.\nWith --file the results are written as they come, and a run that was broken off \
        goes on where it was.\nExits 1 when a result is not as it should be.\n\n\
        Example:\n  merelle levels mijnlieff:sets=2 --file levels.jsonl --threads 2"
    )]
    Levels {
        /// Boards to measure on; a square, an irregular and a double one when absent
        setups: Vec<String>,
        /// Games between neighbours
        #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=100_000))]
        games: u32,
        /// Games between all others
        #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(0..=100_000))]
        others: u32,
        #[command(flatten)]
        work: Work,
        /// Keep results here, a line of JSON each, and do not measure again what is there
        #[arg(long, value_name = "FILE")]
        file: Option<PathBuf>,
    },
    /// Print a completion script for a shell
    #[command(
        after_help = "Example:\n  merelle completions bash > ~/.local/share/bash-completion/completions/merelle"
    )]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page
    #[command(after_help = "Example:\n  merelle man > ~/.local/share/man/man1/merelle.1")]
    Man,
}

/// What can be measured.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum SuiteName {
    /// Perft and random games of both families.
    Rules,
    /// Exact search of Mijnlieff.
    Mijnlieff,
    /// Exact layers of the mill family.
    Tables,
    /// Search of the mill family.
    Moulin,
}

impl From<SuiteName> for Suite {
    fn from(name: SuiteName) -> Suite {
        match name {
            SuiteName::Rules => Suite::Rules,
            SuiteName::Mijnlieff => Suite::Mijnlieff,
            SuiteName::Tables => Suite::Tables,
            SuiteName::Moulin => Suite::Moulin,
        }
    }
}

/// The colours of a picture.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum ThemeName {
    /// What the viewer's screen prefers.
    Auto,
    Light,
    Dark,
    /// Greys for paper, with little ink.
    Sparing,
}

impl From<ThemeName> for Theme {
    fn from(name: ThemeName) -> Theme {
        match name {
            ThemeName::Auto => Theme::Auto,
            ThemeName::Light => Theme::Light,
            ThemeName::Dark => Theme::Dark,
            ThemeName::Sparing => Theme::Sparing,
        }
    }
}
