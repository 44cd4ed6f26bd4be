//! Mistakes that other programs for Mijnlieff have made. A test is named after the mistake.

mod check;

use check::{RING, allows, ends, goes_on, opens, plays, scores};

#[test]
fn scoring_totals_per_line_instead_of_runs() {
    // Six in a row, but three and three: 2 points, not 4.
    let apart = "w=La1,Lb1,Lc1,De1,Df1,Dg1;b=;turn=b;limit=La1";
    scores("sets=2", apart, [2, 0]);
    // Four in a row, but two and two: none.
    scores("sets=2", "w=La1,Lb1,De1,Df1;b=;turn=b;limit=La1", [0, 0]);
    // Three in a row with an enemy piece between them: none.
    scores("", "w=La1,Lb1,Dd1;b=Lc1;turn=w;limit=Lc1", [0, 0]);
}

#[test]
fn forgetting_the_diagonals() {
    scores("", "w=La1,Lb2,Dc3;b=La4,Lb3,Dc2;turn=w;limit=La4", [1, 1]);
    scores("", "w=La1,Lb2,Dc3,Dd4;b=;turn=b;limit=La1", [2, 0]);
    scores("", "w=;b=La4,Lb3,Dc2,Dd1;turn=w;limit=La4", [0, 2]);
    // The short ones beside the long ones too.
    scores("", "w=La2,Lb3,Dc4;b=Lb1,Lc2,Dd3;turn=w;limit=Lb1", [1, 1]);
}

#[test]
fn no_last_turn_after_the_last_piece() {
    let white = "w=La1,La2,Eb2,Eb3,Db4,Pc3,Dd4;b=Ea3,Pa4,Dc1,Lc2,Ld3;turn=w;limit=none";
    let next = "w=La1,La2,Eb2,Eb3,Db4,Pc3,Pd2,Dd4;b=Ea3,Pa4,Dc1,Lc2,Ld3;turn=b;limit=Pd2";
    plays("", white, "Pd2", next);
    goes_on("", next);
    // Under the limit of that last piece.
    opens("", next, "b1 c4");
}

#[test]
fn the_last_turn_is_free_or_can_be_declined() {
    let position = "w=Ea1,Ea2,La3,La4,Db1,Db2,Pb3,Pb4;b=Lc1,Lc2,Dc3,Pd1;turn=b;limit=Ea2";
    allows("", position, "pass");
    let position = position.replace("limit=Ea2", "limit=Db2");
    allows("", &position, "Dd4 Ed4 Pd4");
}

#[test]
fn play_goes_on_after_the_last_turn() {
    let over = "w=Ea1,Ea2,La3,La4,Db1,Db2,Pb3,Pb4;b=Lc1;turn=w;limit=Lc1";
    ends("", over, "1-0 last piece");
}

#[test]
fn jumping_gaps() {
    opens(RING, "w=La3;b=;turn=b;limit=La3", "a4 b3");
    opens(RING, "w=Db2;b=;turn=b;limit=Db2", "a3 c1");
    // Nor do the lines that score, whatever the option says of lines of play.
    for gaps in ["block", "cross"] {
        let options = format!("{RING},gaps={gaps}");
        scores(&options, "w=La3,Lb3,Dd3,De3;b=;turn=b;limit=De3", [0, 0]);
    }
}

#[test]
fn a_diagonal_stops_between_two_missing_sides() {
    let corners = "board=0.0/2.2/4.4/6.6";
    let position = "w=Da1;b=;turn=b;limit=Da1";
    opens(corners, position, "b2 c3 d4 e5 f6 g7 h8");
}

#[test]
fn capping_a_line_at_two_points() {
    let row = "w=La1,Lb1,Lc1,Ld1,De1,Df1,Dg1,Dh1;b=;turn=b;limit=La1";
    scores("sets=2", row, [6, 0]);
    let five = "w=La1,Lb1,Lc1,Ld1,De1;b=;turn=b;limit=La1";
    scores("sets=2", five, [3, 0]);
}

#[test]
fn pusher_and_puller_swapped() {
    opens(
        "",
        "w=Pa1;b=;turn=b;limit=Pa1",
        "a3 a4 b3 b4 c1 c2 c3 c4 d1 d2 d3 d4",
    );
    opens("", "w=Ea1;b=;turn=b;limit=Ea1", "a2 b1 b2");
}

#[test]
fn straight_and_diagonal_swapped() {
    opens("", "w=La1;b=;turn=b;limit=La1", "a2 a3 a4 b1 c1 d1");
    opens("", "w=Da1;b=;turn=b;limit=Da1", "b2 c3 d4");
}

#[test]
fn free_placement_lost_after_a_second_pass() {
    // The published example's turns 6 and 7: black passes twice in a row.
    let before = "w=La1,La2,Eb2,Pc3,Ed2;b=Ea3,Pa4,Dc1,Lc2,Ld3;turn=w;limit=Ld3";
    let once = "w=La1,La2,Eb2,Pc3,Ed2,Dd4;b=Ea3,Pa4,Dc1,Lc2,Ld3;turn=w;limit=none";
    plays("", before, "Dd4 pass", once);
    opens("", once, "b1 b3 b4 c4 d1");
    let twice = "w=La1,La2,Eb2,Db4,Pc3,Ed2,Dd4;b=Ea3,Pa4,Dc1,Lc2,Ld3;turn=w;limit=none";
    plays("", once, "Db4 pass", twice);
    opens("", twice, "b1 b3 c4 d1");
}

#[test]
fn pieces_block_lines() {
    opens("", "w=La1;b=Da2,Pb1,Lb2;turn=b;limit=La1", "a3 a4 c1 d1");
}

#[test]
fn only_side_neighbours_touch() {
    opens("", "w=Ec3;b=;turn=b;limit=Ec3", "b2 b3 b4 c2 c4 d2 d3 d4");
}
