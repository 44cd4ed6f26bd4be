/// To whom a sentence about a game is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// Somebody who looks on: sides have their names.
    Onlooker,
    /// Who is to move: *you*.
    Mover,
}
