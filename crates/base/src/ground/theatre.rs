//! A campaign's theatre as a file stores it: its map or network, and who is where. Source: RULES 7.

use super::NetworkDraft;
use crate::id::{Id, MapId, SideId};
use serde::{Deserialize, Serialize};

/// A theatre as a file stores it, unchecked. It is a network or one of the campaign's maps. Places go by name; areas of
/// a map also by column and row.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TheatreDraft {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub network: Option<NetworkDraft>,
    /// One of the campaign's maps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map: Option<MapId>,
    /// The places of stacks, and of units that are in none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<(Id, String)>,
    /// Objectives, each with its points.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub objectives: Vec<(String, u16)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<(SideId, String)>,
}
