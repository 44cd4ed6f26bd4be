use super::*;
use crate::secret::Token;

const MINUTE: u32 = 20;

fn address(text: &str) -> IpAddr {
    text.parse().unwrap()
}

/// Guesses as fast as it is let; returns how many were looked at, and how long the next one waits.
fn guess(
    guesses: &Guesses,
    target: Target,
    from: IpAddr,
    place: Place,
    span: Duration,
    begin: Instant,
) -> u32 {
    let (mut looked_at, mut time) = (0, Duration::ZERO);
    while time < span {
        match guesses.attempt(target, "ada", place, from, begin + time) {
            Ok(_) => looked_at += 1,
            Err(TooSoon { wait }) => {
                assert!(wait > Duration::ZERO);
                time += wait;
            }
        }
    }
    looked_at
}

#[test]
fn waits_grow_at_one_place_and_a_right_password_ends_them() {
    let guesses = Guesses::new(MINUTE);
    let (home, start) = (address("192.0.2.1"), Instant::now());
    let attempt = |time: Duration| {
        guesses.attempt(Target::Password, "ada", Place::Unknown, home, start + time)
    };
    for _ in 0..=PASSWORDS.free {
        attempt(Duration::ZERO).unwrap();
    }
    let mut time = Duration::ZERO;
    for wait in [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900] {
        let wait = Duration::from_secs(wait);
        assert_eq!(attempt(time).unwrap_err(), TooSoon { wait });
        time += wait;
        let last = attempt(time).unwrap();
        if wait.as_secs() == 900 && time.as_secs() > 2000 {
            guesses.right(&last);
        }
    }
    for _ in 0..=PASSWORDS.free {
        attempt(time).unwrap();
    }
}

/// Four addresses guess for a minute as fast as they can, and meanwhile the owner gets in: by a browser
/// that is known, from a network that is, from a new one, and in the network of one of the four.
#[test]
fn who_guesses_keeps_no_owner_out() {
    let guesses = Guesses::new(MINUTE);
    let start = Instant::now();
    let attackers = ["198.51.100.1", "203.0.113.1", "192.0.2.1", "2001:db8:9::1"].map(address);
    let device = Place::Device(Token::random().hash());
    let owner = [
        (Place::Unknown, address("233.252.0.7")),
        (Place::Network, address("233.252.0.8")),
        (device, address("233.252.0.9")),
        (device, attackers[0]),
    ];
    let mut looked_at = 0;
    for second in 0..25 {
        let now = start + Duration::from_secs(second);
        for _ in 0..200 {
            for from in attackers {
                let guess = guesses.attempt(Target::Password, "ada", Place::Unknown, from, now);
                looked_at += u32::from(guess.is_ok());
            }
        }
        for (place, from) in owner {
            let attempt = guesses.attempt(Target::Password, "ada", place, from, now);
            guesses.right(&attempt.expect("the owner is never refused"));
        }
    }
    assert!(looked_at <= 4 * 11, "{looked_at} of 20,000 guesses");
}

#[test]
fn guesses_a_day_at_one_name_are_bounded() {
    let day = Duration::from_secs(86_400);
    let start = Instant::now();
    let home = address("192.0.2.1");
    let guesses = Guesses::new(MINUTE);
    let one = guess(&guesses, Target::Password, home, Place::Unknown, day, start);
    assert!((100..120).contains(&one), "{one} from one place");
    let known = guess(
        &Guesses::new(MINUTE),
        Target::Password,
        home,
        Place::Network,
        day,
        start,
    );
    assert!(known <= 740, "{known} from a network that is known");
    let code = guess(
        &Guesses::new(MINUTE),
        Target::Code,
        home,
        Place::Unknown,
        day,
        start,
    );
    assert!(code <= 40, "{code} codes from one place");

    // From a thousand networks, each every ten minutes.
    for (target, most) in [(Target::Password, 1000), (Target::Code, 60)] {
        let guesses = Guesses::new(MINUTE);
        let mut looked_at = 0;
        for time in 0..144 {
            let now = start + Duration::from_secs(600 * time);
            for network in 0..1000u128 {
                let from = IpAddr::V6(((0x2001_0db8 << 96) + (network << 80)).into());
                let guess = guesses.attempt(target, "ada", Place::Unknown, from, now);
                looked_at += u32::from(guess.is_ok());
            }
        }
        assert!(looked_at <= most, "{looked_at} from a thousand networks");
        assert!(
            looked_at >= most - 10,
            "the test reaches the bound: {looked_at}"
        );
    }
}

/// Forty pupils behind one address, all at once, again and again: right passwords cost nothing.
#[test]
fn a_class_gets_in_at_once() {
    let guesses = Guesses::new(MINUTE);
    let (school, start) = (address("192.0.2.1"), Instant::now());
    for round in 0..10 {
        let now = start + Duration::from_secs(round);
        let attempts: Vec<Attempt> = (0..40)
            .map(|pupil| {
                let name = format!("pupil{pupil}");
                let place = Place::Unknown;
                let attempt = guesses.attempt(Target::Password, &name, place, school, now);
                attempt.expect("nobody is refused")
            })
            .collect();
        for attempt in &attempts {
            guesses.right(attempt);
        }
    }
}

#[test]
fn one_address_tries_so_many_names() {
    let guesses = Guesses::new(MINUTE);
    let (home, start) = (address("192.0.2.1"), Instant::now());
    let spray = |now: Instant, names: u32| {
        let tried = (0..names).filter(|name| {
            let name = format!("{name} {now:?}");
            let place = Place::Unknown;
            guesses
                .attempt(Target::Password, &name, place, home, now)
                .is_ok()
        });
        tried.count()
    };
    assert_eq!(spray(start, 1000), 100);
    assert_eq!(spray(start + Duration::from_secs(60), 1000), 20);
}

#[test]
fn what_was_not_looked_at_is_no_mistake() {
    let guesses = Guesses::new(1);
    let (home, start) = (address("192.0.2.1"), Instant::now());
    for _ in 0..1000 {
        let attempt = guesses.attempt(Target::Password, "ada", Place::Unknown, home, start);
        guesses.undone(&attempt.unwrap());
    }
}

/// However many names and networks are tried, memory is bounded, and who has guessed most is
/// remembered.
#[test]
fn memory_is_bounded() {
    let guesses = Guesses::new(1_000_000);
    let start = Instant::now();
    let from = |network: u32| IpAddr::V4((network << 8).into());
    for _ in 0..12 {
        let _ = guesses.attempt(Target::Password, "ada", Place::Unknown, from(1), start);
    }
    for network in 0..3 * MOST as u32 {
        let name = format!("name {network}");
        let _ = guesses.attempt(
            Target::Password,
            &name,
            Place::Unknown,
            from(network),
            start,
        );
    }
    {
        let state = guesses.state();
        let sizes = [state.places.len(), state.names.len(), state.addresses.len()];
        assert!(sizes.iter().all(|size| *size <= MOST), "{sizes:?}");
    }
    let again = guesses.attempt(Target::Password, "ada", Place::Unknown, from(1), start);
    assert!(again.is_err());
}

#[test]
fn what_is_guessed_at_another_node_counts_here_too() {
    let nodes = [Guesses::new(20), Guesses::new(20)];
    nodes.iter().for_each(|node| node.change_key([7; 32]));
    let (now, address) = (Instant::now(), IpAddr::from([192, 0, 2, 1]));
    let attempt =
        |node: &Guesses| node.attempt(Target::Password, "ada", Place::Unknown, address, now);
    let mut last = None;
    for _ in 0..6 {
        let told = serde_json::to_string(&attempt(&nodes[0]).unwrap()).unwrap();
        let told: Attempt = serde_json::from_str(&told).unwrap();
        nodes[1].attempted(&told, now);
        last = Some(told);
    }
    assert!(attempt(&nodes[0]).is_err());
    assert!(attempt(&nodes[1]).is_err());
    nodes[1].right(&last.unwrap());
    assert!(attempt(&nodes[1]).is_ok());
}
