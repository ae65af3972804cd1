//! The random orders of a pair of games: orders out of Blue's sight, and orders that Blue hears of.

use super::{
    chance::PairRng,
    country::{FIRST_HIDDEN_NUMBER, pool},
    game::{near_battle, near_contact},
};
use wardiary_base::{
    book::Detail,
    id::{Id, SideId},
};
use wardiary_rules::state::State;

/// An order about the distant country, or about the referee's own affairs.
pub fn hidden_order(chance: &mut PairRng, state: &State) -> String {
    let far: Vec<Id> = state.forces().into_iter().filter(|force| force.0 >= FIRST_HIDDEN_NUMBER).collect();
    let units: Vec<Id> =
        state.units().iter().filter(|unit| unit.id.0 >= FIRST_HIDDEN_NUMBER).map(|unit| unit.id.into()).collect();
    if far.is_empty() || units.is_empty() {
        return format!("note \"{}\"", chance.word());
    }
    let battle = state.open_battles().find(|battle| battle.name.starts_with("Far"));
    let sides =
        |side: u32| far.iter().copied().filter(|force| state.side_of(*force) == Some(SideId(side))).collect::<Vec<_>>();
    let (red, green) = (sides(2), sides(3));
    let (force, unit) = (chance.pick(&far).0, chance.pick(&units).0);
    let place = *chance.pick(&["Port", "Fort", "Keep"]);
    let (word, other) = (chance.word(), chance.word());
    let few = 1 + chance.below(3);
    match chance.below(41) {
        0 => format!("note \"{word} {other}\""),
        1 => format!("march #{force} to {place}"),
        2 => format!("station #{force} at {place} because \"{word}\""),
        3 => format!("halt #{force}"),
        4 => format!("lose #{unit} {few} because \"{word}\""),
        5 => format!("restore #{unit} {few}"),
        6 => format!("demote #{unit} 1 because \"{word}\""),
        7 => format!("promote #{unit} 1 this combat because \"{word}\""),
        8 => format!("shake #{unit} {few} because \"{word}\""),
        9 => format!("rename #{unit} to \"{word}\""),
        10 => format!("rename #{force} to \"{word}\""),
        11 => format!("rename #3 to \"{word}\""),
        12 => format!("unit \"{word}\" in #{force} kind artillery strength {few}"),
        13 => format!("stack \"{word}\" for #3 as #{}", 990_000 + chance.below(9000)),
        14 => format!("schedule \"{word}\" at day {few}"),
        15 => format!("settle {few} because \"{word}\""),
        16 => format!("score Red {few} because \"{word}\""),
        17 => format!("argue \"{word}\" by Red for \"{other}\" succeeds then demote #{unit} 1"),
        18 => format!("branch \"{word}\""),
        19 => match (red.first(), green.first()) {
            (Some(red), Some(green)) if battle.is_none() => format!("battle \"Far {word}\" with #{red} v #{green}"),
            _ => format!("edna #{unit} for \"{word}\""),
        },
        20..=23 => match (battle, red.first(), green.first()) {
            (Some(battle), Some(red), Some(green)) => match chance.below(6) {
                0 => format!("initiative in #{}", battle.id.0),
                1 => format!("first #{} in #{}", 2 + chance.below(2), battle.id.0),
                2 => format!("end turn in #{}", battle.id.0),
                3 => format!("end battle in #{} because \"{word}\"", battle.id.0),
                4 => format!("edna #{unit}"),
                _ => format!("scrud #{red} v #{green}"),
            },
            _ => format!("supply #{force} low because \"{word}\""),
        },
        24 => format!("tell Red \"{word}\""),
        25 => format!("tell Red + #3 \"{word}\" at day {}", 2 + few),
        26 => format!("orders Red \"{word}\""),
        27 => format!("orders #3 \"march {word} to {place}\" due day {}", 2 + few),
        28 => format!("refuse {} because \"{word}\"", last_foreign_request(state)),
        29 => format!("grant {} done because \"{word}\"", last_foreign_request(state)),
        30 => format!("reveal #{force} to Red because \"{word}\""),
        31 => format!("hide #{force} from Red because \"{word}\""),
        32 => format!("place #{unit} at {}{}", chance.pick(&["B", "C", "D"]), 1 + chance.below(4)),
        33 => format!("terrain {}4 is woods because \"{word}\"", chance.pick(&["B", "C", "D"])),
        34 => format!("reveal #{force} to #3"),
        35 => format!("consult \"{}\"", state.book().tables.iter().next().map_or("", |table| table.name.raw())),
        36 => format!("rules (tables: {{\"{word}\": (roll: \"1d6\", rows: [(on: \"1-6\", text: \"{other}\")])}})"),
        37 => {
            let pools = pool("depot", "Blue", 12) + &pool(&word, "Red", few);
            format!("rules (replacements: (pools: [{pools}]))")
        }
        38..=39 => format!("supply #{} {}", 20 + chance.below(2), chance.pick(&["full", "low"])),
        _ => format!("eliminate #{unit} because \"{word}\""),
    }
}

/// An order that Blue hears of, or whose results Blue hears of.
pub fn open_order(chance: &mut PairRng, state: &State) -> String {
    let battle = near_battle(state);
    let mine = [10, 11, 20, 21];
    let force = *chance.pick(&mine);
    let unit = 10 * force + chance.below(3);
    let place = *chance.pick(&["Ford", "Mill", "Town", "Hill", "Moor"]);
    let (word, few) = (chance.word(), 1 + chance.below(2));
    let contact = near_contact(state);
    let (blue, red) = (10 + chance.below(2), 20 + chance.below(2));
    match (chance.below(28), battle) {
        (0..=4, _) => "advance anyway".to_string(),
        (5..=7, None) => format!("march #{force} to {place}"),
        (8, _) => format!("lose #{unit} 1 because \"{word}\""),
        (9, _) => format!("shake #{unit} {few}"),
        (10, _) => format!("rename #{unit} to \"{word}\""),
        (11, _) => format!("demote #{unit} 1 this combat because \"{word}\""),
        (16, _) => format!("tell Blue \"{word}\""),
        (17, _) => format!("tell Blue + Red \"{word}\" at day {} dawn", 1 + few),
        (18, _) => format!("orders Blue \"march \\\"I Corps\\\" to {place}\" due day {few}"),
        (19, _) => format!("orders Blue \"{word}\""),
        (20, _) => match chance.below(3) {
            0 => format!("refuse ORDERS because \"{word}\""),
            1 => format!("grant ORDERS done because \"{word}\""),
            _ => "grant ORDERS".to_string(),
        },
        // A revealed force is known exactly, with its numbers.
        (21, _) if few == 1 && state.book().sight.fought.strength == Detail::Exact => format!("reveal #{red} to Blue"),
        (21, _) => format!("hide #{} from Blue", if chance.below(2) == 0 { red } else { 10 * red + chance.below(3) }),
        (22, _) => format!("face #100 {}", chance.pick(&["n", "e", "s", "w"])),
        (23, Some(_)) => format!("posture #{force} {}", chance.pick(&["offensive", "defensive", "neutral"])),
        (24..=25, Some(_)) => format!("conflict #{blue} v #{red}"),
        (26, Some(_)) => format!("round #{blue}"),
        (27, Some(_)) => format!(
            "{} #{red}{}",
            if few == 1 { "strike" } else { "hold" },
            if few == 1 { format!(" at #{blue}") } else { String::new() }
        ),
        (_, None) => match contact {
            Some(_) => format!("battle \"Near {word}\" from contact CONTACT"),
            None => format!("march #{force} to Mill"),
        },
        (12, Some(_)) => format!(
            "end battle in BATTLE{} because \"{word}\"",
            ["", " won by Blue", " won by Red"][few * usize::from(force.is_multiple_of(10))]
        ),
        (13, Some(_)) => "end turn in BATTLE".to_string(),
        (14, Some(_)) => "initiative in BATTLE".to_string(),
        (5, Some(_)) => "first Blue in BATTLE".to_string(),
        (6, _) => format!("edna #{unit}"),
        (_, Some(_)) if chance.below(2) == 0 => format!("scrud #{blue} v #{red}"),
        (_, Some(_)) => format!("scrud #{red} v #{blue}"),
    }
}

/// The last orders that a side other than Blue has handed in and that wait for an answer.
fn last_foreign_request(state: &State) -> u32 {
    let mut waiting = state.waiting_orders().into_iter().filter(|orders| orders.side != SideId(1));
    waiting.next_back().map_or(0, |orders| orders.number)
}
