//! Getting about: panes, rows, folds, the past, finding.

use super::{Way, orders::open_line, with};
use crate::{
    app::{
        Effect,
        compose::Line,
        model::{Campaign, Focus, Model},
        notice::Notice,
    },
    diary::EntryNo,
    id::BattleId,
    order::Edge,
    state::Kind,
    text,
};

const PAGE: isize = 10;

/// The panes in their order.
const PANES: [Focus; 2] = [Focus::Forces, Focus::Diary];

impl Way {
    /// From a place in a list of so many to another.
    #[must_use]
    pub fn step(self, at: usize, len: usize) -> usize {
        let last = len.saturating_sub(1);
        match self {
            Self::Up => at.saturating_sub(1),
            Self::Down => (at + 1).min(last),
            Self::PageUp => at.saturating_add_signed(-PAGE),
            Self::PageDown => at.saturating_add_signed(PAGE).min(last),
            Self::Top => 0,
            Self::Bottom => last,
        }
    }
}

/// To another pane.
pub fn turn_focus(model: &mut Model, by: isize) -> Vec<Effect> {
    with(model, |campaign| {
        let at = PANES.iter().position(|f| *f == campaign.focus).unwrap_or(0);
        campaign.focus = PANES[(at + PANES.len()).saturating_add_signed(by) % PANES.len()];
        Vec::new()
    })
}

/// Up or down in the pane that has the keys. In the diary that is a step in time: every pane shows how it was then.
pub fn go(model: &mut Model, way: Way) -> Vec<Effect> {
    with(model, |campaign| {
        match campaign.focus {
            Focus::Forces => campaign.selected = way.step(campaign.selected, campaign.rows().len()),
            Focus::Diary => {
                let places = campaign.session.save.diary().path().len() + 1;
                let at = way.step(place_of(campaign, campaign.session.entry()), places);
                let no = if at == 0 { 0 } else { campaign.session.save.diary().path()[at - 1] };
                campaign.session.look_at(no);
            }
        }
        Vec::new()
    })
}

/// The place of an entry on the way from the muster (0) to the head.
#[must_use]
pub fn place_of(campaign: &Campaign, no: EntryNo) -> usize {
    if no == 0 { 0 } else { campaign.session.save.diary().path().binary_search(&no).map_or(0, |at| at + 1) }
}

/// Picks or drops what is chosen.
pub fn pick(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| {
        if let Some(row) = campaign.chosen().filter(|row| row.kind != Kind::Side)
            && !campaign.picked.remove(&row.id)
        {
            campaign.picked.insert(row.id);
        }
        campaign.selected = (campaign.selected + 1).min(campaign.rows().len().saturating_sub(1));
        Vec::new()
    })
}

/// Folds up, or goes to what it belongs to.
pub fn fold(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| {
        let rows = campaign.rows();
        let Some(row) = rows.get(campaign.selected) else { return Vec::new() };
        if row.open == Some(true) {
            campaign.closed.insert(row.id);
        } else {
            let parent = rows[..campaign.selected].iter().rposition(|r| r.depth < row.depth);
            campaign.selected = parent.unwrap_or(campaign.selected);
        }
        Vec::new()
    })
}

/// Unfolds, or steps in.
pub fn unfold(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| {
        let Some(row) = campaign.chosen() else { return Vec::new() };
        if row.open == Some(false) {
            campaign.closed.remove(&row.id);
        } else if row.open == Some(true) {
            campaign.selected = (campaign.selected + 1).min(campaign.rows().len().saturating_sub(1));
        }
        Vec::new()
    })
}

/// To the next battle that is under way.
pub fn next_battle(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| {
        let open: Vec<BattleId> = campaign.session.state().open_battles().map(|b| b.id).collect();
        let at = open.iter().position(|b| Some(*b) == campaign.battle).map_or(0, |at| at + 1);
        campaign.battle = open.get(at % open.len().max(1)).copied();
        Vec::new()
    })
}

/// The next Edge from which the Square shows the order of loss; after the last, none.
pub fn next_edge(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| {
        campaign.edge = match campaign.edge {
            None => Some(Edge::ALL[0]),
            Some(edge) => Edge::ALL.into_iter().skip_while(|e| *e != edge).nth(1),
        };
        Vec::new()
    })
}

/// One step back: out of the past, the picks, the pane. Never out of the program.
pub fn back(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| {
        if campaign.session.review.is_some() {
            campaign.session.look_at(campaign.session.save.diary().head());
        } else if !campaign.picked.is_empty() {
            campaign.picked.clear();
        } else {
            campaign.focus = Focus::Forces;
        }
        Vec::new()
    })
}

/// A line for what is to be found.
pub fn find(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| {
        open_line(campaign, Line::Find, String::new());
        Vec::new()
    })
}

/// The next that is found, further back.
pub fn find_next(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| search(campaign, true))
}

/// Looks for the words in the entries before the one that is looked at (or with it), newest first, then from the end.
pub(super) fn search(campaign: &mut Campaign, further: bool) -> Vec<Effect> {
    let wanted = campaign.search.to_lowercase();
    if wanted.is_empty() {
        return Vec::new();
    }
    let at = place_of(campaign, campaign.session.entry());
    let many = campaign.session.save.diary().path().len();
    let from = if further { at.saturating_sub(1) } else { many };
    let order = (0..from).rev().chain((from..many).rev());
    for place in order.collect::<Vec<_>>() {
        let told = campaign.session.tell(place, 1);
        let hit = told.iter().any(|e| {
            e.headline.to_lowercase().contains(&wanted)
                || e.sentences.iter().any(|s| s.to_lowercase().contains(&wanted))
        });
        if hit {
            let no = campaign.session.save.diary().path()[place];
            campaign.focus = Focus::Diary;
            campaign.session.look_at(no);
            campaign.session.notice =
                Some(Notice::good(format!("entry {no}; further back with N, back to now with Esc")));
            return Vec::new();
        }
    }
    campaign.session.notice =
        Some(Notice::bad(format!("nothing in the diary says “{}”", text::presentable(&campaign.search))));
    Vec::new()
}
