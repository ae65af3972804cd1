//! Files of other owners beside a save, under names that the program uses. The program writes or deletes none of them
//! unless they are proved to be its own.

use std::{
    fs,
    os::unix::{fs::symlink, net::UnixListener},
    path::{Path, PathBuf},
    process::Command,
    sync::Arc,
    time::{Duration, SystemTime},
};
use wardiary_diary::{
    assets::{Folders, save_drawing_copy},
    diary::{
        file::{
            Mode, Save, SaveNotice,
            disk::{Disk as _, RealDisk},
        },
        watch::Watch,
    },
};
use wardiary_harness_diary::{
    hooked_disk::HookedDisk,
    play::{give, tannenberg},
};

/// A folder with a save in a subfolder, and an unrelated file above it.
struct Planted {
    folder: tempfile::TempDir,
}

impl Planted {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join("game")).expect("a folder");
        let planted = Self { folder };
        drop(tannenberg(&planted.beside(""), "mine.ron"));
        fs::remove_file(planted.beside(".mine.ron.lock")).expect("the first opening made it");
        fs::write(planted.victim(), "alias ll='ls -l'\n").expect("written");
        planted
    }

    fn beside(&self, name: &str) -> PathBuf {
        self.folder.path().join("game").join(name)
    }

    fn victim(&self) -> PathBuf {
        self.folder.path().join("bashrc")
    }

    /// All files with their contents, and the targets of links.
    fn all(&self) -> Vec<(PathBuf, Option<PathBuf>, Option<Vec<u8>>)> {
        let entries = [self.folder.path(), &self.beside("")].map(|at| fs::read_dir(at).expect("a folder"));
        let paths = entries.into_iter().flatten().map(|entry| entry.expect("an entry").path());
        let mut all: Vec<_> = paths
            .map(|path| {
                let is_file = fs::symlink_metadata(&path).is_ok_and(|data| data.is_file());
                let content = is_file.then(|| fs::read(&path).expect("a file"));
                (path.clone(), fs::read_link(&path).ok(), content)
            })
            .collect();
        all.sort();
        all
    }
}

type Plant = fn(&Planted, &Path);

/// Things that may have the name of a lock file, and the message about each.
const NOT_A_LOCK: &[(&str, &str, Plant)] = &[
    ("a link out of the folder", "is not a plain file", |_, at| symlink("../bashrc", at).expect("a link")),
    ("a link to nothing", "is not a plain file", |_, at| symlink("../made", at).expect("a link")),
    ("a link to the save", "is not a plain file", |_, at| symlink("mine.ron", at).expect("a link")),
    ("a link to a device", "is not a plain file", |_, at| symlink("/dev/null", at).expect("a link")),
    ("a folder", "is not a plain file", |_, at| fs::create_dir(at).expect("a folder")),
    ("a socket", "is not a plain file", |_, at| drop(UnixListener::bind(at).expect("a socket"))),
    ("a pipe", "is not a plain file", |_, at| {
        assert!(Command::new("mkfifo").arg(at).status().expect("it starts").success());
    }),
    ("a file's second name", "was not written by this program", |planted, at| {
        fs::hard_link(planted.victim(), at).expect("a link");
    }),
    ("the save's second name", "was not written by this program", |planted, at| {
        fs::hard_link(planted.beside("mine.ron"), at).expect("a link");
    }),
    ("another program's file", "was not written by this program", |_, at| fs::write(at, "pid 12\n").expect("written")),
    ("too long a number", "was not written by this program", |_, at| fs::write(at, "12345678901").expect("written")),
    ("no text", "was not written by this program", |_, at| fs::write(at, b"\xff\xfe").expect("written")),
];

#[test]
fn foreign_files_in_place_of_a_lock_file_are_left_alone() {
    for (what, said, plant) in NOT_A_LOCK {
        let planted = Planted::new();
        plant(&planted, &planted.beside(".mine.ron.lock"));
        let (before, path) = (planted.all(), planted.beside("mine.ron"));
        let refused = Save::open(&path, Mode::Write).expect_err(what).to_string();
        for words in ["it can't be opened for writing", ".mine.ron.lock", said, "delete that file"] {
            assert!(refused.contains(words), "{what}: {refused}");
        }
        let followed = Save::open_or_follow(&path, Watch::none()).unwrap_or_else(|e| panic!("{what}: {e}"));
        let said = &followed.notices()[0];
        assert!(matches!(said, SaveNotice::Following { because } if *because == refused), "{what}: {said}");
        drop(Save::open(&path, Mode::Read).unwrap_or_else(|e| panic!("{what}: {e}")));
        assert_eq!(planted.all(), before, "{what}");
    }
}

#[test]
fn a_lock_file_of_the_programs_own_is_used_again() {
    for content in ["", "1", "4294967295"] {
        let planted = Planted::new();
        fs::write(planted.beside(".mine.ron.lock"), content).expect("written");
        drop(Save::open(&planted.beside("mine.ron"), Mode::Write).unwrap_or_else(|e| panic!("{content}: {e}")));
        let held = fs::read_to_string(planted.beside(".mine.ron.lock")).expect("it is there");
        assert_eq!(held, std::process::id().to_string());
    }
    // Under its other name, the file may belong to anybody.
    let planted = Planted::new();
    fs::write(planted.victim(), "1").expect("written");
    fs::hard_link(planted.victim(), planted.beside(".mine.ron.lock")).expect("a link");
    drop(Save::open(&planted.beside("mine.ron"), Mode::Write).expect("it can be locked"));
    assert_eq!(fs::read_to_string(planted.victim()).expect("it is there"), "1");
}

#[test]
#[cfg(target_os = "linux")]
fn lock_files_without_an_owner_are_left_alone() {
    let of_ended: Plant = |planted, at| {
        let host = fs::read_to_string("/proc/sys/kernel/hostname").expect("it has a name");
        fs::write(planted.victim(), format!("process 999999999 of anna on {}", host.trim())).expect("written");
        symlink("../bashrc", at).expect("a link");
    };
    for (what, _, plant) in NOT_A_LOCK.iter().copied().chain([("a link to an owner's", "", of_ended)]) {
        let planted = Planted::new();
        plant(&planted, &planted.beside(".mine.ron.locked"));
        let before = planted.all();
        let disk = Arc::new(HookedDisk::without_locks(95));
        let refused = Save::open_on(disk, &planted.beside("mine.ron"), Mode::Write).expect_err(what).to_string();
        for words in [".mine.ron.locked", "delete that file"] {
            assert!(refused.contains(words), "{what}: {refused}");
        }
        assert!(!refused.contains("alias"), "{what}: {refused}");
        assert_eq!(planted.all(), before, "{what}");
    }
    // A file that takes the name of the owner file meanwhile stays.
    let planted = Planted::new();
    let (path, file) = (planted.beside("mine.ron"), planted.beside(".mine.ron.locked"));
    let save = Save::open_on(Arc::new(HookedDisk::without_locks(95)), &path, Mode::Write).expect("it opens");
    fs::remove_file(&file).expect("it is there");
    fs::write(&file, "process 999999999 of anna on nowhere").expect("written");
    drop(save);
    assert!(file.exists(), "it is another process's");
}

/// A temporary file of a killed process: the bytes to write, and the bytes written.
fn leftover(save: &Path, bytes: &[u8], written: &[u8]) -> PathBuf {
    let (path, mut file) = RealDisk.temporary(save, bytes, None).expect("it can be made");
    file.write_at(0, written).expect("written");
    path
}

fn age(path: &Path) {
    let two_hours_ago = SystemTime::now() - Duration::from_secs(7200);
    fs::File::options().write(true).open(path).and_then(|f| f.set_modified(two_hours_ago)).expect("aged");
}

#[test]
fn only_what_proves_to_be_left_over_is_deleted() {
    let planted = Planted::new();
    let path = planted.beside("mine.ron");
    let long = planted.beside(&"l".repeat(60));
    let whole = fs::read(&path).expect("the save");
    let goes = [
        ("written whole", leftover(&path, &whole, &whole)),
        ("written in part", leftover(&path, &whole, &whole[..600])),
        ("not written", leftover(&path, &whole, b"")),
        ("short", leftover(&path, b"half", b"half")),
        ("another's, and old", leftover(&long, &whole, &whole)),
    ];
    age(&goes[4].1);
    let user = |name: &str, content: &[u8]| {
        fs::write(planted.beside(name), content).expect("written");
        planted.beside(name)
    };
    let overwritten = leftover(&path, &whole, b"my own notes");
    let linked = leftover(&path, b"half", b"");
    fs::remove_file(&linked).expect("it is there");
    symlink("../bashrc", &linked).expect("a link");
    let held = leftover(&path, b"half", b"half");
    let open = fs::File::open(&held).expect("it is there");
    open.lock().expect("it is free");
    let stays = [
        ("a user's", user(".wardiary-notes-202611", b"my own notes")),
        ("a user's of the save's name", user(".wardiary-mine.ron-202611", b"my own notes")),
        ("a user's that is empty", user(".wardiary-a-b-c", b"")),
        ("a copy of the save", user(".wardiary-mine.ron-backup", &whole)),
        ("a leftover's name with other content", overwritten),
        ("a link of such a name", linked),
        ("open elsewhere", held),
        ("another's, and fresh", leftover(&long, &whole, &whole)),
        ("another's of a like name", leftover(&planted.beside("mine.ron-b"), &whole, &whole)),
    ];
    for (_, path) in &stays[..6] {
        age(path);
    }
    drop(Save::open(&path, Mode::Write).expect("it opens"));
    for (what, path) in goes {
        assert!(!path.exists(), "{what} is left over");
    }
    for (what, path) in stays {
        assert!(fs::symlink_metadata(path).is_ok(), "{what} stays");
    }
}

#[test]
fn copies_beside_a_save_are_written_over_nothing() {
    let planted = Planted::new();
    let path = planted.beside("mine.ron");
    for name in ["mine.ron.torn-1", "mine.ron.before-seal-1", "mine.ours-1.ron", "mine.ron.daily-2026-11-27"] {
        symlink("../bashrc", planted.beside(name)).expect("a link");
    }
    for name in ["mine.ron.torn-2", "mine.ron.before-seal-2", "mine.ours-2.ron"] {
        symlink("../made", planted.beside(name)).expect("a link");
    }
    let mut save = Save::open(&path, Mode::Write).expect("it opens");
    give(&mut save, "note one", &[]).expect("a note");
    drop(save);
    let text = fs::read_to_string(&path).expect("it is there");
    fs::write(&path, &text[..text.rfind("seal:").expect("a seal")]).expect("cut");
    let mut save = Save::open(&path, Mode::Write).expect("it opens");
    let today = "2026-11-27".parse().expect("a day");
    assert_eq!(save.keep_daily(3, today).expect("the name is taken"), None);
    let text = fs::read_to_string(&path).expect("it is there");
    save.rewrite(&text, "seal").expect("it is rewritten");
    fs::write(&path, "another file").expect("written");
    assert_eq!(save.write_rescue_copy().expect("it is kept"), Some(planted.beside("mine.ours-3.ron")));
    for name in ["mine.ron.torn-3", "mine.ron.before-seal-3", "mine.ours-3.ron"] {
        assert!(planted.beside(name).exists(), "{name}");
    }
    assert_eq!(fs::read_to_string(planted.victim()).expect("it is there"), "alias ll='ls -l'\n");
    assert!(!planted.folder.path().join("made").exists());
}

/// A link with a missing target still occupies the name.
#[test]
fn a_drawing_is_kept_beside_a_link_to_nothing() {
    let planted = Planted::new();
    symlink("../made", planted.beside("wells.kept-1.ron")).expect("a link");
    let folders = Folders { saves: planted.beside(""), config: planted.beside("config") };
    let kept = save_drawing_copy(&folders, Some(&planted.beside("wells.ron")), "wells", "(title: \"Wells\")");
    assert_eq!(kept, Some(planted.beside("wells.kept-2.ron")));
    assert!(!planted.folder.path().join("made").exists());
}
