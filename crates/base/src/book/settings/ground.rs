//! The settings of the ground: terrain, edges, and how units are placed on it. Source: RULES 4.4, 4.5.

use crate::{
    document::{is_default, is_number, number},
    fault::Fault,
    text::{self, Raw, Text},
};
use serde::{Deserialize, Serialize};

/// Maximum of any cost or bonus, in areas.
const MAX_AREAS: u8 = 20;

/// A kind of terrain. Source: RULES 4.4, 4.5.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    pub name: Text,
    #[serde(default, skip_serializing_if = "is_default")]
    pub cover: bool,
    /// Whether it blocks lines of sight through it. By default, terrain with cover does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocks: Option<bool>,
    /// Cost to enter, in areas of a unit's move, 1 to 20.
    #[serde(default = "number::<1>", skip_serializing_if = "is_number::<1>")]
    pub enter: u8,
    /// Troop types that may enter it only by road.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forbids: Vec<Text>,
    /// If not empty, all other troop types may enter it only by road.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<Text>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub but: Vec<TerrainFor>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub look: TerrainLook,
}

/// Exceptions of a terrain for some troop types.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainFor {
    pub troops: Vec<Text>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enter: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cover: Option<bool>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum TerrainLook {
    #[default]
    Open,
    Fields,
    Woods,
    Buildings,
    Fortification,
    Hills,
    /// Rocks, scrub and other broken ground.
    Rough,
    Marsh,
    Sand,
    Water,
}

impl Terrain {
    pub fn blocks_sight(&self) -> bool {
        self.blocks.unwrap_or(self.cover)
    }

    fn exception_for<T>(&self, kind: &(impl Raw + ?Sized), of: impl Fn(&TerrainFor) -> Option<T>) -> Option<T> {
        self.but.iter().filter(|but| is_among(&but.troops, kind)).find_map(of)
    }

    /// Cost for a troop type to enter, roads and edges aside; `None` if it may not.
    pub fn cost_for(&self, kind: &(impl Raw + ?Sized)) -> Option<u8> {
        may_enter(&self.forbids, &self.only, kind)
            .then(|| self.exception_for(kind, |but| but.enter).unwrap_or(self.enter))
    }

    pub fn covers(&self, kind: &(impl Raw + ?Sized)) -> bool {
        self.exception_for(kind, |but| but.cover).unwrap_or(self.cover)
    }
}

/// Something that can lie on the edge between two areas. Source: RULES 4.4.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EdgeKind {
    pub name: Text,
    /// Additional cost to cross it where there is no road, in areas, 0 to 20.
    #[serde(default, skip_serializing_if = "is_default")]
    pub cost: u8,
    /// Troop types that may not cross it without a road.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forbids: Vec<Text>,
    /// If not empty, the only troop types that may cross it without a road.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<Text>,
    /// Whether a unit attacked across it, from the other side, is in cover.
    #[serde(default, skip_serializing_if = "is_default")]
    pub cover: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub look: EdgeLook,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum EdgeLook {
    #[default]
    Water,
    Stream,
    Wall,
    Hedge,
    /// A bank, a cliff or a ditch.
    Bank,
}

impl EdgeKind {
    /// Additional cost for a troop type to cross it without a road; `None` if it may not.
    pub fn cost_for(&self, kind: &(impl Raw + ?Sized)) -> Option<u8> {
        may_enter(&self.forbids, &self.only, kind).then_some(self.cost)
    }
}

/// How many units of a side can be in one area. Source: RULES 4.4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stacking {
    /// One unit, plus transport and Generals.
    One,
    /// One stack, which counts as one unit, with at most this many units.
    Stack(u16),
}

settings! {
    /// The ground of battles with a map. Source: RULES 4.4, 4.5.
    GroundRules, GroundRulesDraft {
        /// The kinds of terrain, each `(name: "woods", cover: true, blocks: true, enter: 1, forbids: ["artillery"],
        /// but: [(troops: ["mounted cavalry"], enter: 2)], look: Woods)`. Terrain with cover blocks sight unless `blocks` says otherwise.
        terrain: Vec<Terrain> = source_terrain(),
        /// The kinds of edges between areas, each `(name: "river", cost: 1, forbids: ["artillery"], cover: false, look:
        /// Water)`. A road across it bridges it.
        edges: Vec<EdgeKind> = Vec::new(),
        /// The cost of entering an area by road, whatever its terrain, in areas of a unit's move, 1 to 20.
        road: u8 = 1,
        /// How many more areas a unit may move if it stays on roads all the way, 0 to 20.
        road_bonus: u8 = 0,
        /// How many units of a side may stand in one area: `One`, with transport and Generals; or `Stack(8)`, one stack of at most that many.
        stacking: Stacking = Stacking::One,
        /// The maximum distance at which two sides can open a SCRUD combat, in areas; 1 means adjacent. `None` leaves it to the players.
        reach: Option<u8> = None,
    }
}

/// The terrain of RULES 4.5: its kinds of cover, and open ground.
fn source_terrain() -> Vec<Terrain> {
    let terrain = |name: &str, look| Terrain { name: name.into(), enter: 1, look, ..Terrain::default() };
    let cover = |name, look| Terrain { cover: true, ..terrain(name, look) };
    vec![
        terrain("open", TerrainLook::Open),
        cover("woods", TerrainLook::Woods),
        cover("built-up", TerrainLook::Buildings),
        cover("fortification", TerrainLook::Fortification),
    ]
}

impl GroundRules {
    pub fn terrain(&self, name: &Text) -> Option<&Terrain> {
        self.terrain.iter().find(|terrain| terrain.name.eq_ignore_case(name))
    }

    pub fn edge(&self, name: &Text) -> Option<&EdgeKind> {
        self.edges.iter().find(|edge| edge.name.eq_ignore_case(name))
    }

    pub(in crate::book) fn named_troops(&self) -> Vec<(String, &Text)> {
        let mut lists: Vec<(String, &[Text])> = Vec::new();
        for (i, terrain) in self.terrain.iter().enumerate() {
            lists.push((format!("terrain.{i}.forbids"), &terrain.forbids));
            lists.push((format!("terrain.{i}.only"), &terrain.only));
            let but = terrain.but.iter().enumerate();
            lists.extend(but.map(|(n, but)| (format!("terrain.{i}.but.{n}.troops"), but.troops.as_slice())));
        }
        for (i, edge) in self.edges.iter().enumerate() {
            lists.push((format!("edges.{i}.forbids"), &edge.forbids));
            lists.push((format!("edges.{i}.only"), &edge.only));
        }
        let mut named = Vec::new();
        for (at, names) in lists {
            named.extend(names.iter().enumerate().map(|(n, name)| (format!("{at}.{n}"), name)));
        }
        named
    }

    pub(in crate::book) fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        if self.terrain.is_empty() {
            let fault = Fault::at("terrain", "a rulebook needs at least one kind of terrain");
            faults.push(fault.with_hint("`(name: \"open\")`"));
        }
        for (i, terrain) in self.terrain.iter().enumerate() {
            let before = self.terrain[..i].iter().map(|terrain| &terrain.name);
            faults.extend(fault_of_kind(&terrain.name, before, &format!("terrain.{i}.name"), "terrain"));
            let others = terrain.but.iter().enumerate();
            let others = others.filter_map(|(n, but)| Some((format!("terrain.{i}.but.{n}.enter"), but.enter?)));
            for (at, cost) in std::iter::once((format!("terrain.{i}.enter"), terrain.enter)).chain(others) {
                if !(1..=MAX_AREAS).contains(&cost) {
                    let what = format!("entering an area must cost 1 to {MAX_AREAS} areas of a move, not {cost}");
                    faults.push(Fault::at(at, what).with_hint("to bar troop types completely, list them in `forbids`"));
                }
            }
        }
        for (i, edge) in self.edges.iter().enumerate() {
            let before = self.edges[..i].iter().map(|edge| &edge.name);
            faults.extend(fault_of_kind(&edge.name, before, &format!("edges.{i}.name"), "kind of edge"));
            if edge.cost > MAX_AREAS {
                let what = format!("crossing an edge must cost 0 to {MAX_AREAS} areas of a move, not {}", edge.cost);
                faults.push(Fault::at(format!("edges.{i}.cost"), what));
            }
        }
        if !(1..=MAX_AREAS).contains(&self.road) {
            let what =
                format!("entering an area by road must cost 1 to {MAX_AREAS} areas of a move, not {}", self.road);
            faults.push(Fault::at("road", what));
        }
        if self.road_bonus > MAX_AREAS {
            let what = format!("roads must add 0 to {MAX_AREAS} areas to a move, not {}", self.road_bonus);
            faults.push(Fault::at("road_bonus", what));
        }
        if self.stacking == Stacking::Stack(0) {
            faults
                .push(Fault::at("stacking", "a stack holds at least one unit").with_hint("write `Stack(8)` or `One`"));
        }
        if self.reach == Some(0) {
            let fault = Fault::at("reach", "enemies are never in the same area, so no unit could fight");
            faults.push(fault.with_hint("1 means adjacent areas, `None` leaves it to the players"));
        }
        faults
    }
}

fn fault_of_kind<'a>(name: &Text, before: impl Iterator<Item = &'a Text>, at: &str, what: &str) -> Option<Fault> {
    if let Some(fault) = text::name_fault(name) {
        return Some(Fault::at(at, fault));
    }
    let mut before = before;
    let again = before.any(|other| other.eq_ignore_case(name));
    again.then(|| Fault::at(at, format!("duplicate {what} “{}”", name.as_name())))
}

fn is_among(names: &[Text], name: &(impl Raw + ?Sized)) -> bool {
    names.iter().any(|other| other.eq_ignore_case(name))
}

fn may_enter(forbids: &[Text], only: &[Text], kind: &(impl Raw + ?Sized)) -> bool {
    !is_among(forbids, kind) && (only.is_empty() || is_among(only, kind))
}
