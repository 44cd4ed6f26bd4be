//! A text protocol in the manner of UCI, by which other programs drive ours and ours drive others.
//!
//! `docs/engine-protocol.md` describes it. [`Engine`] is our side of it: lines in, lines out.
//! [`Program`] is another program that speaks it.
//!
//! ```
//! use engine::SharedData;
//! use play::Families;
//! use play::protocol::Engine;
//!
//! let families = Families::standard();
//! let setup = families.setup("moulin:classique").unwrap();
//! let mut engine = Engine::new(Vec::new(), &families, setup, SharedData::default());
//! for line in ["setoption name Setup value moulin:envol", "position startpos moves d6", "show"] {
//!     engine.line(line);
//! }
//! let told = String::from_utf8(engine.finish()).unwrap();
//! assert!(told.contains("position w=d6;b=;hand=8,9;turn=b;flight=wb"));
//! ```

mod command;
mod engine;
mod options;
mod program;

pub use command::{Command, CommandError, Going};
pub use engine::{Engine, Flow};
pub use program::{Program, ProgramError};
