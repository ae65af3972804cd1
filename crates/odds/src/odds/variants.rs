//! Variations of a roll: one more die, one grade up or down, or cover.

use wardiary_base::{
    book::{DiceTest, Grade, Rulebook, Target, dice_test::MAX_DICE as MAX_TEST_DICE, weapons},
    dice::{Dice, DiceFormula},
    sides::CombatSide,
};
use wardiary_rules::rules::{
    Roll,
    dice_test::TestRoll,
    roll::{BlowRoll, DieRole, GradeGroup, ScrudRoll},
    volley::{FireSource, VolleyRoll},
};

/// A roll that differs from another in one respect.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// The difference: `one more green die`.
    pub name: String,
    pub roll: Roll,
}

/// Useful variations, the most usual first.
pub fn variants(book: &Rulebook, roll: &Roll) -> Vec<Variant> {
    let book = roll.book(book);
    match roll {
        Roll::Sum { times, formula } => {
            let roll = |formula| Roll::Sum { times: *times, formula };
            let plain = formula.plain();
            let dice = |more: i8| {
                let (Dice(count, die), plus) = plain?;
                let count = count.checked_add_signed(more).filter(|count| (1..=100).contains(count))?;
                Some(roll(DiceFormula::new(Dice(count, die), plus)))
            };
            let added = |more: i16| Some(formula.plus + more).filter(|plus| (-1000..=1000).contains(plus));
            let added = |more| added(more).map(|plus| roll(DiceFormula { plus, ..formula.clone() }));
            collect([
                ("one more die", dice(1)),
                ("one die fewer", dice(-1)),
                ("modifier 1 higher", added(1)),
                ("modifier 1 lower", added(-1)),
            ])
        }
        Roll::Edna { times, edna, dice } => {
            let other = |times, edna| Roll::Edna { times, edna, dice: *dice };
            collect([
                ("EDNA 1 higher", (*edna < 200).then(|| other(*times, edna + 1))),
                ("EDNA 1 lower", (*edna > 1).then(|| other(*times, edna - 1))),
                ("one more test", (*times < 100).then(|| other(times + 1, *edna))),
                ("one test fewer", (*times > 1).then(|| other(times - 1, *edna))),
            ])
        }
        Roll::Test(test) => test_variants(*test),
        Roll::Volley(volley) => volley_variants(book, volley),
        Roll::Scrud(scrud) => CombatSide::BOTH.into_iter().flat_map(|side| side_variants(book, scrud, side)).collect(),
        Roll::Blow(blow) => {
            let other = |change: &dyn Fn(&mut BlowRoll)| {
                let mut other = *blow;
                change(&mut other);
                (other != *blow).then_some(Roll::Blow(other))
            };
            collect([
                ("AP 1 higher", other(&|blow| blow.ap = blow.ap.saturating_add(1))),
                ("AP 1 lower", other(&|blow| blow.ap = blow.ap.saturating_sub(1))),
                ("DP 1 higher", other(&|blow| blow.dp = blow.dp.saturating_add(1))),
                ("DP 1 lower", other(&|blow| blow.dp = blow.dp.saturating_sub(1))),
                ("one more blow", other(&|blow| blow.times = (blow.times + 1).min(100))),
            ])
        }
        Roll::Initiative | Roll::Table { .. } => Vec::new(),
    }
}

fn collect<const N: usize>(found: [(&str, Option<Roll>); N]) -> Vec<Variant> {
    let named = |(name, roll): (&str, Option<Roll>)| Some(Variant { name: name.into(), roll: roll? });
    found.into_iter().filter_map(named).collect()
}

fn test_variants(TestRoll { times, test, roll_order: way }: TestRoll) -> Vec<Variant> {
    let other = |times, test| Roll::Test(TestRoll { times, test, roll_order: way });
    let dice = |dice| other(times, DiceTest { dice, ..test });
    let needs = |needs| other(times, DiceTest { needs, ..test });
    let (easier, harder) = match test.needs {
        Target::AtLeast(n) => (n.checked_sub(1).map(Target::AtLeast), Some(Target::AtLeast(n + 1))),
        Target::AtMost(n) => (Some(Target::AtMost(n + 1)), n.checked_sub(1).map(Target::AtMost)),
    };
    let sound = |target: &Target| target.fault().is_none();
    collect([
        ("one more die", (test.dice < MAX_TEST_DICE).then(|| dice(test.dice + 1))),
        ("one die fewer", (test.dice > 1).then(|| dice(test.dice - 1))),
        ("1 easier", easier.filter(sound).map(needs)),
        ("1 harder", harder.filter(sound).map(needs)),
        ("one more test", (times < 100).then(|| other(times + 1, test))),
    ])
}

fn volley_variants(book: &Rulebook, volley: &VolleyRoll) -> Vec<Variant> {
    let other = |fire| Roll::Volley(VolleyRoll { source: fire, ..volley.clone() });
    let dice = volley.dice(book).unwrap_or(1);
    let cover = Roll::Volley(VolleyRoll { cover: !volley.cover, ..volley.clone() });
    let mut variants = collect([
        (if volley.cover { "in the open" } else { "in cover" }, Some(cover)),
        ("one more die", (dice < weapons::MAX_DICE).then(|| other(FireSource::Dice(dice + 1)))),
        ("one die fewer", (dice > 1).then(|| other(FireSource::Dice(dice - 1)))),
    ]);
    let general = dice.saturating_add(book.volley.general_dice).min(weapons::MAX_DICE);
    variants
        .extend(collect([("a General beside the firer", (general > dice).then(|| other(FireSource::Dice(general))))]));
    if let FireSource::Weapon { name, range } = &volley.source {
        for (label, range) in [("one area nearer", range.checked_sub(1)), ("one area further", range.checked_add(1))] {
            let fire = range.map(|range| FireSource::Weapon { name: name.clone(), range });
            let reaches = |fire: &FireSource| VolleyRoll { source: fire.clone(), ..volley.clone() }.dice(book).is_ok();
            variants.extend(collect([(label, fire.filter(reaches).map(other))]));
        }
    }
    variants
}

/// For a side, one die more or less in its first group of units, and all its units one grade up or down.
fn side_variants(book: &Rulebook, scrud: &ScrudRoll, side: CombatSide) -> Vec<Variant> {
    let groups = match side {
        CombatSide::First => &scrud.first,
        CombatSide::Second => &scrud.second,
    };
    let with = |groups: Vec<GradeGroup>| {
        let scrud = scrud.clone();
        Roll::Scrud(match side {
            CombatSide::First => ScrudRoll { first: groups, ..scrud },
            CombatSide::Second => ScrudRoll { second: groups, ..scrud },
        })
    };
    let Some(at) = groups.iter().position(|g| g.role == DieRole::Unit) else { return Vec::new() };
    let dice =
        groups.iter().map(|g| u32::from(g.count)).sum::<u32>() + u32::from(scrud.bonus[side].max(0).unsigned_abs());
    let units: u32 = groups.iter().filter(|g| g.role == DieRole::Unit).map(|g| u32::from(g.count)).sum();
    let counted = |by: i8| {
        let mut groups = groups.clone();
        groups[at].count = groups[at].count.saturating_add_signed(by);
        groups.retain(|g| g.count > 0);
        with(groups)
    };
    let graded = |up: i16| {
        let shifted = |grade: Grade| book.ladder.shifted(grade, up);
        let mut units = groups.iter().filter(|g| g.role == DieRole::Unit);
        units.any(|g| shifted(g.grade) != g.grade).then(|| {
            let shift = |g: &GradeGroup| {
                if g.role == DieRole::Unit { GradeGroup { grade: shifted(g.grade), ..*g } } else { *g }
            };
            with(groups.iter().map(shift).collect())
        })
    };
    let (word, grade) = (side.word(), book.ladder.name(groups[at].grade).to_lowercase());
    let found = [
        (format!("{word}: one more {grade}"), (dice < 200).then(|| counted(1))),
        (format!("{word}: one {grade} fewer"), (units > 1).then(|| counted(-1))),
        (format!("{word}: a grade up"), graded(1)),
        (format!("{word}: a grade down"), graded(-1)),
    ];
    found.into_iter().filter_map(|(name, roll)| Some(Variant { name, roll: roll? })).collect()
}
