use std::time::{Duration, Instant};

use play::Lang;

use super::*;

#[test]
fn the_right_password_and_no_other() {
    let kept = hash("seven brown boats");
    assert!(verify("seven brown boats", Some(&kept)));
    assert!(!verify("seven brown boat", Some(&kept)));
    assert!(!verify("seven brown boats", None));
    assert_ne!(kept, hash("seven brown boats"), "salted");
    assert!(!verify("", Some(&kept)));
    let long = "seven brown boats".repeat(20);
    assert!(!verify(&long, Some(&hash(""))), "too long is not empty");
}

#[test]
fn letters_may_be_typed_in_several_ways() {
    let kept = hash("sept bateaux dore\u{301}s");
    assert!(verify("sept bateaux dor\u{e9}s", Some(&kept)));
    assert!(verify("sept bateaux dore\u{301}s", Some(&kept)));
    // One from before, hashed as it was typed.
    let salt = [7; 16];
    let typed = "sept bateaux dore\u{301}s";
    let before = argon2().hash_password_with_salt(typed.as_bytes(), &salt);
    assert!(verify(typed, Some(&before.unwrap().to_string())));
}

#[test]
fn weak_passwords_are_told_why() {
    for (weak, reason) in [
        ("short", "at least 10"),
        ("password12", ""),
        ("Motdepasse1", ""),
        ("aaaaaaaaaaaaa", "again and again"),
        ("1234567890", ""),
        ("ada-ada-ada", "your name"),
        ("AdaLovelace!", "your name"),
        ("abcdefghijkl", "in a row"),
        ("14/07/1789 14", "date"),
    ] {
        let why = weakness(weak, "Ada Lovelace").unwrap_or_else(|| panic!("{weak} is taken"));
        assert!(why.get(Lang::EN).contains(reason), "{weak}: {why:?}");
        assert_ne!(why.get(Lang::EN), why.get(Lang::FR));
    }
    assert!(weakness(&"x1y2z".repeat(80), "ada").is_some());
}

/// What people choose when they are asked for ten characters, made by rule from public knowledge.
fn common() -> Vec<String> {
    let words = [
        "password",
        "passw0rd",
        "iloveyou",
        "princess",
        "football",
        "baseball",
        "sunshine",
        "superman",
        "welcome",
        "letmein",
        "dragon",
        "monkey",
        "shadow",
        "master",
        "qwerty",
        "azerty",
        "michael",
        "jennifer",
        "charlie",
        "liverpool",
        "chelsea",
        "computer",
        "internet",
        "starwars",
        "pokemon",
        "naruto",
        "butterfly",
        "chocolate",
        "summer",
        "winter",
        "spring",
        "motdepasse",
        "bonjour",
        "soleil",
        "doudou",
        "chouchou",
        "marseille",
        "jetaime",
        "nicolas",
        "camille",
        "loulou",
        "princesse",
        "vacances",
        "papillon",
        "caramel",
    ];
    let endings = [
        "123", "1234", "12345", "2024", "2025!", "1!", "69", "007", "01", "123!", "!!!",
    ];
    let mut all = Vec::new();
    for word in words {
        let capital = word[..1].to_uppercase() + &word[1..];
        for ending in endings {
            all.push(format!("{word}{ending}"));
            all.push(format!("{capital}{ending}"));
        }
        all.push(format!("{word}{word}"));
        all.push(word.replace('a', "@").replace('o', "0").replace('e', "3") + "123");
        all.push(format!("{word} {word}"));
        all.push(format!("123{word}"));
        all.push(word.chars().rev().collect::<String>() + "1234");
    }
    for walk in [
        "qwertyuiop",
        "qwertyuiop123",
        "asdfghjkl123",
        "zxcvbnm12345",
        "1qaz2wsx3edc",
        "qazwsxedcrfv",
        "1q2w3e4r5t6y",
        "azertyuiop",
        "azertyuiop1",
        "qsdfghjklm",
        "poiuytrewq",
        "0987654321",
        "1234567890",
        "12345678910",
        "123456789a",
        "a123456789",
        "1122334455",
        "9876543210",
        "abcdefghij",
        "abcd123456",
        "abc1234567",
        "zyxwvutsrq",
        "1234qwerty",
        "qwerty12345",
        "aaaaaaaaaa",
        "1111111111",
        "0000000000",
        "abababababab",
        "abcabcabcabc",
        "121212121212",
        "qweqweqweqwe",
        "asdasdasdasd",
        "!!!!!!!!!!",
        "..........",
        "lololololo",
        "hahahahaha",
    ] {
        all.push(walk.to_owned());
    }
    for year in 1960..2026 {
        all.push(format!("14/07/{year}"));
        all.push(format!("0101{year}01"));
        all.push(format!("{year}{year}{year}"));
        all.push(format!("31-12-{year}"));
    }
    all.retain(|password| password.chars().count() >= FEWEST);
    all.sort();
    all.dedup();
    all
}

#[test]
fn common_passwords_are_refused() {
    let all = common();
    let taken: Vec<&String> = all
        .iter()
        .filter(|password| weakness(password, "ada").is_none())
        .collect();
    assert!(all.len() > 800, "{}", all.len());
    let (count, total) = (taken.len(), all.len());
    assert!(
        count * 100 <= total,
        "{count} of {total} are taken: {taken:?}"
    );
}

#[test]
fn good_passphrases_are_taken() {
    for strong in [
        "seven brown boats",
        "tr0ub4dor&3x",
        "cheval pile agrafe",
        "a long board game evening",
        "eight green kites",
        "correct horse battery staple",
        "deux girafes sous la pluie",
        "vK9#pl2!mQz",
        "il pleut des clous rouges",
        "тридцать три коровы летят",
        "七つの茶色い舟が川を下る",
        "Moitié-prix-tulipe-42",
    ] {
        assert_eq!(weakness(strong, "Marguerite"), None, "{strong}");
    }
    for length in [128, 256] {
        let long: String = (0..length)
            .map(|at| char::from(b'!' + (at * 7 % 90) as u8))
            .collect();
        assert_eq!(weakness(&long, "ada"), None, "{length} characters");
    }
}

/// The longest and oddest are judged soon enough: this bound is wide, the usual is some milliseconds.
#[test]
fn judging_is_bounded() {
    for odd in [
        "a".repeat(256),
        "ab1".repeat(85),
        "qwerty".repeat(42),
        "password1".repeat(28),
        "4@8({[3€".repeat(32),
        "é\u{301}".repeat(128),
        "\u{fdfa}".repeat(256),
        "0a".repeat(128),
    ] {
        let began = Instant::now();
        let _ = weakness(&odd, &"x".repeat(24));
        let took = began.elapsed();
        assert!(took < Duration::from_secs(2), "{odd}: {took:?}");
    }
}
