//! Every player plays by the rules, the same way by the same chance, and knows what it knows.
#![allow(clippy::unwrap_used)]

mod boards;

use std::time::Duration;

use engine::mijnlieff::{Choice, MijnlieffBot, Score};
use engine::{Computer, Guarantee, Level, Player, Resources};
use game::{Game, Random};
use mijnlieff::{Mijnlieff, Move};

use boards::{ending, pieces, random_game};

const MEMORY: usize = 1 << 18;

fn everybody() -> Vec<Player> {
    let mut players = vec![Player::Random, Player::Greedy, Player::Perfect];
    players.extend(Level::ALL.map(Player::Level));
    players.extend([1, 7, 1000].map(Player::Nodes));
    players.push(Player::Time(Duration::from_millis(2)));
    players
}

/// A game of one player against itself, with what it chose.
fn whole_game(game: &Mijnlieff, bot: &mut MijnlieffBot, seed: u64) -> Vec<Choice> {
    let mut random = Random::new(seed);
    let mut position = game.start();
    let mut choices = Vec::new();
    while let Some(choice) = bot.choose_with_score(&position, &mut random) {
        assert!(game.moves(&position).contains(&choice.played));
        position = game.play(&position, choice.played);
        choices.push(choice);
    }
    assert!(game.outcome(&position).is_some());
    choices
}

#[test]
fn every_player_plays_legal_games_on_every_board() {
    let mut random = Random::new(1);
    for player in everybody() {
        for sets in 1..=4 {
            // Perfection from the empty board takes a second a turn, and long searches too.
            if player == Player::Perfect || player == Player::Level(Level::ALL[7]) && sets > 2 {
                continue;
            }
            let game = random_game(sets, &mut random);
            whole_game(
                &game,
                &mut game.bot(player, &Resources::new(MEMORY)),
                random.bits(),
            );
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let mut random = Random::new(2);
    for player in everybody() {
        if matches!(player, Player::Time(_) | Player::Perfect) {
            continue;
        }
        let game = random_game(2, &mut random);
        let seed = random.bits();
        let mut bot = game.bot(player, &Resources::new(MEMORY));
        let first = whole_game(&game, &mut bot, seed);
        // Neither a new bot nor what a bot has seen makes a difference.
        assert_eq!(whole_game(&game, &mut bot, seed), first, "{player}");
        let mut fresh = game.bot(player, &Resources::new(MEMORY));
        assert_eq!(whole_game(&game, &mut fresh, seed), first, "{player}");
    }
}

#[test]
fn levels_and_searches_keep_to_their_nodes() {
    let mut random = Random::new(3);
    let game = random_game(2, &mut random);
    for nodes in [1, 7, 1000] {
        let mut bot = game.bot(Player::Nodes(nodes), &Resources::new(MEMORY));
        for choice in whole_game(&game, &mut bot, nodes) {
            assert!(choice.nodes <= nodes);
        }
    }
}

#[test]
fn perfection_is_proven_on_one_set_and_late_on_more() {
    let mut random = Random::new(4);
    for sets in 1..=4 {
        let game = random_game(sets, &mut random);
        let late = ending(&game, 8, &mut random);
        let mut bot = game.bot(Player::Perfect, &Resources::new(1 << 22));
        let choice = bot.choose_with_score(&late, &mut random).unwrap();
        assert!(matches!(choice.score, Some(Score::Exact(_))), "{sets}");
    }
    let game = Mijnlieff::from_options("").unwrap();
    let early = ending(&game, 13, &mut random);
    assert!(pieces(&early) > 11);
    let mut bot = game.bot(Player::Perfect, &Resources::new(1 << 22));
    let choice = bot.choose_with_score(&early, &mut random).unwrap();
    assert!(matches!(choice.score, Some(Score::Exact(_))));
    let game = Mijnlieff::from_options("sets=4").unwrap();
    let mut bot = game.bot(Player::Perfect, &Resources::new(1 << 22));
    let choice = bot.choose_with_score(&game.start(), &mut random).unwrap();
    assert!(matches!(choice.score, Some(Score::Estimate { .. })));
}

#[test]
fn greed_closes_a_line_or_else_stops_one() {
    let game = Mijnlieff::from_options("").unwrap();
    let check = |position: &str, square: &str| {
        use game::Notation;
        let position = game.read_position(position).unwrap();
        let mut bot = game.bot(Player::Greedy, &Resources::new(0));
        for seed in 0..20 {
            let choice = bot
                .choose_with_score(&position, &mut Random::new(seed))
                .unwrap();
            let Move::Place { square: at, .. } = choice.played else {
                panic!("{choice:?}");
            };
            assert_eq!(game.board().name(at), square);
        }
    };
    check("w=La1,Lb1;b=Pd3,Pd4;turn=w;limit=Pd4", "c1");
    check("w=Ea4,Lb1;b=Pd3,Dd4;turn=w;limit=none", "d2");
}

#[test]
fn perfection_has_a_limit_on_dear_boards_and_says_so() {
    let game = Mijnlieff::from_options("board=0.0/2.0/4.0/6.0,opening=anywhere").unwrap();
    assert_eq!(
        game.guarantee(&Resources::new(1 << 20)),
        Guarantee::ProvenLater
    );
    // A proof of the answer to the first piece would take a hundred million nodes.
    let first = game.moves(&game.start())[0];
    let position = game.play(&game.start(), first);
    let choose = || {
        let mut bot = game.bot(Player::Perfect, &Resources::new(1 << 22));
        bot.choose_with_score(&position, &mut Random::new(7))
            .unwrap()
    };
    let choice = choose();
    assert!(matches!(choice.score, Some(Score::Estimate { .. })));
    assert_eq!(choose(), choice, "the same on every machine");
}
