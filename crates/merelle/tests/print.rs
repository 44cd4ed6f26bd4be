//! Pictures and things to print, from the command line.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const PUBLISHED: &str = "../play/tests/records/published.txt";

/// A folder for one test, removed when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("merelle-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Nothing depends on it being gone.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn merelle(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_merelle"));
    command
        .args(arguments)
        .env("LC_ALL", "C")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap()
}

#[track_caller]
fn done(arguments: &[&str]) -> String {
    let output = merelle(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
fn refused(arguments: &[&str], reason: &str) {
    let output = merelle(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
    assert!(errors.contains(reason), "{errors}");
}

#[track_caller]
fn check_file(file: &str, begins: &[u8]) {
    let bytes = fs::read(file).unwrap();
    assert!(bytes.starts_with(begins), "{file}");
    assert!(bytes.len() < 300_000, "{file}: {} bytes", bytes.len());
}

const SVG: &[u8] = b"<svg ";
const PNG: &[u8] = b"\x89PNG\r\n";
const PDF: &[u8] = b"%PDF-";

#[test]
fn the_ending_of_a_picture_decides_what_it_is() {
    let folder = Folder::new("draw");
    for (name, begins) in [("a.svg", SVG), ("a.png", PNG), ("a.PDF", PDF)] {
        let file = folder.file(name);
        assert_eq!(done(&["draw", "moulin:envol", "-o", &file]), "");
        check_file(&file, begins);
    }
    refused(
        &["draw", "moulin:envol", "-o", "x.gif"],
        ".svg, .png or .pdf",
    );
}

#[test]
fn a_record_becomes_a_filmstrip_or_a_film() {
    let folder = Folder::new("film");
    for (name, begins) in [("a.svg", SVG), ("a.png", PNG), ("a.pdf", PDF)] {
        let file = folder.file(name);
        done(&[
            "draw", "--record", PUBLISHED, "-o", &file, "--theme", "light",
        ]);
        check_file(&file, begins);
    }
    let film = folder.file("film.svg");
    done(&["draw", "--record", PUBLISHED, "-o", &film, "--animate"]);
    assert!(fs::read_to_string(&film).unwrap().contains("@keyframes"));
    let still = folder.file("film.png");
    let animate = ["draw", "--record", PUBLISHED, "-o", &still, "--animate"];
    refused(&animate, "only an SVG file can be animated");
    refused(&["draw", "--record", "no.txt", "-o", &film], "no.txt");
}

#[test]
fn everything_is_printed_into_a_folder() {
    let folder = Folder::new("everything");
    let target = folder.file("print");
    for (lang, paper, ink) in [("en", "a4", "colour"), ("fr", "letter", "saving")] {
        let how = ["--lang", lang, "--paper", paper, "--ink", ink];
        let all = [&["print", "everything", "-o", &target], &how[..]].concat();
        let names = done(&all);
        assert_eq!(names.lines().count(), 12);
        for name in names.lines() {
            check_file(name, PDF);
        }
    }
}

#[test]
fn svg_pages_have_a_file_each() {
    let folder = Folder::new("pages");
    let one = folder.file("one.svg");
    assert_eq!(
        done(&["print", "set", "mijnlieff", "-o", &one]),
        format!("{one}\n")
    );
    check_file(&one, SVG);
    let names = done(&[
        "print",
        "set",
        "mijnlieff:sets=4",
        "-o",
        &folder.file("four.svg"),
    ]);
    let expected = [folder.file("four-1.svg"), folder.file("four-2.svg")];
    assert_eq!(names.lines().collect::<Vec<_>>(), expected);
    assert!(Path::new(&expected[1]).exists());
    refused(&["print", "card", "mijnlieff", "-o", "x.png"], "PDF or SVG");
}

#[test]
fn pages_find_their_place() {
    let folder = Folder::new("places");
    let new = folder.file("not/yet/there.pdf");
    done(&["print", "card", "mijnlieff", "-o", &new]);
    check_file(&new, PDF);
    let picture = folder.file("nor/this/x.png");
    done(&["draw", "mijnlieff", "-o", &picture]);
    check_file(&picture, PNG);
    let names = done(&["print", "rules", "moulin:envol", "-o", &folder.file("")]);
    let own = folder.file("moulin-envol-rules.pdf");
    assert_eq!(names, format!("{own}\n"));
    check_file(&own, PDF);
    let piped = merelle(&["print", "set", "mijnlieff", "-o", "-"]);
    assert!(piped.stdout.starts_with(PDF));
    for output in ["all.pdf", "-"] {
        refused(&["print", "everything", "-o", output], "goes into a folder");
    }
    let french = ["print", "card", "mijnlieff", "-o", "x", "--lang", "fr"];
    refused(&french, "terminez le nom par .pdf");
}

#[test]
fn what_is_missing_is_said_with_the_command_that_tells_more() {
    refused(
        &["print", "rules"],
        "(merelle print rules --help tells more)",
    );
    refused(&["print"], "everything");
}

#[test]
fn diagrams_come_from_positions_and_records() {
    let folder = Folder::new("diagrams");
    let (puzzles, sheet) = (folder.file("puzzles.txt"), folder.file("sheet.pdf"));
    fs::write(
        &puzzles,
        "moulin:classique w=d6,f4;b=b4,d2;hand=7,7;turn=w d2\n",
    )
    .unwrap();
    refused(
        &["print", "diagrams", &puzzles, "-o", &sheet],
        "line 1: ML1: d2 is not free",
    );
    let printed = done(&["print", "diagrams", PUBLISHED, "-o", &sheet, "--json"]);
    assert_eq!(printed, format!("{{\"files\":[\"{sheet}\"]}}\n"));
    check_file(&sheet, PDF);
}

#[test]
fn solutions_that_nobody_gave_are_found() {
    let folder = Folder::new("solve");
    let (positions, sheet) = (folder.file("positions.txt"), folder.file("sheet-2.svg"));
    let position = "w=La1,La2,Eb2,Pc3,Ed2;b=Ea3,Pa4,Lc2,Dc1,Ld3;turn=w;limit=Ld3";
    fs::write(&positions, format!("mijnlieff {position}\n")).unwrap();
    let output = folder.file("sheet.svg");
    let print = ["print", "diagrams", &positions, "-o", &output];
    let unsolved = merelle(&print);
    let remark = String::from_utf8(unsolved.stderr).unwrap();
    assert!(
        remark.starts_with("one position has no solution"),
        "{remark}"
    );
    assert!(!Path::new(&sheet).exists());
    let files = done(&[&print[..], &["--solve", "--time", "600"]].concat());
    assert_eq!(files.lines().count(), 2);
    let back = fs::read_to_string(&sheet).unwrap();
    assert!(back.contains("Dd4 pass Db1 pass Pb3 Dd1."), "{back}");
    refused(&[&print[..], &["--time", "5"]].concat(), "--solve");
}

#[test]
fn a_board_too_large_for_a_page_is_refused_in_both_languages() {
    let tiles: Vec<String> = (0..16).map(|n| format!("{}.{}", 2 * n, n)).collect();
    let setup = format!("mijnlieff:board={}", tiles.join("/"));
    refused(&["print", "board", &setup], "does not fit on a page");
    refused(
        &["print", "board", &setup, "--lang", "fr"],
        "ne tient pas sur une page",
    );
}

#[test]
fn the_rulebook_is_told_in_both_languages() {
    for setup in [
        "mijnlieff",
        "moulin:classique",
        "moulin:envol",
        "moulin:barreau",
    ] {
        let english = done(&["rules", setup]);
        assert!(english.contains("For your first game"), "{english}");
        let french = done(&["rules", setup, "--lang", "fr"]);
        assert!(french.contains("Pour votre première partie"), "{french}");
    }
}
