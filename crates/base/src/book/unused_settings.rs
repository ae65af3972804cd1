//! Settings that have no effect in their rulebook, because another setting leaves them nothing to do. They are not
//! errors, and the book can be played. `wardiary check` lists them.

use super::{
    AirDefence, Attacks, BlockedPush, Blows, Carry, Casualty, DicePer, Eliminates, HandDice, Mechanism, Merit,
    Parallel, Rulebook, Sighting, Stacks, SupportRole, TurnOrder, TurnPhase, When, settings::Share,
};
use crate::{fault::Fault, text};

/// A reason why a setting has no effect.
struct UnusedCase {
    path: &'static str,
    /// Whether the book has the setting and it has no effect.
    applies: fn(&Rulebook) -> bool,
    why: &'static str,
    hint: &'static str,
}

const UNUSED_CASES: &[UnusedCase] = &[
    UnusedCase {
        path: "scrud.carry",
        applies: |b| uses_line_up(b) && b.scrud.carry != Carry::PerPhase && b.scrud.eliminate_every.is_none(),
        why: "no defeats are counted, so none are left over",
        hint: "`eliminate_every: 3` counts them",
    },
    UnusedCase {
        path: "scrud.carry",
        applies: |b| uses_line_up(b) && b.scrud.carry != Carry::PerPhase && b.scrud.eliminate_every == Some(1),
        why: "each defeat eliminates a unit, so none are left over",
        hint: "leave it out",
    },
    UnusedCase {
        path: "scrud.carry",
        applies: |b| uses_line_up(b) && b.scrud.carry == Carry::PerCombat && b.scrud.phases == 1,
        why: "a combat has only one phase in a turn, so there is no phase after it to count on in",
        hint: "`PerBattle` counts on from combat to combat",
    },
    UnusedCase {
        path: "scrud.eliminates",
        applies: |b| {
            uses_line_up(b) && b.scrud.eliminates != Eliminates::LowestGrade && b.scrud.eliminate_every.is_none()
        },
        why: "no defeats are counted, so nobody more is eliminated",
        hint: "`eliminate_every: 3` counts them",
    },
    UnusedCase {
        path: "sight.seen",
        applies: |b| !b.sight.is_on() && b.sight.seen != Sighting::default().seen,
        why: "without a `range` nobody is sighted",
        hint: "`range: 2` has forces see two areas far",
    },
    UnusedCase {
        path: "sight.in_contact",
        applies: |b| !b.sight.is_on() && b.sight.in_contact != Sighting::default().in_contact,
        why: "without a `range` nobody is sighted",
        hint: "`range: 2` has forces see two areas far",
    },
    UnusedCase {
        path: "sight.fought",
        applies: |b| !b.sight.is_on() && b.sight.fought != Sighting::default().fought,
        why: "without a `range` nobody is sighted",
        hint: "`range: 2` has forces see two areas far",
    },
    UnusedCase {
        path: "sight.memory",
        applies: |b| !b.sight.is_on() && b.sight.memory != Sighting::default().memory,
        why: "without a `range` nobody is sighted",
        hint: "`range: 2` has forces see two areas far",
    },
    UnusedCase {
        path: "stacks.power",
        applies: |b| conflicts_use_scrud(b) && b.stacks.power != Stacks::default().power,
        why: "rounds are fought by SCRUD, in which no AP or DP counts",
        hint: "leave it out, or have `blows: D20`",
    },
    UnusedCase {
        path: "stacks.edge_minimum",
        applies: |b| conflicts_use_scrud(b) && b.stacks.edge_minimum != Stacks::default().edge_minimum,
        why: "rounds are fought by SCRUD, in which no AP or DP counts",
        hint: "leave it out, or have `blows: D20`",
    },
    UnusedCase {
        path: "scrud.defeat",
        applies: |b| uses_line_up(b) && b.scrud.defeat.contains(&Casualty::Eliminate) && b.scrud.defeat.len() > 1,
        why: "who is eliminated suffers nothing else",
        hint: "name `Eliminate` alone, or leave it out",
    },
    UnusedCase {
        path: "scrud.margins",
        applies: |b| {
            let pushed_only = b.scrud.defeat.iter().all(|casualty| *casualty == Casualty::PushBack);
            uses_line_up(b) && b.scrud.margins && pushed_only && b.scrud.eliminate_every.is_none()
        },
        why: "every defeat is a push-back only, by whatever margin",
        hint: "leave it out",
    },
    UnusedCase {
        path: "scrud.rerolls.faces",
        applies: |b| uses_line_up(b) && b.scrud.rerolls.dice == 0 && !b.scrud.rerolls.faces.is_empty(),
        why: "no dice may be thrown again, whatever they show",
        hint: "`rerolls: (dice: 1, …)` allows one",
    },
    UnusedCase {
        path: "scrud.rerolls.faces",
        applies: |b| {
            let most = b.ladder.grades.iter().map(|step| step.die.sides()).max().unwrap_or(0);
            let shown = |face: &u8| (1..=most).contains(face);
            let rerolls = &b.scrud.rerolls;
            uses_line_up(b) && rerolls.dice > 0 && !rerolls.faces.is_empty() && !rerolls.faces.iter().any(shown)
        },
        why: "no die of the ladder ever shows that, so none may be thrown again",
        hint: "name faces that the dice have",
    },
    UnusedCase {
        path: "scrud.hand_dice",
        applies: |b| uses_line_up(b) && b.scrud.hand_dice == HandDice::Specialist && b.has_plain_dice(),
        why: "the dice of this ladder score what they show",
        hint: "leave it out",
    },
    UnusedCase {
        path: "scrud.blocked_push",
        applies: |b| {
            let pushes = b.scrud.margins || b.scrud.defeat.contains(&Casualty::PushBack);
            uses_line_up(b) && b.scrud.blocked_push != BlockedPush::Stays && !pushes
        },
        why: "nobody is ever pushed back",
        hint: "name `PushBack` in `defeat`",
    },
    UnusedCase {
        path: "scrud.air_defence",
        applies: |b| {
            let any = b.troops.iter().any(|troop| troop.support == Some(SupportRole::AirDefence));
            uses_line_up(b) && b.scrud.air_defence != AirDefence::Best && !any
        },
        why: "no troop type is air defence",
        hint: "`support: AirDefence` makes one of a troop type",
    },
    UnusedCase {
        path: "edna.scales.fire",
        applies: |b| b.uses(Mechanism::Edna) && is_on(b.edna.scales.fire) && !b.uses(Mechanism::Volleys),
        why: "nobody fires",
        hint: "name Volleys in `mechanisms`",
    },
    UnusedCase {
        path: "edna.scales.range",
        applies: |b| b.uses(Mechanism::Edna) && is_on(b.edna.scales.range) && !b.uses(Mechanism::Volleys),
        why: "nobody fires",
        hint: "name Volleys in `mechanisms`",
    },
    UnusedCase {
        path: "edna.scales.melee",
        applies: |b| {
            let by_strength = uses_line_up(b) && b.scrud.dice_per == DicePer::StrengthPoint;
            b.uses(Mechanism::Edna) && is_on(b.edna.scales.melee) && !by_strength
        },
        why: "a unit rolls one die, whatever its EDNA",
        hint: "with SCRUD and `dice_per: StrengthPoint` it rolls several",
    },
    UnusedCase {
        path: "edna.wear.fire",
        applies: |b| b.uses(Mechanism::Edna) && b.edna.wear.fire > 0 && !b.uses(Mechanism::Volleys),
        why: "nobody fires",
        hint: "name Volleys in `mechanisms`",
    },
    UnusedCase {
        path: "turn.attacks",
        applies: |b| {
            let attacks = [Mechanism::Scrud, Mechanism::Volleys, Mechanism::Stacks].iter().any(|m| b.uses(*m));
            b.uses(Mechanism::Turns) && b.turn.attacks != Attacks::OncePerKind && !attacks
        },
        why: "nobody attacks",
        hint: "name Scrud, Volleys or Stacks in `mechanisms`",
    },
    UnusedCase {
        path: "turn.order",
        applies: |b| {
            let in_turn = |phase: &TurnPhase| matches!(phase, TurnPhase::EachSide(_));
            b.uses(Mechanism::Turns) && b.turn.order == TurnOrder::Strict && !b.turn.phases.iter().any(in_turn)
        },
        why: "no phase of the turn is one side's alone",
        hint: "`EachSide(\"moves and fights\")` is such a phase",
    },
    UnusedCase {
        path: "recover.edna",
        applies: |b| b.recover.edna > 0 && !b.uses(Mechanism::Edna),
        why: "the book does without EDNA",
        hint: "name Edna in `mechanisms`",
    },
    UnusedCase {
        path: "recover.grade",
        applies: |b| b.recover.grade > 0 && !b.uses_grades(),
        why: "nobody rolls by grades",
        hint: "name Scrud in `mechanisms`",
    },
    UnusedCase {
        path: "recover.when",
        applies: |b| b.recover.is_on() && b.recover.when != When::AfterBattle && !b.clock.is_on(),
        why: "there is no clock, so no part of it passes",
        hint: "give the campaign a clock, such as `clock: (unit: \"day\")`, or set `when: AfterBattle`",
    },
    UnusedCase {
        path: "replacements.when",
        applies: |b| !b.replacements.pools.is_empty() && b.replacements.when != When::AfterBattle && !b.clock.is_on(),
        why: "there is no clock, so no part of it passes",
        hint: "give the campaign a clock, such as `clock: (unit: \"day\")`, or set `when: AfterBattle`",
    },
    UnusedCase {
        path: "promote.after",
        applies: |b| b.promote.after != Merit::Never && !b.uses_grades(),
        why: "nobody rolls by grades",
        hint: "name Scrud in `mechanisms`",
    },
    UnusedCase {
        path: "tests.parallel",
        applies: |b| b.uses(Mechanism::Tests) && b.tests.parallel != Parallel::Allowed && b.tests.bonuses,
        why: "dice that pass earn bonuses, so all tests are thrown in series anyway",
        hint: "leave it out, or set `bonuses: false`",
    },
    UnusedCase {
        path: "stacks.rounds_a_turn",
        applies: |b| b.uses(Mechanism::Stacks) && b.stacks.rounds_a_turn.is_some() && !b.uses(Mechanism::Turns),
        why: "there are no turns",
        hint: "name Turns in `mechanisms`",
    },
    UnusedCase {
        path: "ground.reach",
        applies: |b| b.ground.reach.is_some() && !b.uses(Mechanism::Scrud),
        why: "nobody opens a SCRUD combat",
        hint: "name Scrud in `mechanisms`",
    },
    UnusedCase {
        path: "stacks.hit",
        applies: |b| conflicts_use_scrud(b) && b.stacks.hit != Stacks::default().hit,
        why: "under `blows: Scrud` no D20 is thrown",
        hint: "leave it out, or set `blows: D20`",
    },
    UnusedCase {
        path: "stacks.least_damage",
        applies: |b| conflicts_use_scrud(b) && b.stacks.least_damage != Stacks::default().least_damage,
        why: "under `blows: Scrud` no blow does damage",
        hint: "leave it out, or set `blows: D20`",
    },
];

/// The mechanism that each group of settings or table needs. The Square is not among them, since it is drawn for any
/// stack.
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

/// Whether dice are lined up: in combats, or in rounds of Conflicts.
fn uses_line_up(book: &Rulebook) -> bool {
    book.uses_line_up()
}

fn conflicts_use_scrud(book: &Rulebook) -> bool {
    book.uses(Mechanism::Stacks) && book.stacks.blows == Blows::Scrud
}

fn is_on(share: Share) -> bool {
    share != Share::default()
}

impl Rulebook {
    /// The mechanism that a group of settings or a table needs and the book does without.
    pub fn missing_mechanism(&self, group: &str) -> Option<Mechanism> {
        let has_use = |m: Mechanism| self.uses(m) || (m == Mechanism::Scrud && uses_line_up(self));
        let mechanism = GROUP_MECHANISMS.iter().find(|(field, _)| *field == group).map(|(_, mechanism)| *mechanism);
        mechanism.filter(|m| !has_use(*m))
    }

    /// Settings without effect, each with the reason. Leaves out those that already have none in the base.
    pub fn unused_settings(&self, base: &Self) -> Vec<Fault> {
        let mut idle = Vec::new();
        for (group, settings) in self.differing_settings(base) {
            let off = self.missing_mechanism(group);
            idle.extend(off.into_iter().flat_map(|m| {
                settings.iter().map(move |differing| setting_without_mechanism(group, differing.setting, m))
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
                let why = format!("there is no troop type “{}”", text::display_name(name));
                let troops = self.troops.iter().map(|troop| troop.name.as_str());
                let near = text::nearest(name, troops).map(|near| format!("perhaps “{near}”"));
                idle.push(no_effect(&at, &why, near.as_deref().unwrap_or("leave it out")));
            }
        }
        let facts = UNUSED_CASES.iter().filter(|fact| (fact.applies)(self) && !(fact.applies)(base));
        idle.extend(facts.map(|fact| no_effect(fact.path, fact.why, fact.hint)));
        idle
    }

    /// The troop types that settings name, each with the setting's path.
    fn named_troops(&self) -> Vec<(String, &str)> {
        let under = |group: &'static str| move |(at, name)| (format!("{group}.{at}"), name);
        let on_the_ground = self.ground.named_troops().into_iter().map(under("ground"));
        on_the_ground.chain(self.march.named_troops().into_iter().map(under("march"))).collect()
    }
}

fn setting_without_mechanism(group: &str, setting: &str, mechanism: Mechanism) -> Fault {
    without_mechanism(&format!("{group}.{setting}"), mechanism)
}

fn without_mechanism(at: &str, mechanism: Mechanism) -> Fault {
    let why = format!("the book does without {}", mechanism.title());
    no_effect(at, &why, &format!("name {mechanism:?} in `mechanisms`"))
}

fn no_effect(at: &str, why: &str, hint: &str) -> Fault {
    Fault::at(at, format!("this can do nothing: {why}")).with_hint(hint)
}
