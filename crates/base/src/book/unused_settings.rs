//! Settings that have no effect in their rulebook because of another setting. They are warnings, not errors.
//! `wardiary check` lists them.

use super::{
    AirDefence, Attacks, BlockedPush, Blows, Casualty, DefeatCarry, DicePer, DueRule, EliminationRule, HandDice,
    Mechanism, Parallel, PromotionMerit, Rulebook, Sighting, Stacks, SupportRole, TurnOrder, TurnPhase,
    settings::Share,
};
use crate::{
    fault::Fault,
    text::{self, Text},
};

struct UnusedCase {
    path: &'static str,
    applies: fn(&Rulebook) -> bool,
    why: &'static str,
    hint: &'static str,
}

macro_rules! unused_cases {
    ($($path:literal $why:literal, $hint:literal: $applies:expr;)*) => {
        const UNUSED_CASES: &[UnusedCase] = &[$(UnusedCase { path: $path, applies: $applies, why: $why, hint: $hint }),*];
    };
}

// The setting, why it has no effect, the hint, and when that is so.
unused_cases! {
    "scrud.carry" "defeats are not counted, so none are left over", "to count them, set `eliminate_every: 3`":
        |b| b.uses_line_up() && b.scrud.carry != DefeatCarry::PerPhase && b.scrud.eliminate_every.is_none();
    "scrud.carry" "each defeat eliminates a unit, so none are left over", "leave it out":
        |b| b.uses_line_up() && b.scrud.carry != DefeatCarry::PerPhase && b.scrud.eliminate_every == Some(1);
    "scrud.carry" "a combat has only one phase in a turn, so no later phase can continue the count",
        "to count from combat to combat, set `PerBattle`":
        |b| b.uses_line_up() && b.scrud.carry == DefeatCarry::PerCombat && b.scrud.phases == 1;
    "scrud.eliminates" "defeats are not counted, so they eliminate no further unit", "to count them, set `eliminate_every: 3`":
        |b| b.uses_line_up() && b.scrud.eliminates != EliminationRule::LowestGrade && b.scrud.eliminate_every.is_none();
    "sight.seen" "without a `range` no force is sighted", "with `range: 2` forces see two areas":
        |b| !b.sight.is_on() && b.sight.seen != Sighting::default().seen;
    "sight.in_contact" "without a `range` no force is sighted", "with `range: 2` forces see two areas":
        |b| !b.sight.is_on() && b.sight.in_contact != Sighting::default().in_contact;
    "sight.fought" "without a `range` no force is sighted", "with `range: 2` forces see two areas":
        |b| !b.sight.is_on() && b.sight.fought != Sighting::default().fought;
    "sight.unit_strength" "without a `range` no force is sighted", "with `range: 2` forces see two areas":
        |b| !b.sight.is_on() && b.sight.unit_strength.is_some();
    "sight.objectives_known" "without a `range` no force is sighted", "with `range: 2` forces see two areas":
        |b| !b.sight.is_on() && !b.sight.objectives_known;
    "sight.memory" "without a `range` no force is sighted", "with `range: 2` forces see two areas":
        |b| !b.sight.is_on() && b.sight.memory != Sighting::default().memory;
    "stacks.power" "rounds are fought by SCRUD, which does not use AP or DP", "leave it out, or set `blows: D20`":
        |b| conflicts_use_scrud(b) && b.stacks.power != Stacks::default().power;
    "stacks.edge_minimum" "rounds are fought by SCRUD, which does not use AP or DP",
        "leave it out, or set `blows: D20`":
        |b| conflicts_use_scrud(b) && b.stacks.edge_minimum != Stacks::default().edge_minimum;
    "scrud.defeat" "an eliminated unit suffers no other effect", "list `Eliminate` alone, or leave it out":
        |b| b.uses_line_up() && b.scrud.defeat.contains(&Casualty::Eliminate) && b.scrud.defeat.len() > 1;
    "scrud.margins" "every defeat is only a push-back, whatever its margin", "leave it out":
        |b| {
            let pushed_only = b.scrud.defeat.iter().all(|casualty| *casualty == Casualty::PushBack);
            b.uses_line_up() && b.scrud.margins && pushed_only && b.scrud.eliminate_every.is_none()
        };
    "scrud.margins" "`by_margin` sets the effects of a defeat by 1", "leave it out":
        |b| b.uses_line_up() && b.scrud.margins && !b.scrud.by_margin.is_empty();
    "scrud.rerolls.faces" "no dice may be rerolled, whatever they show", "to allow one reroll, set `rerolls: (dice: 1, …)`":
        |b| b.uses_line_up() && b.scrud.rerolls.dice == 0 && !b.scrud.rerolls.faces.is_empty();
    "scrud.rerolls.faces" "no die of the ladder ever shows that, so none may be rerolled",
        "list faces that the dice have":
        |b| {
            let most = b.ladder.grades.iter().map(|step| step.die.sides()).max().unwrap_or(0);
            let shown = |face: &u8| (1..=most).contains(face);
            let rerolls = &b.scrud.rerolls;
            b.uses_line_up() && rerolls.dice > 0 && !rerolls.faces.is_empty() && !rerolls.faces.iter().any(shown)
        };
    "scrud.hand_dice" "the dice of this ladder score the face they show", "leave it out":
        |b| b.uses_line_up() && b.scrud.hand_dice == HandDice::Specialist && b.has_plain_dice();
    "scrud.blocked_push" "no unit is ever pushed back", "list `PushBack` in `defeat`":
        |b| {
            let pushes = b.scrud.margins || b.scrud.all_effects().any(Casualty::only_gives_ground);
            b.uses_line_up() && b.scrud.blocked_push != BlockedPush::Stays && !pushes
        };
    "scrud.air_defence" "no troop type is air defence", "add `support: AirDefence` to a troop type":
        |b| {
            let any = b.troops.iter().any(|troop| troop.support == Some(SupportRole::AirDefence));
            b.uses_line_up() && b.scrud.air_defence != AirDefence::Best && !any
        };
    "edna.scales.fire" "no unit fires", "list Volleys in `mechanisms`":
        |b| b.uses(Mechanism::Edna) && is_on(b.edna.scales.fire) && !b.uses(Mechanism::Volleys);
    "edna.scales.range" "no unit fires", "list Volleys in `mechanisms`":
        |b| b.uses(Mechanism::Edna) && is_on(b.edna.scales.range) && !b.uses(Mechanism::Volleys);
    "edna.scales.melee" "a unit rolls one die, whatever its EDNA",
        "with SCRUD and `dice_per: StrengthPoint` it rolls several":
        |b| {
            let by_strength = b.uses_line_up() && b.scrud.dice_per == DicePer::StrengthPoint;
            b.uses(Mechanism::Edna) && is_on(b.edna.scales.melee) && !by_strength
        };
    "edna.wear.fire" "no unit fires", "list Volleys in `mechanisms`":
        |b| b.uses(Mechanism::Edna) && b.edna.wear.fire > 0 && !b.uses(Mechanism::Volleys);
    "turn.attacks" "no unit attacks", "list Scrud, Volleys or Stacks in `mechanisms`":
        |b| {
            let attacks = [Mechanism::Scrud, Mechanism::Volleys, Mechanism::Stacks].iter().any(|m| b.uses(*m));
            b.uses(Mechanism::Turns) && b.turn.attacks != Attacks::OncePerKind && !attacks
        };
    "turn.order" "no phase of the turn belongs to one side alone", "`EachSide(\"moves and fights\")` is such a phase":
        |b| {
            let in_turn = |phase: &TurnPhase| matches!(phase, TurnPhase::EachSide(_));
            b.uses(Mechanism::Turns) && b.turn.order == TurnOrder::Strict && !b.turn.phases.iter().any(in_turn)
        };
    "recover.edna" "the rulebook does not use EDNA", "list Edna in `mechanisms`":
        |b| b.recover.edna > 0 && !b.uses(Mechanism::Edna);
    "recover.grade" "no dice depend on grades", "list Scrud in `mechanisms`":
        |b| b.recover.grade > 0 && !b.uses_grades();
    "recover.when" "without a clock no parts pass",
        "give the campaign a clock, such as `clock: (unit: \"day\")`, or set `when: AfterBattle`":
        |b| b.recover.is_on() && b.recover.when != DueRule::AfterBattle && !b.clock.is_on();
    "replacements.when" "without a clock no parts pass",
        "give the campaign a clock, such as `clock: (unit: \"day\")`, or set `when: AfterBattle`":
        |b| !b.replacements.pools.is_empty() && b.replacements.when != DueRule::AfterBattle && !b.clock.is_on();
    "promote.after" "no dice depend on grades", "list Scrud in `mechanisms`":
        |b| b.promote.after != PromotionMerit::Never && !b.uses_grades();
    "tests.parallel" "dice that pass earn bonuses, so all tests are rolled in series anyway",
        "leave it out, or set `bonuses: false`":
        |b| b.uses(Mechanism::Tests) && b.tests.parallel != Parallel::Allowed && b.tests.bonuses;
    "stacks.rounds_a_turn" "there are no turns", "list Turns in `mechanisms`":
        |b| b.uses(Mechanism::Stacks) && b.stacks.rounds_a_turn.is_some() && !b.uses(Mechanism::Turns);
    "ground.reach" "no side opens a SCRUD combat", "list Scrud in `mechanisms`":
        |b| b.ground.reach.is_some() && !b.uses(Mechanism::Scrud);
    "stacks.hit" "with `blows: Scrud` no D20 is rolled", "leave it out, or set `blows: D20`":
        |b| conflicts_use_scrud(b) && b.stacks.hit != Stacks::default().hit;
    "stacks.least_damage" "with `blows: Scrud` no blow does damage", "leave it out, or set `blows: D20`":
        |b| conflicts_use_scrud(b) && b.stacks.least_damage != Stacks::default().least_damage;
}

/// The mechanism that each group of settings or table needs. Squares are drawn for any stack, so they need none.
const GROUP_MECHANISMS: &[(&str, Mechanism)] = &[
    ("scrud", Mechanism::Scrud),
    ("edna", Mechanism::Edna),
    ("exhaustion", Mechanism::Exhaustion),
    ("turn", Mechanism::Turns),
    ("tests", Mechanism::Tests),
    ("volley", Mechanism::Volleys),
    ("weapons", Mechanism::Volleys),
    ("targets", Mechanism::Volleys),
    ("stacks", Mechanism::Stacks),
];

fn conflicts_use_scrud(book: &Rulebook) -> bool {
    book.uses(Mechanism::Stacks) && book.stacks.blows == Blows::Scrud
}

fn is_on(share: Share) -> bool {
    share != Share::default()
}

impl Rulebook {
    /// The mechanism that a group of settings or a table needs but the book does not use.
    pub fn missing_mechanism(&self, group: &str) -> Option<Mechanism> {
        let has_use = |m: Mechanism| self.uses(m) || (m == Mechanism::Scrud && self.uses_line_up());
        let mechanism = GROUP_MECHANISMS.iter().find(|(field, _)| *field == group).map(|(_, mechanism)| *mechanism);
        mechanism.filter(|m| !has_use(*m))
    }

    /// Settings without effect, each with the reason. Leaves out those that already have none in the base.
    pub fn unused_settings(&self, base: &Self) -> Vec<Fault> {
        let mut idle = Vec::new();
        for (group, settings) in self.differing_settings(base) {
            let off = self.missing_mechanism(group);
            idle.extend(off.into_iter().flat_map(|m| {
                settings.iter().map(move |differing| without_mechanism(&format!("{group}.{}", differing.setting), m))
            }));
        }
        for (at, troop) in self.troops.iter().enumerate() {
            if !troop.tests.is_empty() && !self.uses(Mechanism::Tests) && !base.troops.contains(troop) {
                idle.push(without_mechanism(&format!("troops.{at}.tests"), Mechanism::Tests));
            }
        }
        let named_before = base.named_troops();
        for (at, name) in self.named_troops() {
            if self.troop(name).is_none() && !named_before.iter().any(|(_, before)| *before == name) {
                let why = format!("there is no troop type “{}”", name.as_name());
                let troops = self.troops.iter().map(|troop| &troop.name);
                let near = text::nearest(name, troops).map(|near| format!("did you mean “{near}”?"));
                idle.push(no_effect(&at, &why, near.as_deref().unwrap_or("leave it out")));
            }
        }
        let facts = UNUSED_CASES.iter().filter(|fact| (fact.applies)(self) && !(fact.applies)(base));
        idle.extend(facts.map(|fact| no_effect(fact.path, fact.why, fact.hint)));
        idle
    }

    fn named_troops(&self) -> Vec<(String, &Text)> {
        let under = |group: &'static str| move |(at, name)| (format!("{group}.{at}"), name);
        let on_the_ground = self.ground.named_troops().into_iter().map(under("ground"));
        on_the_ground.chain(self.march.named_troops().into_iter().map(under("march"))).collect()
    }
}

fn without_mechanism(at: &str, mechanism: Mechanism) -> Fault {
    let why = format!("the rulebook does not use {}", mechanism.title());
    no_effect(at, &why, &format!("list {mechanism:?} in `mechanisms`"))
}

fn no_effect(at: &str, why: &str, hint: &str) -> Fault {
    Fault::at(at, format!("this has no effect: {why}")).with_hint(hint)
}
