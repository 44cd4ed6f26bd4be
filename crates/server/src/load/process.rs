use std::fs;

/// A server that runs on this machine, looked at from outside.
#[derive(Clone, Copy, Debug)]
pub struct Process {
    id: u32,
}

/// What it holds at a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Holdings {
    /// Bytes of memory.
    pub bytes: u64,
    /// Open files and connections.
    pub descriptors: u64,
}

impl Process {
    /// The process of that id.
    #[must_use]
    pub fn new(id: u32) -> Process {
        Process { id }
    }

    /// What it holds now, where the system tells.
    #[must_use]
    pub fn holdings(self) -> Option<Holdings> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.id)).ok()?;
        let mut lines = status.lines();
        let resident = lines.find_map(|line| line.strip_prefix("VmRSS:"))?;
        let kibibytes: u64 = resident.split_whitespace().next()?.parse().ok()?;
        let descriptors = fs::read_dir(format!("/proc/{}/fd", self.id)).ok()?;
        Some(Holdings {
            bytes: kibibytes * 1024,
            descriptors: descriptors.count() as u64,
        })
    }
}
