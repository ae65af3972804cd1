//! Shared scenes of the pane tests: played games, a diary, and each pane by its name.

use ratatui::{buffer::Buffer, layout::Rect, widgets::Widget};
use std::collections::BTreeSet;
use wardiary_base::{
    book::Moment,
    dice::{
        Owner,
        source::{ScriptedDice, Seed},
    },
    id::{BattleId, Id, StackId},
};
use wardiary_diary::{
    assets,
    diary::{Account, AccountDie, Header as Campaign},
};
use wardiary_rules::{
    notation::{self, Instruction},
    order::{Force, Order, Verb},
    rules::{self, FoughtPhase, OrderRoll},
    state::State,
};
use wardiary_view::{
    DiaryPane, ForcesPane, GaugesPane, Glyphs, HeaderPane, LineUpPane, Look, SquarePane, Theme, forces,
};

const GERMANS: Id = Id(1);
const RUSSIANS: Id = Id(2);
pub const XX_CORPS: StackId = StackId(10);
pub const FIRST_DAY: BattleId = BattleId(40);

/// A campaign whose orders use given faces.
pub struct Game {
    pub state: State,
    pub fought: Option<FoughtPhase>,
}

impl Game {
    pub fn of(scenario: &str) -> Self {
        let seed: Seed = "1".parse().expect("a seed");
        let Campaign { book, muster, .. } = assets::scenario(scenario, None, seed).expect("it ships");
        Self { state: muster.check(&book).expect("a test checks it"), fought: None }
    }

    /// Gives an order in its text form, with the natural faces of its dice.
    pub fn play(self, order: &str, faces: &[u8]) -> Self {
        match notation::parse_instruction(order, &self.state) {
            Ok(Instruction::Order(order)) => self.give(&order, faces),
            other => panic!("{order}: {other:?}"),
        }
    }

    pub fn give(mut self, order: &Order, faces: &[u8]) -> Self {
        let mut dice = ScriptedDice { faces: faces.iter().copied().collect() };
        let done = rules::carry_out(self.state, order, &mut dice).expect("a legal order, and enough dice").result;
        self.fought = done.rolled.and_then(OrderRoll::into_phase).or(self.fought);
        self.state = done.after;
        self
    }

    pub fn fought(&self) -> &FoughtPhase {
        self.fought.as_ref().expect("a phase was fought")
    }
}

/// The first day of the source: "four Yellow become Red, and one of those Reds is eliminated" (RULES 2.2). Then an EDNA
/// test fails, "rolls 10 -> 6" (RULES 1), and a Strength Point is lost.
pub fn first_phase() -> Game {
    Game::of("tannenberg")
        .play("scrud Germans v Russians", &[5, 4, 3, 3, 5, 4, 4, 3, 2, 2, 1, 1])
        .play("edna \"41st Brigade\"", &[6, 4])
        .play("lose \"73rd Brigade\" 1", &[])
}

/// Twenty-four against twenty-four, the size of a club game.
pub fn crowd() -> Game {
    let game = Game::of("grand-couronne");
    let fighters = |side: u32| -> Vec<Id> {
        let fights = |u: &&wardiary_rules::state::Unit| game.state.rolls_in_combat(u);
        let units = game.state.units_of_side(wardiary_base::id::SideId(side)).filter(fights);
        units.take(24).map(|u| u.id.into()).collect()
    };
    let (first, second) = (fighters(1), fighters(2));
    let faces: Vec<u8> =
        (0..(first.len() + second.len())).map(|i| u8::try_from(i * 7 % 6).expect("0 to 5") + 1).collect();
    let order = Order::Scrud { first: Force::new(first), second: Force::new(second) };
    let begun = if game.state.open_battles().next().is_none() {
        game.play("battle Nancy with French v Germans", &[])
    } else {
        game
    };
    begun.give(&order, &faces)
}

/// A phase with two bonus dice, which act as support dice (RULES 2.3).
pub fn supported() -> Game {
    let force = |id, dice| Force { dice, ..Force::new(vec![id]) };
    let order = Order::Scrud { first: force(GERMANS, 2), second: force(RUSSIANS, 0) };
    Game::of("tannenberg").give(&order, &[5, 4, 3, 3, 6, 1, 5, 4, 4, 6, 2, 2, 1, 1])
}

/// An account without content.
pub fn account() -> Account {
    Account {
        no: 0,
        parent: 0,
        at: jiff::Timestamp::UNIX_EPOCH,
        verb: Verb::Note,
        order: String::new(),
        by: None,
        battle: None,
        turn: None,
        time: Moment::default(),
        battle_name: None,
        concerns: BTreeSet::new(),
        headline: String::new(),
        order_line: String::new(),
        notable_events: Vec::new(),
        dice: Vec::new(),
        sentences: Vec::new(),
        texts: Vec::new(),
        abandoned: false,
        changed_by_hand: false,
        found_cut: false,
        fork: false,
        forks: false,
        remarks: None,
        roll_luck: BTreeSet::new(),
    }
}

/// The dice of one request with these faces.
fn fallen(faces: &str) -> Vec<Vec<AccountDie>> {
    let die = |face: &str| {
        let face = face.parse().expect("a face");
        AccountDie { owner: Owner(1), whose: "1st Brigade".into(), face, from_table: Some(false) }
    };
    let dice: Vec<AccountDie> = faces.split_whitespace().map(die).collect();
    if dice.is_empty() { Vec::new() } else { vec![dice] }
}

pub fn entries() -> Vec<Account> {
    let entry = |no, headline: &str, dice: &str, sentences: &[&str]| Account {
        no,
        turn: Some(2),
        headline: headline.into(),
        order_line: headline.into(),
        dice: fallen(dice),
        sentences: sentences.iter().map(ToString::to_string).collect(),
        ..account()
    };
    vec![
        entry(
            38,
            "scrud Germans v Russians",
            "5 4 3 3 5 4 4 3 2 2 1 1",
            &[
                "Germans suffered no defeat, Russians suffered 4 defeats",
                "1st Rifle Brigade, 2nd Rifle Brigade, 3rd Rifle Brigade and 4th Rifle Brigade demoted, yellow to red",
                "4th Rifle Brigade eliminated for its side’s defeats",
            ],
        ),
        Account { fork: true, ..entry(39, "“the fog lifts”", "", &[]) },
        Account {
            abandoned: true,
            ..entry(40, "scrud Germans v Russians", "6 6", &["cancelled after dice were shown"])
        },
        entry(41, "asked of 41st Brigade: take the ridge", "6 4", &["41st Brigade: 10 against 8, halted, E8 to E6"]),
    ]
}

/// The theme and the glyphs of a drawing.
pub struct Style {
    pub theme: Theme,
    pub glyphs: Glyphs,
}

impl Style {
    pub fn of(theme: &str) -> Self {
        Self { theme: Theme::shipped(theme).expect("it ships"), glyphs: Glyphs::UNICODE }
    }

    pub fn look(&self) -> Look<'_> {
        Look::new(&self.theme, &self.glyphs)
    }
}

/// Draws the pane with this name.
pub fn draw(pane: &str, style: &Style, game: &Game, area: Rect, buf: &mut Buffer) {
    let (look, state) = (style.look(), &game.state);
    let battle = state.battles().first().map(|b| b.id);
    match pane {
        "header" => HeaderPane {
            look,
            state,
            battle,
            title: &"Tannenberg, the first day".into(),
            entry: 41,
            entries: 41,
            branch: std::rc::Rc::default(),
            reviewing: false,
            read_only: false,
            composed: 0,
            rules_changed: false,
            viewer: None,
        }
        .render(area, buf),
        "review" => HeaderPane {
            look,
            state,
            battle,
            title: &"Tannenberg, the first day".into(),
            entry: 41,
            entries: 38,
            branch: std::rc::Rc::default(),
            reviewing: true,
            read_only: true,
            composed: 0,
            rules_changed: false,
            viewer: None,
        }
        .render(area, buf),
        "gauges" => {
            GaugesPane { look, state, battle, last: None, before: None, folded: &BTreeSet::new() }.render(area, buf);
        }
        "no battle" => GaugesPane { look, state, battle: None, last: None, before: None, folded: &BTreeSet::new() }
            .render(area, buf),
        "forces" => {
            let rows = forces::rows(state, &BTreeSet::from([Id(21)]));
            let picked = BTreeSet::from([Id(12)]);
            ForcesPane {
                look,
                state,
                rows: &rows,
                figures: &forces::ForceFigures::new(state, None),
                selected: 2,
                picked: &picked,
                changed: &BTreeSet::new(),
                focused: true,
                scroll: 0,
                whereabouts: &[],
            }
            .render(area, buf);
        }
        "square" => SquarePane { look, state, stack: Some(XX_CORPS), edge: None, focused: false }.render(area, buf),
        "no square" => SquarePane { look, state, stack: None, edge: None, focused: true }.render(area, buf),
        "line-up" => LineUpPane { look, state, fought: game.fought(), landed: None }.render(area, buf),
        "falling" => LineUpPane { look, state, fought: game.fought(), landed: Some(5) }.render(area, buf),
        "diary" => {
            DiaryPane { look, entries: &entries(), above: 37, selected: Some(41), focused: true }.render(area, buf);
        }
        "no diary" => DiaryPane { look, entries: &[], above: 0, selected: None, focused: false }.render(area, buf),
        other => panic!("no pane {other}"),
    }
}

pub const PANES: [&str; 11] = [
    "header",
    "review",
    "gauges",
    "no battle",
    "forces",
    "square",
    "no square",
    "line-up",
    "falling",
    "diary",
    "no diary",
];

pub fn drawn(pane: &str, style: &Style, game: &Game, (width, height): (u16, u16)) -> Buffer {
    let area = Rect::new(0, 0, width, height);
    let mut buf = Buffer::empty(area);
    draw(pane, style, game, area, &mut buf);
    buf
}

pub fn rows(buf: &Buffer) -> Vec<String> {
    let width = usize::from(buf.area.width.max(1));
    buf.content.chunks(width).map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect()).collect()
}
