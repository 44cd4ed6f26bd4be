use moulin::Position;

/// Why a graphics card does not do what is asked of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CardFault {
    /// This program was built without the `cuda` feature.
    NotBuilt,
    /// The driver's library is not to be found.
    NoDriver,
    /// The library that compiles kernels at run time is not to be found.
    NoCompiler,
    /// There is a driver, but no card that it can use.
    NoCard {
        /// What the driver says.
        reason: String,
    },
    /// The kernels do not compile.
    Compile {
        /// What the compiler says.
        log: String,
    },
    /// The driver refuses something: most often there is too little memory.
    Driver {
        /// What the driver says.
        reason: String,
    },
}

/// What comes of holding the card's turns against the rules crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// Where the card lists other turns.
    pub position: Position,
}
