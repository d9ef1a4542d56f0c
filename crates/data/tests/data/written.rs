//! Files that are written whole or not at all.

use rulegen_data::write_whole;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

fn names(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

#[test]
fn a_file_beside_it_is_not_touched() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x");
    fs::write(folder.path().join("x.partial"), "the user's").unwrap();
    write_whole(&path, b"new").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert_eq!(fs::read(folder.path().join("x.partial")).unwrap(), b"the user's");
    assert_eq!(names(folder.path()), ["x", "x.partial"]);
}

#[test]
fn names_may_be_as_long_as_the_system_allows() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("n".repeat(255));
    write_whole(&path, b"new").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
}

#[test]
fn readers_and_writers_do_not_disturb_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x");
    // Each writer has bytes and a length of its own.
    let text = |writer: u8| vec![b'a' + writer; 100_000 * (1 + usize::from(writer))];
    write_whole(&path, &text(0)).unwrap();
    // Who has the old file open reads it to the end.
    let mut old = File::open(&path).unwrap();
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let path = &path;
            scope.spawn(move || {
                for _ in 0..20 {
                    write_whole(path, &text(writer)).unwrap();
                    let found = fs::read(path).unwrap();
                    assert_eq!(found, text(found[0] - b'a'));
                }
            });
        }
    });
    let mut found = Vec::new();
    old.read_to_end(&mut found).unwrap();
    assert_eq!(found, text(0));
    assert_eq!(names(folder.path()), ["x"]);
}

#[test]
fn what_fails_leaves_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("x")).unwrap();
    fs::write(folder.path().join("x/y"), "").unwrap();
    assert!(write_whole(&folder.path().join("x"), b"new").is_err());
    assert!(write_whole(&folder.path().join("none/x"), b"new").is_err());
    assert_eq!((names(folder.path()), names(&folder.path().join("x"))), (vec!["x".into()], vec!["y".into()]));
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    use std::process::Command;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o7777
    }

    #[test]
    fn permissions_stay_and_new_files_have_the_usual_ones() {
        let folder = tempfile::tempdir().unwrap();
        let (path, usual) = (folder.path().join("x"), folder.path().join("usual"));
        fs::write(&usual, "").unwrap();
        write_whole(&path, b"new").unwrap();
        assert_eq!(mode(&path), mode(&usual));
        for wanted in [0o600, 0o660, 0o755] {
            fs::set_permissions(&path, fs::Permissions::from_mode(wanted)).unwrap();
            write_whole(&path, b"newer").unwrap();
            assert_eq!(mode(&path), wanted);
        }
    }

    /// Only the superuser can give a file away, so that only for him there is something to test.
    #[test]
    fn the_owner_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        fs::write(&path, "old").unwrap();
        let given = std::os::unix::fs::chown(&path, Some(12_345), Some(54_321)).is_ok();
        let before = fs::metadata(&path).unwrap();
        write_whole(&path, b"new").unwrap();
        let after = fs::metadata(&path).unwrap();
        assert_eq!((before.uid(), before.gid()), (after.uid(), after.gid()));
        assert_eq!(after.uid() == 12_345, given);
    }

    #[test]
    fn links_stay_and_what_they_point_to_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("there")).unwrap();
        fs::create_dir(at("here")).unwrap();
        fs::write(at("there/x"), "old").unwrap();
        symlink("../there/x", at("here/first")).unwrap();
        symlink("here/first", at("second")).unwrap();
        write_whole(&at("second"), b"new").unwrap();
        assert_eq!(fs::read(at("there/x")).unwrap(), b"new");
        // A link to what is not there yet.
        symlink("there/y", at("dangling")).unwrap();
        write_whole(&at("dangling"), b"new").unwrap();
        assert_eq!(fs::read(at("there/y")).unwrap(), b"new");
        for link in ["second", "here/first", "dangling"] {
            assert!(at(link).is_symlink(), "{link}");
        }
        assert_eq!(names(&at("there")), ["x", "y"]);
        assert_eq!(
            (names(&at("here")), names(&at(""))),
            (vec!["first".into()], ["dangling", "here", "second", "there"].map(String::from).to_vec())
        );
        // A ring of links has no end.
        symlink("b", at("a")).unwrap();
        symlink("a", at("b")).unwrap();
        assert!(write_whole(&at("a"), b"new").is_err());
    }

    #[test]
    fn a_pipe_is_written_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pipe");
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        std::thread::scope(|scope| {
            let reader = scope.spawn(|| fs::read(&path).unwrap());
            write_whole(&path, b"new").unwrap();
            assert_eq!(reader.join().unwrap(), b"new");
        });
        assert_eq!(names(folder.path()), ["pipe"]);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_device_is_an_error() {
        let error = write_whole(Path::new("/dev/full"), b"new").unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::StorageFull);
    }
}
