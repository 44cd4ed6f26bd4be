use std::collections::BTreeSet;

use super::*;

fn account(name: &str) -> Result<Name, Text> {
    Name::read(name, Bearer::Account)
}

fn set(name: &str) -> BTreeSet<Look> {
    looks(name).into_iter().collect()
}

fn alike(one: &str, other: &str) -> bool {
    !set(one).is_disjoint(&set(other))
}

#[test]
fn names_of_people_are_names() {
    for name in [
        "Ada",
        "Zoé",
        "Jean-Luc",
        "O'Neil",
        "O’Neil",
        "St.John",
        "Ада 2",
        "Σωκράτης",
        "李小龍",
        "さくら",
        "サクラ Sakura",
        "김민준",
        "राम",
        "मोहित",
        "محمد",
        "יוסף",
        "สมชาย",
        "Nguyễn",
        "Łukasz",
        "a1",
        "Ada 1815",
        "Müller",
        "Lvl",
    ] {
        let read = account(name).unwrap_or_else(|why| panic!("{name}: {why:?}"));
        assert!(Name::read(name, Bearer::Guest).is_ok());
        assert_eq!(account(&read.shown), Ok(read), "once read, as it is");
    }
}

#[test]
fn what_cannot_be_seen_told_apart_or_read_is_no_name() {
    for name in [
        "",
        "a",
        " ",
        "\u{3000}\u{3000}\u{3000}",
        "a\nb",
        "<b>",
        "a--b",
        "a- b",
        "-ab",
        "ab-",
        "😀😀",
        "1234",
        "12 34",
        "Ada 123456789",
        // Steering the direction of writing.
        "a\u{202e}b",
        "a\u{2066}b",
        "\u{200f}ab",
        // Invisible.
        "a\u{200b}b",
        "a\u{200d}b",
        "ab\u{2060}",
        "\u{00ad}ab",
        "\u{3164}\u{3164}",
        "\u{115f}\u{1160}",
        "ab\u{fe0f}",
        "\u{2800}\u{2800}",
        "a\u{e0041}b",
        "a\u{180e}b",
        // Control, private, unassigned, not a character.
        "a\u{7f}b",
        "a\u{0}b",
        "\u{e000}\u{e001}",
        "a\u{fffe}b",
        "a\u{10fffd}b",
        // Heaps of marks, and marks on nothing.
        "Z\u{335}\u{321}\u{31b}\u{353}a",
        "a\u{301}\u{302}\u{303}\u{304}b",
        "\u{301}ab",
        "1\u{301}a",
        // Two alphabets.
        "Аda",
        "Adа",
        "Ρaul",
        "pаypal",
        "Αda",
        // Out of use, or made for something else.
        "ᴀᴅᴀ",
        "ⲁⲃⲅ",
    ] {
        assert!(account(name).is_err(), "{name:?}");
        assert!(Name::read(name, Bearer::Guest).is_err(), "{name:?}");
    }
    assert!(account(&"x".repeat(24)).is_ok());
    assert!(account(&"x".repeat(25)).is_err());
    assert!(account(&"한".repeat(25)).is_err());
    assert!(account(&"y".repeat(1 << 20)).is_err());
}

#[test]
fn wide_letters_become_plain_ones() {
    for (name, plain) in [("Ａｄａ", "Ada"), ("ﬁlou", "filou"), ("Ada ２", "Ada 2")] {
        assert_eq!(account(name).unwrap().shown, plain);
    }
    assert_eq!(Name::keys("Ａｄａ")[1], "ada");
    // U+0065 U+0301 and U+00E9.
    assert_eq!(account("Zoe\u{301}"), account("Zo\u{e9}"));
}

#[test]
fn names_that_look_alike_are_alike() {
    let table = include_str!("look-alikes.txt");
    let pairs = table.lines().filter(|line| !line.starts_with('#'));
    let mut count = 0;
    for line in pairs.filter(|line| !line.is_empty()) {
        let (one, other) = line.split_once(" = ").expect("two names in a line");
        assert!(
            alike(one, other),
            "{one} and {other}: {:?} {:?}",
            set(one),
            set(other)
        );
        count += 1;
    }
    assert!(count >= 60, "{count} pairs");
}

#[test]
fn names_that_differ_are_not_alike() {
    for (one, other) in [
        ("Ada", "Adb"),
        ("Ada", "Adam"),
        ("Eva", "Eve"),
        ("Paul", "Pauline"),
        ("Léon", "Noël"),
        ("さくら", "さくろ"),
        ("か", "が"),
        ("राम", "रोम"),
        ("Иван", "Ivan"),
        ("李小龍", "李小明"),
        ("Max", "Mex"),
        ("Chris", "Kris"),
        ("Jo 1", "Jo 2"),
    ] {
        assert!(!alike(one, other), "{one} and {other}");
    }
}

#[test]
fn names_of_the_house_are_reserved() {
    for name in [
        "Admin",
        "ADMIN",
        "Adrnin",
        "Admïn",
        "admin2",
        "Ada Admin",
        "The-Moderator",
        "Mérelle",
        "merelle",
        "MERELLE",
        "Merelle Support",
        "Guest",
        "Guest 1234",
        "guest1234",
        "Invité",
        "invite 12",
        "Anonymous",
        "Anonyme",
        "Level 3",
        "level-8",
        "Leve1 3",
        "Niveau 4",
        "Perfect",
        "Parfait",
        "Computer",
        "Ordinateur 2",
        "White",
        "Noir",
        "Deleted account",
        "Compte supprimé",
        "null",
    ] {
        assert!(account(name).is_err(), "{name}");
    }
    for name in ["Guest 1234", "Invité 77"] {
        assert!(Name::read(name, Bearer::Guest).is_ok(), "{name}");
    }
    for name in ["Guest", "guest 1234", "Admin", "Level 3", "Computer"] {
        assert!(Name::read(name, Bearer::Guest).is_err(), "{name}");
    }
    for name in [
        "Blanche",
        "Noiret",
        "Levelly",
        "Robert",
        "Rooter",
        "Marguerite",
    ] {
        assert!(account(name).is_ok(), "{name}");
    }
    assert!(Name::read(&Name::invented(), Bearer::Guest).is_ok());
}

/// A small generator: a test says the same each time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u32) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        ((self.0 >> 33) as u32) % sides
    }
}

/// Any text is read or refused; what is read keeps every promise.
#[test]
fn any_text_is_a_good_name_or_none() {
    let mut dice = Dice(17);
    let mut taken = 0;
    for _ in 0..20_000 {
        let length = 1 + dice.roll(8);
        // Most of Unicode is refused; small ranges give names that are taken too.
        let range = match dice.roll(5) {
            0 => 0..0x80,
            1 => 0x20..0x250,
            2 => 0x300..0x600,
            3 => 0x900..0x3100,
            _ => 0..0x11_0000,
        };
        let text: String = (0..length)
            .filter_map(|_| char::from_u32(range.start + dice.roll(range.end - range.start)))
            .collect();
        let Ok(name) = account(&text) else { continue };
        taken += 1;
        let shown = &name.shown;
        assert_eq!(
            account(shown).as_ref(),
            Ok(&name),
            "{shown:?} is read again as itself"
        );
        assert!(shown.nfkc().eq(shown.chars()), "{shown:?}");
        assert!(
            !name.key.is_empty() && set(shown).iter().all(|look| !look.0.is_empty()),
            "{shown:?}"
        );
        assert!(alike(shown, &shown.to_lowercase()), "{shown:?}");
        assert!(alike(shown, &shown.to_uppercase()), "{shown:?}");
        assert!(shown.graphemes(true).count() <= MOST && shown.len() <= MOST_BYTES);
        for c in shown.chars() {
            let hidden = c.is_control()
                || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{e000}'..='\u{f8ff}' | '\u{fe00}'..='\u{fe0f}');
            assert!(!hidden, "{shown:?}");
        }
    }
    assert!(taken > 500, "{taken} of 20,000 are names");
}
