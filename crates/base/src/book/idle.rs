//! Settings that have no effect in their rulebook, because another setting leaves them nothing to do. They are not
//! errors, and the book can be played. `wardiary check` lists them.

use super::{
    AirDefence, Attacks, BlockedPush, Blows, Carry, Casualty, DicePer, Eliminates, HandDice, Mechanism, Merit,
    Parallel, Rulebook, Sighting, Stacks, SupportRole, TurnOrder, TurnPhase, When, settings::Share,
};
use crate::{fault::Fault, text};

/// A reason why a setting has no effect.
struct Fact {
    at: &'static str,
    /// Whether the book has the setting and it has no effect.
    holds: fn(&Rulebook) -> bool,
    why: &'static str,
    hint: &'static str,
}

const FACTS: &[Fact] = &[
    Fact {
        at: "scrud.carry",
        holds: |b| fights(b) && b.scrud.carry != Carry::PerPhase && b.scrud.eliminate_every.is_none(),
        why: "no defeats are counted, so none are left over",
        hint: "`eliminate_every: 3` counts them",
    },
    Fact {
        at: "scrud.carry",
        holds: |b| fights(b) && b.scrud.carry != Carry::PerPhase && b.scrud.eliminate_every == Some(1),
        why: "each defeat eliminates a unit, so none are left over",
        hint: "leave it out",
    },
    Fact {
        at: "scrud.carry",
        holds: |b| fights(b) && b.scrud.carry == Carry::PerCombat && b.scrud.phases == 1,
        why: "a combat has only one phase in a turn, so there is no phase after it to count on in",
        hint: "`PerBattle` counts on from combat to combat",
    },
    Fact {
        at: "scrud.eliminates",
        holds: |b| fights(b) && b.scrud.eliminates != Eliminates::LowestGrade && b.scrud.eliminate_every.is_none(),
        why: "no defeats are counted, so nobody more is eliminated",
        hint: "`eliminate_every: 3` counts them",
    },
    Fact {
        at: "sight.seen",
        holds: |b| !b.sight.is_on() && b.sight.seen != Sighting::default().seen,
        why: "without a `range` nobody is sighted",
        hint: "`range: 2` has forces see two areas far",
    },
    Fact {
        at: "sight.in_contact",
        holds: |b| !b.sight.is_on() && b.sight.in_contact != Sighting::default().in_contact,
        why: "without a `range` nobody is sighted",
        hint: "`range: 2` has forces see two areas far",
    },
    Fact {
        at: "sight.fought",
        holds: |b| !b.sight.is_on() && b.sight.fought != Sighting::default().fought,
        why: "without a `range` nobody is sighted",
        hint: "`range: 2` has forces see two areas far",
    },
    Fact {
        at: "sight.memory",
        holds: |b| !b.sight.is_on() && b.sight.memory != Sighting::default().memory,
        why: "without a `range` nobody is sighted",
        hint: "`range: 2` has forces see two areas far",
    },
    Fact {
        at: "stacks.power",
        holds: |b| by_scrud(b) && b.stacks.power != Stacks::default().power,
        why: "rounds are fought by SCRUD, in which no AP or DP counts",
        hint: "leave it out, or have `blows: D20`",
    },
    Fact {
        at: "stacks.edge_minimum",
        holds: |b| by_scrud(b) && b.stacks.edge_minimum != Stacks::default().edge_minimum,
        why: "rounds are fought by SCRUD, in which no AP or DP counts",
        hint: "leave it out, or have `blows: D20`",
    },
    Fact {
        at: "scrud.defeat",
        holds: |b| fights(b) && b.scrud.defeat.contains(&Casualty::Eliminate) && b.scrud.defeat.len() > 1,
        why: "who is eliminated suffers nothing else",
        hint: "name `Eliminate` alone, or leave it out",
    },
    Fact {
        at: "scrud.margins",
        holds: |b| {
            let pushed_only = b.scrud.defeat.iter().all(|casualty| *casualty == Casualty::PushBack);
            fights(b) && b.scrud.margins && pushed_only && b.scrud.eliminate_every.is_none()
        },
        why: "every defeat is a push-back only, by whatever margin",
        hint: "leave it out",
    },
    Fact {
        at: "scrud.rerolls.faces",
        holds: |b| fights(b) && b.scrud.rerolls.dice == 0 && !b.scrud.rerolls.faces.is_empty(),
        why: "no dice may be thrown again, whatever they show",
        hint: "`rerolls: (dice: 1, …)` allows one",
    },
    Fact {
        at: "scrud.rerolls.faces",
        holds: |b| {
            let most = b.ladder.grades.iter().map(|step| step.die.sides()).max().unwrap_or(0);
            let shown = |face: &u8| (1..=most).contains(face);
            let rerolls = &b.scrud.rerolls;
            fights(b) && rerolls.dice > 0 && !rerolls.faces.is_empty() && !rerolls.faces.iter().any(shown)
        },
        why: "no die of the ladder ever shows that, so none may be thrown again",
        hint: "name faces that the dice have",
    },
    Fact {
        at: "scrud.hand_dice",
        holds: |b| fights(b) && b.scrud.hand_dice == HandDice::Specialist && b.has_plain_dice(),
        why: "the dice of this ladder score what they show",
        hint: "leave it out",
    },
    Fact {
        at: "scrud.blocked_push",
        holds: |b| {
            let pushes = b.scrud.margins || b.scrud.defeat.contains(&Casualty::PushBack);
            fights(b) && b.scrud.blocked_push != BlockedPush::Stays && !pushes
        },
        why: "nobody is ever pushed back",
        hint: "name `PushBack` in `defeat`",
    },
    Fact {
        at: "scrud.air_defence",
        holds: |b| {
            let any = b.troops.iter().any(|troop| troop.support == Some(SupportRole::AirDefence));
            fights(b) && b.scrud.air_defence != AirDefence::Best && !any
        },
        why: "no troop type is air defence",
        hint: "`support: AirDefence` makes one of a troop type",
    },
    Fact {
        at: "edna.scales.fire",
        holds: |b| b.uses(Mechanism::Edna) && is_on(b.edna.scales.fire) && !b.uses(Mechanism::Volleys),
        why: "nobody fires",
        hint: "name Volleys in `mechanisms`",
    },
    Fact {
        at: "edna.scales.range",
        holds: |b| b.uses(Mechanism::Edna) && is_on(b.edna.scales.range) && !b.uses(Mechanism::Volleys),
        why: "nobody fires",
        hint: "name Volleys in `mechanisms`",
    },
    Fact {
        at: "edna.scales.melee",
        holds: |b| {
            let by_strength = fights(b) && b.scrud.dice_per == DicePer::StrengthPoint;
            b.uses(Mechanism::Edna) && is_on(b.edna.scales.melee) && !by_strength
        },
        why: "a unit rolls one die, whatever its EDNA",
        hint: "with SCRUD and `dice_per: StrengthPoint` it rolls several",
    },
    Fact {
        at: "edna.wear.fire",
        holds: |b| b.uses(Mechanism::Edna) && b.edna.wear.fire > 0 && !b.uses(Mechanism::Volleys),
        why: "nobody fires",
        hint: "name Volleys in `mechanisms`",
    },
    Fact {
        at: "turn.attacks",
        holds: |b| {
            let attacks = [Mechanism::Scrud, Mechanism::Volleys, Mechanism::Stacks].iter().any(|m| b.uses(*m));
            b.uses(Mechanism::Turns) && b.turn.attacks != Attacks::OncePerKind && !attacks
        },
        why: "nobody attacks",
        hint: "name Scrud, Volleys or Stacks in `mechanisms`",
    },
    Fact {
        at: "turn.order",
        holds: |b| {
            let in_turn = |phase: &TurnPhase| matches!(phase, TurnPhase::EachSide(_));
            b.uses(Mechanism::Turns) && b.turn.order == TurnOrder::Strict && !b.turn.phases.iter().any(in_turn)
        },
        why: "no phase of the turn is one side's alone",
        hint: "`EachSide(\"moves and fights\")` is such a phase",
    },
    Fact {
        at: "recover.edna",
        holds: |b| b.recover.edna > 0 && !b.uses(Mechanism::Edna),
        why: "the book does without EDNA",
        hint: "name Edna in `mechanisms`",
    },
    Fact {
        at: "recover.grade",
        holds: |b| b.recover.grade > 0 && !b.uses_grades(),
        why: "nobody rolls by grades",
        hint: "name Scrud in `mechanisms`",
    },
    Fact {
        at: "recover.when",
        holds: |b| b.recover.is_on() && b.recover.when != When::AfterBattle && !b.clock.is_on(),
        why: "there is no clock, so no part of it passes",
        hint: "give the campaign a clock, such as `clock: (unit: \"day\")`, or set `when: AfterBattle`",
    },
    Fact {
        at: "replacements.when",
        holds: |b| !b.replacements.pools.is_empty() && b.replacements.when != When::AfterBattle && !b.clock.is_on(),
        why: "there is no clock, so no part of it passes",
        hint: "give the campaign a clock, such as `clock: (unit: \"day\")`, or set `when: AfterBattle`",
    },
    Fact {
        at: "promote.after",
        holds: |b| b.promote.after != Merit::Never && !b.uses_grades(),
        why: "nobody rolls by grades",
        hint: "name Scrud in `mechanisms`",
    },
    Fact {
        at: "tests.parallel",
        holds: |b| b.uses(Mechanism::Tests) && b.tests.parallel != Parallel::Allowed && b.tests.bonuses,
        why: "dice that pass earn bonuses, so all tests are thrown in series anyway",
        hint: "leave it out, or set `bonuses: false`",
    },
    Fact {
        at: "stacks.rounds_a_turn",
        holds: |b| b.uses(Mechanism::Stacks) && b.stacks.rounds_a_turn.is_some() && !b.uses(Mechanism::Turns),
        why: "there are no turns",
        hint: "name Turns in `mechanisms`",
    },
    Fact {
        at: "ground.reach",
        holds: |b| b.ground.reach.is_some() && !b.uses(Mechanism::Scrud),
        why: "nobody opens a SCRUD combat",
        hint: "name Scrud in `mechanisms`",
    },
    Fact {
        at: "stacks.hit",
        holds: |b| by_scrud(b) && b.stacks.hit != Stacks::default().hit,
        why: "under `blows: Scrud` no D20 is thrown",
        hint: "leave it out, or set `blows: D20`",
    },
    Fact {
        at: "stacks.least_damage",
        holds: |b| by_scrud(b) && b.stacks.least_damage != Stacks::default().least_damage,
        why: "under `blows: Scrud` no blow does damage",
        hint: "leave it out, or set `blows: D20`",
    },
];

/// The mechanism that each group of settings or table needs. The Square is not among them, since it is drawn for any
/// stack.
const GROUPS: &[(&str, Mechanism)] = &[
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
fn fights(book: &Rulebook) -> bool {
    book.lines_up()
}

fn by_scrud(book: &Rulebook) -> bool {
    book.uses(Mechanism::Stacks) && book.stacks.blows == Blows::Scrud
}

fn is_on(share: Share) -> bool {
    share != Share::default()
}

impl Rulebook {
    /// The mechanism that a group of settings or a table needs and the book does without.
    pub fn without_use_for(&self, group: &str) -> Option<Mechanism> {
        let has_use = |m: Mechanism| self.uses(m) || (m == Mechanism::Scrud && fights(self));
        let mechanism = GROUPS.iter().find(|(field, _)| *field == group).map(|(_, mechanism)| *mechanism);
        mechanism.filter(|m| !has_use(*m))
    }

    /// Settings without effect, each with the reason. Leaves out those that already have none in the base.
    pub fn idle(&self, base: &Self) -> Vec<Fault> {
        let mut idle = Vec::new();
        for (group, settings) in self.differing_settings(base) {
            let off = self.without_use_for(group);
            idle.extend(
                off.into_iter().flat_map(|m| settings.iter().map(move |differing| off_in(group, differing.setting, m))),
            );
        }
        for (at, troop) in self.troops.iter().enumerate() {
            if !troop.tests.is_empty() && !self.uses(Mechanism::Tests) && !base.troops.contains(troop) {
                idle.push(without(&format!("troops.{at}.tests"), Mechanism::Tests));
            }
        }
        let named_before = base.named_troops();
        for (at, name) in self.named_troops() {
            if self.troop(name).is_none() && !named_before.iter().any(|(_, before)| *before == name) {
                let why = format!("there is no troop type “{}”", text::display_name(name));
                let troops = self.troops.iter().map(|troop| troop.name.as_str());
                let near = text::nearest(name, troops).map(|near| format!("perhaps “{near}”"));
                idle.push(nothing(&at, &why, near.as_deref().unwrap_or("leave it out")));
            }
        }
        let facts = FACTS.iter().filter(|fact| (fact.holds)(self) && !(fact.holds)(base));
        idle.extend(facts.map(|fact| nothing(fact.at, fact.why, fact.hint)));
        idle
    }

    /// The troop types that settings name, each with the setting's path.
    fn named_troops(&self) -> Vec<(String, &str)> {
        let under = |group: &'static str| move |(at, name)| (format!("{group}.{at}"), name);
        let on_the_ground = self.ground.named_troops().into_iter().map(under("ground"));
        on_the_ground.chain(self.march.named_troops().into_iter().map(under("march"))).collect()
    }
}

fn off_in(group: &str, setting: &str, mechanism: Mechanism) -> Fault {
    without(&format!("{group}.{setting}"), mechanism)
}

fn without(at: &str, mechanism: Mechanism) -> Fault {
    let why = format!("the book does without {}", mechanism.title());
    nothing(at, &why, &format!("name {mechanism:?} in `mechanisms`"))
}

fn nothing(at: &str, why: &str, hint: &str) -> Fault {
    Fault::at(at, format!("this can do nothing: {why}")).hint(hint)
}
