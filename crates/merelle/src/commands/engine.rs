use std::io::{self, BufRead, Write};

use ::play::protocol::{Engine, Flow};
use ::play::{Families, Setup};
use engine::SharedData;
use moulin::{CLASSIQUE, Moulin};

use crate::Answer;

/// The longest line that is read as one; what is longer is no command.
const LONGEST: u64 = 1 << 20;

/// `merelle engine`
pub(crate) fn run(shared: SharedData) -> anyhow::Result<Answer> {
    let families = Families::standard();
    let setup = Setup::of(Moulin::new(CLASSIQUE));
    let mut engine = Engine::new(Stdout, &families, setup, shared);
    let mut stdin = io::stdin().lock();
    loop {
        let mut line = Vec::new();
        let mut limited = io::Read::take(&mut stdin, LONGEST);
        if limited.read_until(b'\n', &mut line)? == 0 {
            engine.finish();
            return Ok(Answer::Done);
        }
        if engine.line(&String::from_utf8_lossy(&line)) == Flow::Over {
            return Ok(Answer::Done);
        }
    }
}

/// Standard output, opened anew for each line: the search writes from its own thread.
#[derive(Default)]
struct Stdout;

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        io::stdout().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
}
