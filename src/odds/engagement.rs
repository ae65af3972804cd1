//! The next phase of a combat between units that are there: thrown once, thrown so many times, and thrown in every way
//! there is. The slow and obvious definition of what a phase does to each of them. Source: RULES 2.2 to 2.4.

use super::{
    Effort, Stopped, Watch,
    enumerate::{MOST_WAYS, STEPS_A_WAY},
    simulate::{Stream, in_chunks},
};
use crate::{
    book::{Grade, Rulebook},
    dice::{Die, Face},
    event::Cast,
    rules::{
        Fought,
        roll::{Group, Role, ScrudRoll},
        scrud::{LineDie, Party, Phase, Troop, fight},
        support::{Prelude, SupportDie, aim_in_order},
    },
};

/// Both sides of a phase. What the dice show is of no account: it is only asked who rolls which.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Engagement {
    /// Those in the lines, the first party having opened the combat. Bonus dice are among their dice; the dice of
    /// units that support from outside are not.
    pub parties: [Party; 2],
    /// The dice of units that support from outside.
    pub support: [Vec<SupportDie>; 2],
}

/// A phase of it, with dice as they fell.
#[derive(Clone, Debug)]
pub struct Thrown {
    /// What support did to support.
    pub prelude: Prelude,
    /// How the lines met.
    pub phase: Phase,
}

impl From<[Party; 2]> for Engagement {
    fn from(parties: [Party; 2]) -> Self {
        Self { parties, support: Default::default() }
    }
}

impl Engagement {
    /// Those who fought a phase, with all their dice.
    #[must_use]
    pub fn of(fought: &Fought) -> Self {
        let mut parties = fought.parties.clone();
        for (side, party) in parties.iter_mut().enumerate() {
            // What fires from outside stands at the end of the line.
            let backing = (0..fought.support[side].len()).filter(|at| fought.prelude.fires(side, *at)).count();
            party.dice.truncate(party.dice.len() - backing);
        }
        Self { parties, support: fought.prelude.dice.clone() }
    }

    /// The first phase of a bare combat.
    #[must_use]
    pub fn of_roll(book: &Rulebook, roll: &ScrudRoll) -> Self {
        let strength = book.troops[0].strength;
        let die = |troop, grade| LineDie { troop, grade, face: None, score: 0 };
        let mut engagement = Self::default();
        for (side, groups) in [&roll.first, &roll.second].into_iter().enumerate() {
            let each = |g: &Group| std::iter::repeat_n((g.role, g.grade), g.count.into());
            for (role, grade) in groups.iter().flat_map(each) {
                if let Some(duty) = role.duty() {
                    let die = die(None, grade);
                    engagement.support[side].push(SupportDie { duty, die, target: None });
                } else {
                    let party = &mut engagement.parties[side];
                    party.dice.push(die(Some(party.troops.len()), grade));
                    party.troops.push(Troop { grade, strength });
                }
            }
        }
        aim_in_order(&mut engagement.support);
        engagement
    }

    /// The roll of the notation that comes nearest: by grades alone, without defeats left over and strengths; nothing
    /// where a side would have no unit die, or dice too many to be written. And whether it is the same phase.
    #[must_use]
    pub fn roll(&self, book: &Rulebook) -> Option<(ScrudRoll, bool)> {
        let mut plain = true;
        let groups = [0, 1].map(|side: usize| {
            let party = &self.parties[side];
            plain &= party.carried == 0 && party.dice.len() == party.troops.len();
            let strength = book.troops[0].strength;
            plain &= party.troops.iter().all(|troop| troop.strength == strength);
            let units = party.dice.iter().map(|die| match die.troop {
                Some(_) => (Role::Unit, die.grade),
                None => (Role::Artillery, die.grade),
            });
            let support = self.support[side].iter().map(|die| (role_of(die), die.die.grade));
            let mut groups: Vec<Group> = Vec::new();
            for (role, grade) in units.chain(support) {
                match groups.iter_mut().find(|g| g.role == role && g.grade == grade && role == Role::Unit) {
                    Some(group) => group.count = group.count.saturating_add(1),
                    None => groups.push(Group { count: 1, role, grade }),
                }
            }
            groups
        });
        // The notation aims the k-th counter-battery die at the k-th gun.
        let mut aimed = self.support.clone();
        aim_in_order(&mut aimed);
        plain &= aimed == self.support;
        let dice = |groups: &[Group]| groups.iter().map(|g| u32::from(g.count)).sum::<u32>();
        let fits = groups.iter().all(|g| g.iter().any(|g| g.role == Role::Unit) && dice(g) <= 200);
        let [first, second] = groups;
        fits.then_some((ScrudRoll { first, second, phases: 1, book: None }, plain))
    }

    /// Throws all its dice.
    pub fn throw(&mut self, book: &Rulebook, mut face: impl FnMut(Die) -> Face) -> Thrown {
        let mut cast = |die: &mut LineDie| {
            let fell = Cast::Face(face(book.ladder.step(die.grade).die));
            *die = LineDie::cast(&book.ladder, die.troop, die.grade, fell);
        };
        for (party, support) in self.parties.iter_mut().zip(&mut self.support) {
            party.dice.iter_mut().for_each(&mut cast);
            support.iter_mut().for_each(|die| cast(&mut die.die));
        }
        if self.support.iter().all(Vec::is_empty) {
            let phase = fight(&book.scrud, &book.ladder, [&self.parties[0], &self.parties[1]]);
            return Thrown { prelude: Prelude::default(), phase };
        }
        let prelude = Prelude::of(&book.ladder, self.support.clone());
        let own = [0, 1].map(|side: usize| self.parties[side].dice.len());
        for side in [0, 1] {
            let backing = prelude.dice[side].iter().enumerate().filter(|(at, _)| prelude.fires(side, *at));
            self.parties[side].dice.extend(backing.map(|(_, die)| die.die));
        }
        let phase = fight(&book.scrud, &book.ladder, [&self.parties[0], &self.parties[1]]);
        for side in [0, 1] {
            self.parties[side].dice.truncate(own[side]);
        }
        Thrown { prelude, phase }
    }

    /// All its dice, in the order in which they are thrown.
    fn dice(&self) -> impl Iterator<Item = Grade> + '_ {
        let of = |side: usize| {
            let support = self.support[side].iter().map(|die| die.die.grade);
            self.parties[side].dice.iter().map(|die| die.grade).chain(support)
        };
        of(0).chain(of(1))
    }

    /// In how many ways its dice can fall; `None` where that outgrows 64 bits.
    #[must_use]
    pub fn ways(&self, book: &Rulebook) -> Option<u64> {
        self.dice().map(|grade| u64::from(book.ladder.step(grade).die.sides())).try_fold(1u64, u64::checked_mul)
    }

    /// How many dice are thrown.
    #[must_use]
    pub fn size(&self) -> usize {
        self.dice().count()
    }

    /// Throws it in every way there is, where `effort` allows so many, and otherwise as often as it says; each throw is
    /// counted into a count, and counts are added up. What comes out is the sum, how many throws it is of, and whether
    /// they were played at random.
    pub(super) fn play<T: Send>(
        &self,
        book: &Rulebook,
        effort: &Effort,
        watch: Watch,
        fresh: impl Fn() -> T + Sync + Send,
        count: impl Fn(&mut T, &Thrown) + Sync + Send,
        add: impl Fn(T, T) -> T + Sync + Send,
    ) -> Result<(T, u64, bool), Stopped> {
        let few = self.ways(book).filter(|ways| *ways <= MOST_WAYS.min(effort.exact / STEPS_A_WAY));
        if let Some(ways) = few {
            let mut sum = fresh();
            self.every_way(book, watch, |thrown| count(&mut sum, thrown))?;
            return Ok((sum, ways, false));
        }
        let chunk = |engagement: &mut Self, stream: &mut Stream, trials| {
            let mut sum = fresh();
            (0..trials).for_each(|_| count(&mut sum, &engagement.throw(book, |die| stream.face(die))));
            sum
        };
        let trials = effort.trials.max(1);
        let sum = in_chunks((trials, 1024), effort.seed, watch, || self.clone(), chunk, &fresh, add)?;
        Ok((sum, trials, true))
    }

    /// Every way in which its dice can fall, one after the other.
    fn every_way(&self, book: &Rulebook, watch: Watch, mut each: impl FnMut(&Thrown)) -> Result<(), Stopped> {
        let mut engagement = self.clone();
        let sides: Vec<Face> = self.dice().map(|grade| book.ladder.step(grade).die.sides()).collect();
        let mut faces: Vec<Face> = vec![1; sides.len()];
        loop {
            watch.cancelled()?;
            let mut next = faces.iter().copied();
            each(&engagement.throw(book, |_| next.next().expect("as many faces as dice")));
            let Some(at) = (0..faces.len()).find(|at| faces[*at] < sides[*at]) else { return Ok(()) };
            faces[..at].fill(1);
            faces[at] += 1;
        }
    }
}

fn role_of(die: &SupportDie) -> Role {
    let roles = [Role::Artillery, Role::CounterBattery, Role::Aircraft, Role::AirDefence];
    roles.into_iter().find(|role| role.duty() == Some(die.duty)).unwrap_or(Role::Artillery)
}
