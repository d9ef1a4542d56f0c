//! Writes files whole or not at all.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::Builder;

/// The most links that are followed one after another, as on Linux.
const MOST_LINKS: usize = 40;

/// The beginning of the names of temporary files, which are short whatever the name of the file.
const PREFIX: &str = ".rulegen-";

/// Writes a file whole or not at all.
///
/// The bytes are written to a temporary file with a new name in the same folder and synced to the
/// disk. Then the temporary file replaces the old one in a single step. Readers see the old bytes
/// or the new ones. Of several writers the last one wins. After an error the old file is unchanged
/// and the temporary one is removed.
///
/// A symbolic link stays, and the file that it points to is replaced. Permissions stay, and the
/// owner if the system allows it. A hard link is broken, and extended attributes are lost. A device
/// or a pipe is written directly.
///
/// # Errors
/// The error of the system: a full disk, or a folder or an old file that may not be written to.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let Some(path) = &target(path)? else { return std::fs::write(path, bytes) };
    let old = match OpenOptions::new().write(true).open(path) {
        Ok(old) if old.metadata()?.is_file() => Some(old),
        // A device or a pipe.
        Ok(mut other) => return other.write_all(bytes),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let folder = folder(path);
    let mut builder = Builder::new();
    builder.prefix(PREFIX);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666)); // less what the umask takes
    let mut new = builder.tempfile_in(folder)?;
    new.write_all(bytes)?;
    if let Some(old) = old {
        keep_attributes(&old, new.as_file())?;
    }
    new.as_file().sync_all()?;
    new.persist(path)?;
    // The new name is synced too, where the system can do that.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

/// Returns the file that a path means, with all links followed. Returns `None` for a file that only
/// an open descriptor names, such as `/dev/stdout`.
fn target(path: &Path) -> io::Result<Option<PathBuf>> {
    let mut path = path.to_owned();
    for _ in 0..=MOST_LINKS {
        // A link is relative to the real folder that contains it.
        let Some(name) = path.file_name() else { return Ok(Some(path)) };
        let found = folder(&path).canonicalize()?.join(name);
        if found.starts_with("/proc") {
            return Ok(None);
        }
        match found.read_link() {
            Ok(next) => path = folder(&found).join(next),
            // No link, or nothing at all.
            Err(_) => return Ok(Some(found)),
        }
    }
    Err(io::Error::other("too many links one after another"))
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Gives a new file the permissions of the old one, and its owner and group if the system allows
/// it.
fn keep_attributes(old: &File, new: &File) -> io::Result<()> {
    let wanted = old.metadata()?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let found = new.metadata()?;
        if (wanted.uid(), wanted.gid()) != (found.uid(), found.gid()) {
            // Only the superuser may give files away.
            let _ = fchown(new, Some(wanted.uid()), Some(wanted.gid()));
        }
    }
    // Permissions come after the owner: a change of owner clears bits.
    new.set_permissions(wanted.permissions())
}
