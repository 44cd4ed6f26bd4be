use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What is wrong with a file.
#[derive(Clone, Debug)]
pub struct FileFault {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub fault: Fault,
}

/// What is wrong with a table file.
#[derive(Clone, Debug)]
pub enum Fault {
    /// It cannot be read or written.
    Io(Arc<io::Error>),
    /// It does not begin as a table file does.
    NotATable,
    /// It was made by another version of this program.
    Version {
        /// The version of its form.
        found: u16,
    },
    /// It was made for other rules.
    OtherRules,
    /// It holds another layer than its name says.
    OtherLayer,
    /// Its blocks are of another size: an earlier version of this program made it.
    OtherBlocks,
    /// The header is damaged.
    Header,
    /// The list of blocks is damaged.
    Index,
    /// It is shorter or longer than it should be.
    Length {
        /// Bytes it should have.
        expected: u64,
        /// Bytes it has.
        found: u64,
    },
    /// A block is damaged.
    Block {
        /// Its number, from 0.
        number: usize,
    },
    /// The checksum of the whole file is not that of its content.
    Checksum,
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        Fault::Io(Arc::new(error))
    }
}

impl FileFault {
    /// The name of the file, without its folder.
    #[must_use]
    pub fn name(&self) -> String {
        let name = self.path.file_name().unwrap_or(self.path.as_os_str());
        name.to_string_lossy().into_owned()
    }
}

impl Fault {
    /// Whether the file itself is at fault, so that to read it again changes nothing.
    #[must_use]
    pub fn is_damage(&self) -> bool {
        !matches!(self, Fault::Io(_))
    }

    /// Whether it is that the file is not there.
    pub(crate) fn is_absence(&self) -> bool {
        matches!(self, Fault::Io(error) if error.kind() == io::ErrorKind::NotFound)
    }

    /// Says in which file.
    pub(crate) fn at(self, path: &Path) -> FileFault {
        FileFault {
            path: path.to_owned(),
            fault: self,
        }
    }
}
