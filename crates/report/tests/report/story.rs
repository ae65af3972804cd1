//! The reports of the samples, read as a stranger would.

use rayon::prelude::*;
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::Arc,
};
use wardiary_base::{
    book::Rulebook,
    id::{Id, SideId, UnitId},
};
use wardiary_diary::{
    assets,
    diary::{
        Account, Diary, EntryNo,
        file::{Mode, Save},
        steps::DiaryStep,
    },
};
use wardiary_harness_diary::worn_units::{WornGame, header};
use wardiary_report::report::{
    self, DiaryOnly, Report, ReportSource,
    names::area,
    story::{Angle, BattleArc, Block, Chapter, Story, SwingSection},
};
use wardiary_rules::{
    event::{Event, MapEvent, StackEvent, TheatreEvent},
    notation::parse_instruction,
    state::State,
};

const SAMPLES: [&str; 8] =
    ["crossings", "hundred-days", "orla", "ridge", "sealed-orders", "tannenberg", "vale", "wadi"];

fn sample(name: &str) -> Save {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../saves/{name}.ron"));
    Save::open(&path, Mode::Read).expect("it opens")
}

fn report_of(diary: &Diary) -> Report {
    report::report(diary, &mut DiaryOnly, &|_: &Account| true)
}

/// A report with the swings of its battles, told by a side or neutrally.
struct WithSwing(Option<SideId>);

impl ReportSource for WithSwing {
    fn includes_swing(&self) -> bool {
        true
    }

    fn teller(&self) -> Option<SideId> {
        self.0
    }
}

fn told_by(diary: &Diary, teller: Option<SideId>) -> Report {
    report::report(diary, &mut WithSwing(teller), &|_: &Account| true)
}

/// Who won comes first, and the rules come last.
#[test]
fn a_report_begins_with_the_battle() {
    for name in SAMPLES {
        let markdown = report::markdown(&report_of(sample(name).diary()).story);
        let at = |heading: &str| markdown.find(heading).unwrap_or_else(|| panic!("{name}: {heading}"));
        let lead = markdown.split("\n\n").nth(2).expect("a paragraph");
        assert!(!lead.starts_with(['#', '|', '>']) && lead.contains('.'), "{name}: {lead}");
        assert!(at("### Order of battle") < at("### Figures"), "{name}");
        assert!(markdown.rfind("\n## ").is_some_and(|last| markdown[last..].starts_with("\n## How to read this")));
    }
}

/// A battle without a named winner has the result that the facts give; the referee has named the winners of the others.
#[test]
fn every_battle_has_a_result() {
    for name in SAMPLES {
        let save = sample(name);
        let lead = report_of(save.diary()).story.lead().join(" ");
        let result = match name {
            "tannenberg" => "No side was broken: the Germans lost nothing and the Russians 12%.",
            _ => " victory for ",
        };
        assert!(lead.contains(result), "{name}: {lead}");
        for battle in save.diary().state().battles().iter().filter(|_| name != "tannenberg") {
            assert!(battle.decision.is_some(), "{name}: {}", battle.name);
        }
    }
}

/// The sentences of the story's prose.
fn sentences(story: &Story) -> Vec<String> {
    let blocks = story.chapters.iter().flat_map(|chapter| &chapter.turns).flat_map(|turn| &turn.blocks);
    let prose = blocks.filter_map(|block| match block {
        Block::Prose(passages) => Some(passages.iter().map(|passage| passage.text.as_str()).collect::<String>()),
        _ => None,
    });
    let sentences = prose.flat_map(|text| {
        let text = text.replace(". ", ".\n").replace(".) ", ".)\n").replace(".” ", ".”\n");
        text.lines().map(str::to_string).collect::<Vec<_>>()
    });
    sentences.filter(|sentence| !sentence.trim().is_empty()).collect()
}

/// A sentence without its names, numbers and quotes: `N cost N #`.
fn shape(sentence: &str, names: &[String]) -> String {
    const NUMBERS: &[&str] = &[
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "none", "a",
        "first", "second", "third", "fourth",
    ];
    let mut text = sentence.to_string();
    for name in names {
        text = text.replace(name, "N");
    }
    let words = text.split_whitespace().map(|word| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let is_name = bare.starts_with(char::is_uppercase) || bare.starts_with(|c: char| c.is_ascii_digit());
        let lower = bare.to_lowercase();
        match lower.as_str() {
            "the" | "and" => String::new(),
            lower if NUMBERS.contains(&lower) || lower.bytes().all(|b| b.is_ascii_digit()) => "#".into(),
            _ if is_name => "N".into(),
            lower => lower.trim_end_matches('s').to_string(),
        }
    });
    let mut words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
    words.dedup();
    words.join(" ")
}

/// The diaries that the story is checked with: the samples, and 50 random games under all rulebooks.
fn diaries() -> Vec<(String, Diary)> {
    let samples = SAMPLES.map(|name| (name.to_string(), sample(name).diary().clone()));
    let books: Vec<Arc<Rulebook>> =
        assets::RULEBOOKS.iter().map(|(name, _)| assets::rulebook(name, None).expect("it ships")).collect();
    let random = (0..50_u8).into_par_iter().map(|seed| {
        let book = &books[usize::from(seed) % books.len()];
        let mut game = WornGame::new(header(book, seed.into()), seed);
        game.play(70, |_| ());
        (format!("random game {seed}"), game.game.diary)
    });
    samples.into_iter().chain(random.collect::<Vec<_>>()).collect()
}

fn names_of(state: &State) -> Vec<String> {
    let mut names: Vec<String> = state.units().iter().map(|unit| unit.name.to_string()).collect();
    names.extend(state.stacks().iter().map(|stack| stack.name.to_string()));
    names.extend(state.sides().iter().map(|side| side.name.to_string()));
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    names
}

/// A reader should not meet the same sentence all the time, nor one that is too long.
#[test]
fn sentences_are_short_and_vary() {
    let (mut long, mut shapes): (Vec<String>, BTreeMap<String, usize>) = Default::default();
    for (name, diary) in diaries() {
        let names = names_of(diary.state());
        for sentence in sentences(&report_of(&diary).story) {
            if sentence.split_whitespace().count() > 40 {
                long.push(format!("{name}: {sentence}"));
            }
            *shapes.entry(shape(&sentence, &names)).or_default() += 1;
        }
    }
    let mut shapes: Vec<(usize, String)> = shapes.into_iter().map(|(shape, many)| (many, shape)).collect();
    shapes.sort_by(|one, other| other.cmp(one));
    let sum = |shapes: &[(usize, String)]| shapes.iter().map(|(many, _)| many).sum::<usize>();
    let share = sum(&shapes[..13]) * 100 / sum(&shapes);
    assert_eq!(long, Vec::<String>::new());
    assert!(share < 35, "{share}% of {}: {:#?}", sum(&shapes), &shapes[..20]);
}

/// The points that each unit lost by an entry, in the order of its events, with the unit or stack that fired or struck.
fn damage(step: &DiaryStep) -> Vec<(Option<Id>, UnitId, u32)> {
    let (mut actor, mut all) = (None, Vec::new());
    let left = |unit: UnitId, all: &[(Option<Id>, UnitId, u32)]| {
        let lost: u32 = all.iter().filter(|(_, other, _)| *other == unit).map(|(_, _, points)| points).sum();
        u32::from(step.state_with_introduced().unit(unit).expect("a unit").strength_in_rules().now) - lost
    };
    for event in &step.entry.events {
        match event {
            Event::Volleyed { unit, .. } => actor = Some(Id::from(*unit)),
            Event::Stacks(StackEvent::Struck { by, .. }) => actor = Some(Id::from(*by)),
            Event::StrengthLost { unit, from, to } => all.push((actor, *unit, u32::from(from - to))),
            Event::Eliminated { unit, .. } => all.push((actor, *unit, left(*unit, &all))),
            _ => {}
        }
    }
    all
}

/// What a lead claims of a battle is what the states have.
#[test]
fn claims_are_true() {
    let mut kinds: BTreeSet<&str> = BTreeSet::new();
    for (name, diary) in diaries() {
        for chapter in report_of(&diary).story.chapters {
            let steps =
                || diary.steps(diary.path().iter().copied()).filter(|step| step.account().battle == chapter.battle);
            for angle in &chapter.angles {
                let at = format!("{name}, {}: {angle:?}", chapter.title);
                match angle {
                    Angle::Hero { who, points, of, enemy } => {
                        kinds.insert("hero");
                        let is_enemy = |unit: UnitId| diary.state().unit(unit).is_some_and(|unit| unit.side == *enemy);
                        let all = steps().flat_map(|step| damage(&step)).filter(|(_, unit, _)| is_enemy(*unit));
                        let caused = all.filter(|(by, ..)| *by == Some(*who)).map(|(_, _, points)| points);
                        assert_eq!(caused.sum::<u32>(), *points, "{at}");
                        assert!(2 * points > *of, "{at}");
                    }
                    Angle::Stand { who, attacks, times, .. } => {
                        kinds.insert("stand");
                        let attacks_on = steps().flat_map(|step| step.entry.events.clone()).filter(|event| {
                            matches!(event, Event::CombatOpened { first, second, .. }
                                if second.1 == *who && first.1.len() >= who.len())
                        });
                        assert!(attacks_on.count() >= *attacks as usize && *times >= 2, "{at}");
                    }
                    Angle::Contested { place, times, holder } => {
                        kinds.insert("contested");
                        let numbers: Vec<EntryNo> = steps().map(|step| step.entry.no).collect();
                        let map = diary.state().battle(chapter.battle.expect("a battle")).expect("it was fought").map;
                        let mut taken: Vec<Option<SideId>> = Vec::new();
                        for step in diary.steps(diary.path().iter().copied()) {
                            for event in
                                step.entry.events.iter().filter(|_| step.entry.no <= numbers[numbers.len() - 1])
                            {
                                if let Event::Map(MapEvent::ChangedHands { map: on, at, to, .. }) = event {
                                    let ground = &step.after.map(*on).expect("a map").ground;
                                    taken.extend((Some(*on) == map && area(ground, *at) == *place).then_some(*to));
                                }
                            }
                        }
                        assert_eq!((taken.len(), taken.last()), (*times as usize, Some(holder)), "{at}");
                    }
                    Angle::Leader { leader, side, turn, broke } => {
                        kinds.insert("leader");
                        let turn_of = |is: &dyn Fn(&Event) -> bool| {
                            steps().find(|step| step.entry.events.iter().any(is)).and_then(|step| step.account().turn)
                        };
                        let fell = |event: &Event| matches!(event, Event::Eliminated { unit, .. } if unit == leader);
                        let destroyed = |event: &Event| {
                            fell(event) || matches!(event, Event::StrengthLost { unit, to: 0, .. } if unit == leader)
                        };
                        assert_eq!(turn_of(&destroyed), Some(*turn), "{at}");
                        let exhausted =
                            |event: &Event| matches!(event, Event::Exhausted { side: of, .. } if of == side);
                        assert!(broke.is_none() || turn_of(&exhausted) == *broke, "{at}");
                    }
                }
            }
        }
    }
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), ["contested", "hero", "leader", "stand"]);
}

/// The arcs as a reader would define them, in their order: the first that fits is the arc of the battle. Leads are those
/// of the side that came out ahead.
fn arcs_that_fit(chapter: &Chapter, swing: &SwingSection) -> Vec<BattleArc> {
    let history = chapter.strength_history.as_ref().expect("a swing has one");
    let [one, other] = [0, 1].map(|side| {
        let side = &history.sides[side];
        (
            f64::from(side.initial),
            f64::from(side.initial - side.remaining[side.remaining.len() - 1]),
            side.exhaustion_point,
        )
    });
    let share = |(initial, lost, point): (f64, f64, Option<u32>)| lost / point.map_or(initial, f64::from);
    let end = swing.leads.last().expect("a moment").1[0];
    let ahead = usize::from(end < 0.0);
    let leads: Vec<f64> = swing.leads.iter().map(|(_, leads)| leads[ahead]).collect();
    let end = end.abs();
    let mut fit = Vec::new();
    if share(one) >= 0.75 && share(other) >= 0.75 && end < 0.25 {
        fit.push(BattleArc::BledWhite);
    }
    if end < 0.1 {
        return fit;
    }
    let (winner, loser) = if ahead == 0 { (one.0, other.0) } else { (other.0, one.0) };
    if winner > 0.0 && loser >= 2.0 * winner {
        fit.push(BattleArc::AgainstOdds {
            ahead,
            times: history.sides[1 - ahead].initial / history.sides[ahead].initial,
        });
    }
    // Who was ahead at the end of each turn, by the table, which a battle without turns does not have.
    let rows = chapter.strengths().map_or_else(Vec::new, |(_, rows)| rows);
    let shown = rows.iter().map(|row| row[row.len() - 1].clone()).filter(|ahead| ahead != "nobody");
    let name = format!("{}, by", swing.sides[ahead]);
    let mut leaders: Vec<bool> = shown.map(|leader| leader.starts_with(&name)).collect();
    leaders.dedup();
    let passes = leaders.len().saturating_sub(1);
    if passes >= 3 {
        fit.push(BattleArc::BackAndForth { ahead, passes });
    }
    let turn_of = |at: usize| history.turns.iter().rev().find(|(begins, _)| *begins <= at).map(|(_, turn)| *turn);
    let turn_ends = history.turns.iter().skip(1).map(|(at, _)| leads[*at]);
    if passes == 1 && turn_ends.into_iter().any(|lead| lead <= -0.1) {
        let for_good = (0..leads.len()).find(|at| leads[*at..].iter().all(|lead| *lead > 0.0)).expect("it ends ahead");
        fit.push(BattleArc::Turned { ahead, turn: turn_of(for_good).expect("a turn") });
    }
    let throws = (1..leads.len()).filter(|at| leads[*at] - leads[at - 1] >= end / 2.0);
    if throws.count() == 1 {
        fit.push(BattleArc::OneThrow);
    }
    let mut turns: Vec<(u32, [usize; 2], f64)> = Vec::new();
    for (at, (begins, turn)) in history.turns.iter().enumerate() {
        let ends = history.turns.get(at + 1).map_or(leads.len() - 1, |(next, _)| *next);
        turns.push((*turn, [*begins, ends], leads[ends] - leads[*begins]));
    }
    let most = turns.iter().fold(f64::MIN, |most, turn| most.max(turn.2));
    let left = &history.sides[1 - ahead].remaining;
    for (turn, [begins, ends], gained) in turns {
        let held = f64::from(left[0] - left[begins]) <= 0.25 * f64::from(left[0] - left[left.len() - 1]);
        let is_last = leads[ends..].iter().all(|lead| *lead >= leads[ends]);
        if gained >= most && gained >= 0.6 * end && is_last && held {
            fit.push(BattleArc::Collapse { loser: 1 - ahead, turn });
        }
    }
    let always = leads.iter().all(|lead| *lead > -0.005);
    fit.push(if passes == 0 { BattleArc::Held { ahead, always } } else { BattleArc::BackAndForth { ahead, passes } });
    fit
}

/// The arc that a lead claims is the first that fits its slow definition, whoever tells it.
#[test]
fn arcs_are_true() {
    let mut seen = 0;
    for (name, diary) in diaries() {
        for chapter in told_by(&diary, None).story.chapters {
            let Some(swing) = chapter.swing.as_ref().filter(|swing| swing.sides.len() == 2) else { continue };
            let fit = arcs_that_fit(&chapter, swing);
            assert_eq!(swing.arc.is_some(), !fit.is_empty(), "{name}, {}", chapter.title);
            // Of turns that made equally much of the lead any may be told.
            let is_same = |one: &BattleArc, other: &BattleArc| match (one, other) {
                (BattleArc::Collapse { loser, .. }, BattleArc::Collapse { loser: of, .. }) => loser == of,
                _ => one == other,
            };
            if let Some(arc) = swing.arc {
                assert!(is_same(&arc, &fit[0]), "{name}, {}: {arc:?}, not {fit:?}", chapter.title);
                seen += 1;
            }
        }
    }
    assert!(seen > 20, "{seen} arcs");
}

/// Told by a side, a battle has the same facts: the losses and the dice of every entry; its own words are of a victory or
/// a defeat, of itself and of the enemy.
#[test]
fn a_side_tells_the_same_facts_its_own_way() {
    for (name, side, lead, prose) in [
        ("wadi", 2, "in a defeat for the Emirate", "All hits of the enemy fell on the Red Banner"),
        ("wadi", 1, "in a victory for the Column", "took the wells from the enemy"),
        ("ridge", 2, "fell behind with the first losses, and never caught up", "the enemy"),
        (
            "crossings",
            2,
            "The Estuary Division, eleven units with 36 Strength Points, faced the Western Corps",
            "the enemy",
        ),
    ] {
        let save = sample(name);
        let [neutral, told] = [None, Some(SideId(side))].map(|teller| told_by(save.diary(), teller).story);
        assert!(told.lead().join(" ").contains(lead), "{name}: {:?}", told.lead());
        assert!(sentences(&told).iter().any(|sentence| sentence.contains(prose)), "{name}: {:#?}", sentences(&told));
        for (one, other) in neutral.chapters.iter().zip(&told.chapters) {
            let losses = |chapter: &Chapter| chapter.beats.iter().map(|beat| beat.losses.clone()).collect::<Vec<_>>();
            assert_eq!((losses(one), &one.closing_forces), (losses(other), &other.closing_forces), "{name}");
            assert_eq!(one.strengths(), other.strengths(), "{name}");
        }
    }
}

/// Losses explain themselves: the dead of a stack do nothing in its name, and a reader learns why a unit was chosen.
#[test]
fn losses_explain_themselves() {
    for (name, sentence) in [
        ("ridge", "The rest of the Vanguard fled from the fight to the north."),
        ("tannenberg", "The third defeat also broke the 1st Rifle Brigade, which had rolled lowest."),
        ("crossings", "Defeat at the lowest grade destroyed the Marsh Lancers."),
    ] {
        let told = sentences(&report_of(sample(name).diary()).story);
        assert!(told.iter().any(|told| told.trim() == sentence), "{name}: {told:#?}");
    }
}

/// The shape of a battle is that of its table of strengths.
#[test]
fn arcs_agree_with_the_table() {
    for (name, sentence) in [
        ("wadi", "The Column fell behind at first, but then took the lead."),
        ("wadi", "the heaviest fell in turn 3, when the 1st Fusiliers fired at Emir Yusuf and the Green Banner"),
        ("hundred-days", "The French never ended a turn behind."),
        ("orla", "Kessler led from the first losses to the last."),
    ] {
        let story = told_by(sample(name).diary(), None).story;
        let leads: Vec<String> = story.chapters.iter().map(|chapter| chapter.lead.join(" ")).collect();
        assert!(leads.iter().any(|lead| lead.contains(sentence)), "{name}: {leads:#?}");
    }
}

/// A fight is told by who was in it, who attacked before, and who was still alive.
#[test]
fn fights_are_told_as_they_were() {
    for (name, sentence) in [
        ("orla", "Both lines were shaken: the Fortress Company and Dusek's Rifles; all three defenders."),
        ("vale", "All three attackers came out of it shaken, and none of the defenders."),
        ("vale", "Reserve Petit counterattacked Brigade Falk, two units against three."),
        (
            "ridge",
            "With a last blow the Foresters struck the League Horse: the 1st League Horse lost a Strength Point.",
        ),
    ] {
        let told = sentences(&report_of(sample(name).diary()).story);
        assert!(told.iter().any(|told| told.trim() == sentence), "{name}: {told:#?}");
    }
}

/// What happened between battles is told as a person would say it.
#[test]
fn days_are_told_plainly() {
    for (name, sentence) in [
        ("orla", "Weather: fair and dry."),
        ("orla", "Reaction: Column Verany comes on and attacks; Column Dusek stands where it is."),
        ("hundred-days", "Weather: “hot: columns raise dust, and are seen from afar”."),
        ("vale", "The 1st Leroy recovered from white to green."),
    ] {
        let told = sentences(&report_of(sample(name).diary()).story);
        assert!(told.iter().any(|told| told.trim() == sentence), "{name}: {told:#?}");
    }
    let lead = |name| report_of(sample(name).diary()).story.lead().join(" ");
    assert!(lead("orla").contains("the costliest was the Battle of Brod."));
    assert!(lead("vale").contains("the costliest was the Sulz road."));
}

/// A letter is quoted once, when it arrives or is answered; a table has where everybody who marched came to.
#[test]
fn weeks_are_told_as_weeks() {
    let mut letters = 0;
    for name in ["hundred-days", "orla", "sealed-orders", "vale"] {
        let save = sample(name);
        let (diary, report) = (save.diary(), report_of(save.diary()));
        let all: String = report.story.texts().map(|(_, text)| text).collect();
        let state = diary.state();
        let orders =
            state.written_orders().iter().filter(|orders| parse_instruction(&orders.text.to_string(), state).is_err());
        for text in state.messages().iter().map(|message| &message.text).chain(orders.map(|orders| &orders.text)) {
            assert_eq!(all.matches(&text.to_string()).count(), 1, "{name}: {text}");
            letters += 1;
        }
        let blocks = report.story.chapters.iter().flat_map(|chapter| &chapter.turns).flat_map(|turn| &turn.blocks);
        let tables: Vec<(&Vec<String>, &Vec<Vec<String>>)> = blocks
            .filter_map(|block| if let Block::Marches { head, rows, .. } = block { Some((head, rows)) } else { None })
            .collect();
        for step in diary.steps(diary.path().iter().copied()) {
            let marched = step.entry.events.iter().filter_map(|event| match event {
                Event::Theatre(TheatreEvent::Marched(marches)) => Some(marches),
                _ => None,
            });
            let now = step.before.calendar().now;
            let clock = &step.after.book().clock;
            for force in marched.flatten().map(|marched| marched.force) {
                let (day, part) = (format!("Day {}", now.count), clock.part(now.part).expect("a part").to_string());
                let theatre = step.after.theatre().expect("a theatre");
                let place = theatre
                    .name(step.after.station(force).map(|at| at.toward.map_or(at.at, |(to, _)| to)).expect("a place"));
                let is_told = tables.iter().filter(|(head, _)| head[0] == day).any(|(head, rows)| {
                    let column = head.iter().position(|head| *head == part);
                    let row = rows.iter().find(|row| row[0].contains(&step.after.name(force)));
                    let cells = column.zip(row).map_or(&[][..], |(column, row)| &row[..=column]);
                    cells.iter().rfind(|cell| !cell.is_empty()).is_some_and(|cell| cell.ends_with(&place))
                });
                assert!(is_told, "{name}, {day}, {part}: {} to {place}: {tables:#?}", step.after.name(force));
            }
        }
    }
    assert!(letters > 30, "{letters}");
}

/// The death of each leader and each objective that changed hands have a sentence of their own.
#[test]
fn leaders_and_objectives_have_sentences_of_their_own() {
    let mut found = (0, 0);
    for name in SAMPLES {
        let save = sample(name);
        let report = report_of(save.diary());
        let sentences = sentences(&report.story);
        let beats = report.story.chapters.iter().flat_map(|chapter| &chapter.beats);
        for loss in beats.flat_map(|beat| &beat.losses).filter(|loss| loss.is_leader && loss.to == 0) {
            let others = |sentence: &str| sentence.matches(',').count() == 0;
            assert!(sentences.iter().any(|text| text.contains(&loss.name) && others(text)), "{name}: {}", loss.name);
            found.0 += 1;
        }
        for step in save.diary().steps(save.diary().path().iter().copied()) {
            for event in &step.entry.events {
                if let Event::Map(MapEvent::ChangedHands { map, at, to: Some(_), .. }) = event {
                    let place = area(&step.after.map(*map).expect("a map").ground, *at);
                    let took = |text: &String| text.contains(&format!(" took {place} "));
                    let told = report.story.texts().filter(|(no, _)| *no == step.entry.no).map(|(_, text)| text);
                    assert!(told.collect::<Vec<_>>().iter().any(took), "{name}, entry {no}", no = step.entry.no);
                    found.1 += 1;
                }
            }
        }
    }
    assert!(found.0 > 0 && found.1 > 0, "{found:?}");
}
