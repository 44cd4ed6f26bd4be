use std::env;
use std::os::unix::process::CommandExt;
use std::process::Command;

/// What glibc calls the size from which on a piece of memory goes back to the system when it is freed.
const SETTING: &str = "MALLOC_MMAP_THRESHOLD_";

/// That size, in bytes. Tables of searches and values of endings are larger.
const BYTES: &str = "262144";

/// Has large pieces of memory go back to the system when they are freed.
///
/// Without a setting glibc learns from each one that it is better to keep the next, up to 64 MB for each
/// thread: questions under 140 rule sets, of which 32 MB are kept, left 435 MB instead of 139 in use. It
/// reads the setting when a program starts, so the program starts itself again, in the same process. Where
/// that is not possible it goes on as it is.
pub(super) fn give_back() {
    if env::var_os(SETTING).is_some() {
        return;
    }
    if let Ok(program) = env::current_exe() {
        let mut arguments = env::args_os();
        let name = arguments.next().unwrap_or_else(|| program.clone().into());
        let mut again = Command::new(program);
        let failed = again.arg0(name).args(arguments).env(SETTING, BYTES).exec();
        tracing::debug!(error = %failed, "freed memory is kept");
    }
}
