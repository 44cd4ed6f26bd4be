use moulin::rule::{ML1, ML2, ML3, ML4, ML5, ML6, ML7, ML8, ML9};
use moulin::{Double, Flight, Moulin, Rules, Stuck, Takes};

use crate::Lang;
use crate::rulebook::{Point, number};

/// The rules of a game of the mill family, point by point.
pub(super) fn rules(game: &Moulin, lang: Lang) -> Vec<Point> {
    let rules = game.rules();
    let point = |rule, words| Point::new(rule, lang, words);
    vec![
        point(ML1, placing(rules, lang)),
        point(ML2, moving(rules.flight, lang)),
        point(ML3, mill(rules.double, lang)),
        point(ML4, takes(rules.takes, lang)),
        point(ML5, mill_again(lang)),
        point(ML6, flight(rules.flight, lang)),
        point(ML7, two_stones(lang)),
        point(ML8, stuck(rules.stuck, lang)),
        point(ML9, draws(rules.flight, lang)),
    ]
}

/// A title and a text.
type Words = (&'static str, String);

fn placing(rules: &Rules, lang: Lang) -> Words {
    let points = rules.board.points().count();
    let lines = rules.board.lines().count();
    let stones = number(u32::from(rules.stones), lang);
    match lang {
        Lang::FR => {
            let text = format!(
                "Le plateau compte {points} points et {lines} lignes de trois points. À tour de \
                 rôle, les blancs d’abord, chacun pose un de ses {stones} pions sur un point \
                 libre. Tant qu’il vous reste des pions à poser, aucun des vôtres ne se déplace. \
                 Un pion pris ne revient plus."
            );
            ("Poser les pions", text)
        }
        _ => {
            let text = format!(
                "The board has {points} points and {lines} lines of three points. In turn, \
                 white first, each player places one of {stones} stones on a free point. While \
                 you have stones to place, none of yours moves. A stone that was taken does not \
                 come back."
            );
            ("Placing stones", text)
        }
    }
}

fn moving(flight: Flight, lang: Lang) -> Words {
    match lang {
        Lang::FR => {
            let steps = match flight {
                Flight::Never => "Un pion suit toujours un trait",
                Flight::At(_) | Flight::Once(_) => "Sauf envol, un pion suit toujours un trait",
            };
            let text = format!(
                "Quand tous vos pions sont posés, vous en déplacez un à chaque tour, le long d’une \
                 ligne, vers le point voisin s’il est libre. {steps} et ne saute jamais par-dessus \
                 un autre."
            );
            ("Déplacer les pions", text)
        }
        _ => {
            let steps = match flight {
                Flight::Never => "A stone always follows a line",
                Flight::At(_) | Flight::Once(_) => "Unless it flies, a stone follows a line",
            };
            let text = format!(
                "Once your stones are placed, you move one each turn, along a line to the next \
                 point, if it is free. {steps} and never jumps over another."
            );
            ("Moving stones", text)
        }
    }
}

fn mill(double: Double, lang: Lang) -> Words {
    match lang {
        Lang::FR => {
            let both = match double {
                Double::One => "Deux moulins fermés d’un seul coup ne prennent qu’un pion.",
                Double::Two => {
                    "Deux moulins fermés d’un seul coup prennent deux pions, l’un après l’autre ; \
                     le second se choisit sur le plateau que laisse le premier."
                }
            };
            let text = format!(
                "Trois pions de votre couleur sur une même ligne : moulin ! Si le pion que vous \
                 posez ou déplacez en ferme un, vous prenez aussitôt un pion adverse. {both}"
            );
            ("Le moulin", text)
        }
        _ => {
            let both = match double {
                Double::One => "Two mills closed at once still take one stone.",
                Double::Two => {
                    "Two mills closed at once take two stones, one after the other; the second \
                     is chosen on the board that the first leaves."
                }
            };
            let text = format!(
                "Three stones of your colour on one line: a mill! When the stone you place or \
                 move closes one, you take an enemy stone at once. {both}"
            );
            ("The mill", text)
        }
    }
}

fn takes(takes: Takes, lang: Lang) -> Words {
    match lang {
        Lang::FR => {
            let text = match takes {
                Takes::Any => {
                    "Vous prenez le pion adverse de votre choix, même dans un moulin. Aucun pion \
                     n’est à l’abri."
                }
                Takes::Outside => {
                    "Un pion dans un moulin est à l’abri : vous en prenez un autre. Si tous les \
                     pions adverses sont dans des moulins, vous n’en prenez aucun et la partie \
                     continue."
                }
                Takes::OutsideOrAll => {
                    "Un pion dans un moulin est à l’abri : vous en prenez un autre. Si tous les \
                     pions adverses sont dans des moulins, vous prenez celui que vous voulez."
                }
            };
            ("Le pion à prendre", text.to_owned())
        }
        _ => {
            let text = match takes {
                Takes::Any => {
                    "You take any enemy stone you like, even out of a mill. No stone is safe."
                }
                Takes::Outside => {
                    "A stone in a mill is safe: you take another one. If all enemy stones are in \
                     mills, you take none, and play goes on."
                }
                Takes::OutsideOrAll => {
                    "A stone in a mill is safe: you take another one. If all enemy stones are in \
                     mills, you take whichever you like."
                }
            };
            ("What may be taken", text.to_owned())
        }
    }
}

fn mill_again(lang: Lang) -> Words {
    match lang {
        Lang::FR => (
            "Rouvrir un moulin",
            "Vous pouvez ouvrir votre moulin et le refermer aussi souvent que vous voulez, et \
             chaque fermeture compte comme la première. Avec cinq pions bien placés, un moulin se \
             ferme quand l’autre s’ouvre, à chaque tour."
                .to_owned(),
        ),
        _ => (
            "Opening a mill again",
            "You may open your mill and close it again as often as you like, and each closing \
             counts like the first. With five stones well placed, one mill closes as the other \
             opens, every turn."
                .to_owned(),
        ),
    }
}

fn flight(flight: Flight, lang: Lang) -> Words {
    match lang {
        Lang::FR => {
            let text = match flight {
                Flight::Never => {
                    "Il n’y a pas d’envol : un pion va toujours au point voisin. Si vos \
                                  trois derniers pions forment un moulin, il faut l’ouvrir pour \
                                  jouer."
                        .to_owned()
                }
                Flight::At(at) => format!(
                    "Quand tous vos pions sont posés et qu’il vous en reste {}, vous avez \
                     droit à l’envol : déplacer un pion vers n’importe quel point libre. Ce droit \
                     vaut à chaque tour.",
                    at_most(at, lang)
                ),
                Flight::Once(at) => format!(
                    "Une fois dans la partie, quand tous vos pions sont posés et qu’il vous en \
                     reste {}, vous pouvez déplacer un pion vers n’importe quel point libre. \
                     L’envol reste à vous tant qu’il n’a pas servi, et aller au point voisin ne \
                     l’utilise pas. Si c’est votre seul coup, vous devez le jouer.",
                    at_most(at, lang)
                ),
            };
            ("L’envol", text)
        }
        _ => {
            let text = match flight {
                Flight::Never => {
                    "There is no flight: a stone always goes to the next point. If your \
                                  last three stones are a mill, you must open it to play."
                        .to_owned()
                }
                Flight::At(at) => format!(
                    "Once your stones are placed and you have {} left, you may fly: move a stone \
                     to any free point. You may do so every turn.",
                    at_most(at, lang)
                ),
                Flight::Once(at) => format!(
                    "Once in the game, when your stones are placed and you have {} left, you may \
                     move a stone to any free point. The flight stays yours until you use it, \
                     and going to the next point does not use it. If it is your only move, you \
                     must make it.",
                    at_most(at, lang)
                ),
            };
            ("Flight", text)
        }
    }
}

/// The stones with which one may fly. Who has fewer than three plays no more (ML7).
fn at_most(stones: u8, lang: Lang) -> String {
    let count = number(u32::from(stones), lang);
    match (stones, lang) {
        (0..=3, _) => count,
        (_, Lang::FR) => format!("{count} ou moins"),
        (_, _) => format!("{count} or fewer"),
    }
}

fn two_stones(lang: Lang) -> Words {
    match lang {
        Lang::FR => (
            "Plus que deux pions",
            "Qui n’a plus que deux pions a perdu : deux pions ne font pas de moulin. Les pions \
             encore à poser comptent, et personne ne perd ainsi en début de partie."
                .to_owned(),
        ),
        _ => (
            "Two stones left",
            "Whoever is down to two stones has lost: two stones make no mill. Stones still to be \
             placed count, so nobody loses this way at the beginning."
                .to_owned(),
        ),
    }
}

fn stuck(stuck: Stuck, lang: Lang) -> Words {
    match lang {
        Lang::FR => {
            let text = match stuck {
                Stuck::Lose => {
                    "Si c’est votre tour et qu’aucun de vos pions ne peut se déplacer, vous avez \
                     perdu. Bloquer tous les pions adverses suffit donc pour gagner."
                }
                Stuck::Pass => {
                    "Si c’est votre tour et qu’aucun de vos pions ne peut se déplacer, vous \
                     passez. Dans tous les autres cas, vous devez jouer."
                }
            };
            ("Aucun déplacement possible", text.to_owned())
        }
        _ => {
            let text = match stuck {
                Stuck::Lose => {
                    "If it is your turn and none of your stones can move, you have lost. So \
                     blocking all enemy stones is enough to win."
                }
                Stuck::Pass => {
                    "If it is your turn and none of your stones can move, you pass. In all other \
                     cases you must play."
                }
            };
            ("No move left", text.to_owned())
        }
    }
}

fn draws(flight: Flight, lang: Lang) -> Words {
    match lang {
        Lang::FR => {
            let same = match flight {
                Flight::Never | Flight::At(_) => "mêmes pions, même joueur au trait",
                Flight::Once(_) => "mêmes pions, même joueur au trait, mêmes droits à l’envol",
            };
            let text = format!(
                "Vous pouvez convenir d’une partie nulle. Elle est nulle aussi quand la même \
                 position revient pour la troisième fois : {same}. Une fois tous les pions \
                 posés, elle l’est enfin après 100 tours de suite sans prise, 50 chacun."
            );
            ("La partie nulle", text)
        }
        _ => {
            let same = match flight {
                Flight::Never | Flight::At(_) => "same stones, same player to move",
                Flight::Once(_) => "same stones, same player to move, same flights left",
            };
            let text = format!(
                "You may agree on a draw. The game is also drawn when the same position comes \
                 up for the third time: {same}. Once all stones are placed, 100 turns in a row \
                 without a stone taken, 50 each, make it a draw too."
            );
            ("Draws", text)
        }
    }
}
