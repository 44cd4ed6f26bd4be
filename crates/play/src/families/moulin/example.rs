use moulin::{BARREAU, ENVOL, Moulin, Rules};

use crate::Match;
use crate::family::half_random;
use crate::rulebook::{Example, Note};

/// A game under these rules; under those of `classique` where none is known.
pub(crate) fn example(rules: &Rules) -> Example {
    match *rules {
        ENVOL => Example::new::<Moulin>(include_str!("examples/envol.txt"), envol()),
        BARREAU => Example::new::<Moulin>(include_str!("examples/barreau.txt"), barreau()),
        _ => Example::new::<Moulin>(include_str!("examples/classique.txt"), classique()),
    }
}

/// The example where it shows what is its own: a double mill, the one flight, or a mill closed by a
/// stone that moved; where it cannot be played, another game.
pub(super) fn under_way(game: &Moulin) -> Match<Moulin> {
    let rules = game.rules();
    let played = match *rules {
        ENVOL => "b6-d2",
        BARREAU => "a7-d7xe5",
        _ => "d5-c5xb4",
    };
    let shown = example(rules).until(game, played);
    shown.unwrap_or_else(|| half_random(game))
}

/// The three games of the mill family begin alike.
fn first_mill() -> Note {
    Note::new(
        "c5xe3",
        "White closes the first mill, c3, c4, c5, and takes e3, which shut the line of c3 and d3.",
        "Les blancs ferment le premier moulin, c3, c4, c5, et prennent e3, qui fermait la ligne de \
         c3 et d3.",
    )
}

fn double_mill() -> Note {
    Note::new(
        "d5-c5xb4",
        "A double mill: the stone on d5 has come back to c5 and has closed the other mill. Back \
         and forth, it takes a stone every turn.",
        "Un double moulin : le pion de d5 est revenu en c5 et a fermé l'autre moulin. À chaque \
         aller et à chaque retour, il prend un pion.",
    )
}

fn classique() -> Vec<Note> {
    vec![
        first_mill(),
        Note::new(
            "f4",
            "All stones are placed, and black has lost one. Now they move.",
            "Tous les pions sont posés, et les noirs en ont perdu un. Maintenant, on les déplace.",
        ),
        double_mill(),
        Note::new(
            "c5-d5xa7",
            "Black is down to three stones and may fly from now on.",
            "Il ne reste que trois pions aux noirs, qui ont désormais droit à l'envol.",
        ),
        Note::new(
            "f4-e5",
            "Black flies from f4 to e5, although no line joins them: otherwise e4 would go there \
             and close c5, d5, e5.",
            "Les noirs s'envolent de f4 vers e5, qu'aucun trait ne relie : sinon, e4 y viendrait \
             fermer c5, d5, e5.",
        ),
        Note::new(
            "d3-c3xf4",
            "One more mill, and black has two stones left: white has won.",
            "Encore un moulin, et les noirs n'ont plus que deux pions : les blancs ont gagné.",
        ),
    ]
}

fn envol() -> Vec<Note> {
    vec![
        first_mill(),
        Note::new(
            "e4-e3xd2",
            "Two mills now share c3. White takes d2, to go there next between b2 and f2. Under \
             these rules no stone is safe, not even in a mill.",
            "Deux moulins se partagent maintenant c3. Les blancs prennent d2, pour y aller ensuite \
             entre b2 et f2. Selon ces règles, aucun pion n'est à l'abri, même dans un moulin.",
        ),
        Note::new(
            "b6-d2",
            "Black has four stones and uses the one flight of the game, to shut the point between \
             b2 and f2.",
            "Les noirs ont quatre pions et se servent de leur unique envol, pour fermer le point \
             entre b2 et f2.",
        ),
        Note::new(
            "e4-e3xd2",
            "The same mill again, and the blocking stone is gone. Black has three stones and no \
             flight left.",
            "Le même moulin encore, et le pion gênant n'est plus là. Il reste aux noirs trois \
             pions, et plus d'envol.",
        ),
        Note::new(
            "d5-c5xa4",
            "Back to c5: black has two stones left, and white has won.",
            "Retour en c5 : les noirs n'ont plus que deux pions, les blancs ont gagné.",
        ),
    ]
}

fn barreau() -> Vec<Note> {
    vec![
        first_mill(),
        double_mill(),
        Note::new(
            "c5-d5xf4",
            "Black is down to three stones. Under these rules nobody flies: they go on step by \
             step.",
            "Il ne reste que trois pions aux noirs. Selon ces règles, pas d'envol : ils avancent \
             toujours pas à pas.",
        ),
        Note::new(
            "d6-b6",
            "White opens the mill on the d line, to close it again next turn.",
            "Les blancs ouvrent leur moulin de la ligne d, pour le refermer au tour suivant.",
        ),
        Note::new(
            "b6-d6xa4",
            "Closed again: black has two stones left, and white has won.",
            "Le voilà refermé : les noirs n'ont plus que deux pions, les blancs ont gagné.",
        ),
    ]
}
