//! A machine that can be made worse while a server runs on it: see `machine.c`.

use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::process::Process;

/// What is between a server and the machine.
pub(crate) struct Machine {
    settings: PathBuf,
    library: PathBuf,
}

impl Machine {
    /// As it is, with files of its own in a folder.
    pub(crate) fn new(folder: &Path) -> Machine {
        fs::create_dir_all(folder).unwrap();
        let machine = Machine {
            settings: folder.join("machine"),
            library: folder.join("machine.so"),
        };
        fs::write(&machine.settings, [0; 16]).unwrap();
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/serving/machine.c");
        let mut compiler = Command::new("cc");
        compiler.args(["-shared", "-fPIC", "-O1", "-o"]);
        let built = compiler.arg(&machine.library).arg(source).status();
        assert!(built.unwrap().success(), "cc");
        machine
    }

    /// Starts a server on it, with its log in a file.
    pub(crate) fn start(&self, data: &Path, log: &Path) -> Process {
        Process::start_with(data, log, |command| {
            command
                .env("LD_PRELOAD", &self.library)
                .env("MACHINE", &self.settings);
        })
    }

    /// From now on each write that is to be durable takes so much longer.
    pub(crate) fn slow_down(&self, by: Duration) {
        self.set(0, i64::try_from(by.as_millis()).unwrap());
    }

    /// From now on the calendar says so many seconds more, or less.
    pub(crate) fn set_calendar(&self, seconds: i64) {
        self.set(8, seconds);
    }

    fn set(&self, at: u64, value: i64) {
        let file = File::options().write(true).open(&self.settings).unwrap();
        file.write_all_at(&value.to_ne_bytes(), at).unwrap();
    }
}
