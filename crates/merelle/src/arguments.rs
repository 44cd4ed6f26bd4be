mod admin;
mod analysing;
mod atlas;
mod book;
mod draw;
mod exam;
mod help;
mod learning;
mod load;
mod matches;
mod play;
mod playing;
mod print;
mod refusal;
mod research;
mod serve;
mod serving;
mod shell;
mod solving;
mod tables;
mod training;
mod value;

use ::picture::Theme;
use ::play::Lang;
use clap::{Args, Parser, Subcommand, ValueEnum};

pub(crate) use self::tables::{Device, Folder, Product, Shelf, TablesAction, threads};
pub(crate) use admin::{AdminAction, AdminArguments, End};
pub(crate) use analysing::{AnalyseArguments, Analysing};
pub(crate) use atlas::{AtlasAction, AtlasArguments, OpeningName};
pub(crate) use book::{BookAction, BookArguments, BookToSolve};
pub(crate) use draw::DrawArguments;
pub(crate) use exam::ExamAction;
pub(crate) use learning::Learning;
pub(crate) use load::LoadArguments;
pub(crate) use matches::MatchArguments;
pub(crate) use play::PlayArguments;
pub(crate) use playing::Playing;
pub(crate) use print::{DiagramArguments, PrintArguments, PrintOptions, Printout};
pub(crate) use refusal::{lang, refusal};
pub(crate) use research::{LevelsArguments, Research};
pub(crate) use serve::{AddressFormName, LogName, ProxyHeaderName, ServeArguments};
pub(crate) use serving::Serving;
pub(crate) use shell::ShellHelp;
pub(crate) use solving::Solving;
pub(crate) use training::TrainingAction;
use value::{number, whole};

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
        Exit status: 0 done, 1 the answer is no, 2 bad input.",
    help_template = help::template()
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) globals: Globals,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// The commands, in the groups in which help lists them.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    #[command(flatten)]
    Playing(Playing),
    #[command(flatten)]
    Learning(Learning),
    #[command(flatten)]
    Analysing(Analysing),
    #[command(flatten)]
    Solving(Solving),
    #[command(flatten)]
    Serving(Serving),
    #[command(flatten)]
    Research(Research),
    #[command(flatten)]
    Shell(ShellHelp),
}

/// Options of every command.
#[derive(Debug, Args)]
pub(crate) struct Globals {
    /// Print JSON instead of text
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Use this language instead of the locale's
    #[arg(long, global = true, value_name = "LANG")]
    pub(crate) lang: Option<LangName>,
    /// Draw boards with ASCII characters only
    #[arg(long, global = true)]
    pub(crate) ascii: bool,
    /// When to use colour
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
            LangName::En => Lang::EN,
            LangName::Fr => Lang::FR,
        }
    }
}

/// When to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    Always,
    Never,
}

/// A setup and, perhaps, a position of it.
#[derive(Debug, Args)]
pub(crate) struct Where {
    /// Which game and rules, such as moulin:classique
    pub(crate) setup: String,
    /// A position, such as 'w=d6;b=;hand=8,9;turn=b' [default: the start of the game]
    pub(crate) position: Option<String>,
}

/// How computer players work.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Work {
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>)]
    pub(crate) seed: u64,
    /// Games to play at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(1..=256_u16))]
    pub(crate) threads: u16,
    /// Memory for each player's search, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 32, value_parser = number(1..=65_536_u32))]
    pub(crate) memory: u32,
}

/// The colours of a picture.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum ThemeName {
    /// What the viewer's screen prefers
    Auto,
    Light,
    Dark,
    /// Greys for paper, with little ink
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
