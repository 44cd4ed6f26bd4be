//! Who may read what the server keeps: nobody but the account it runs under, whatever the umask.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io;
use std::path::Path;

/// The permissions of a folder and of a file.
#[cfg(unix)]
const FOLDER: u32 = 0o700;
#[cfg(unix)]
const FILE: u32 = 0o600;
#[cfg(unix)]
const STICKY: u32 = 0o1000;

/// Makes a folder, and those it is in, where they are missing.
pub(super) fn make_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(FOLDER);
    }
    builder.create(path)
}

/// Opens a file to write, or makes it. What is in it stays.
pub(super) fn open_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    with_mode(&mut options).open(path)
}

/// Makes a file that is not there yet.
pub(super) fn make_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    with_mode(&mut options).open(path)
}

fn with_mode(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(FILE);
    }
    options
}

/// Takes from others what they may do with a file, or with a folder. Whether they might have.
#[cfg(unix)]
pub(super) fn tighten(path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::PermissionsExt;
    let metadata = fs::metadata(path)?;
    // A folder where everybody may put things, such as /tmp, is nobody's to close.
    if metadata.is_dir() && metadata.permissions().mode() & STICKY != 0 {
        return Ok(false);
    }
    let wanted = if metadata.is_dir() { FOLDER } else { FILE };
    let found = metadata.permissions().mode() & 0o777;
    if found & !wanted == 0 {
        return Ok(false);
    }
    fs::set_permissions(path, fs::Permissions::from_mode(found & wanted))?;
    Ok(true)
}

/// Elsewhere the folder of a person is theirs anyway.
#[cfg(not(unix))]
pub(super) fn tighten(_: &Path) -> io::Result<bool> {
    Ok(false)
}

/// Whether others may look into a folder.
#[cfg(unix)]
pub(super) fn is_open_to_others(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|metadata| metadata.permissions().mode() & 0o077 != 0)
}

/// Elsewhere the folder of a person is theirs anyway.
#[cfg(not(unix))]
pub(super) fn is_open_to_others(_: &Path) -> bool {
    false
}

/// Gives a file to who owns the folder it is in: a command that root runs must not leave files behind
/// that the server cannot open.
#[cfg(unix)]
pub(super) fn give_to_owner(path: &Path, folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, chown};
    let (file, folder) = (fs::metadata(path)?, fs::metadata(folder)?);
    if file.uid() == folder.uid() && file.gid() == folder.gid() {
        return Ok(());
    }
    match chown(path, Some(folder.uid()), Some(folder.gid())) {
        // Who is not root owns what they make.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        done => done,
    }
}

/// Elsewhere files belong to who may use the folder.
#[cfg(not(unix))]
pub(super) fn give_to_owner(_: &Path, _: &Path) -> io::Result<()> {
    Ok(())
}
