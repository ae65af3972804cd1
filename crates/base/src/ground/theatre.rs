//! The theatre of a campaign as a file has it: where it is fought over, and who stands where. Source: RULES 7.

use super::NetworkDraft;
use crate::id::{Id, MapId, SideId};
use serde::{Deserialize, Serialize};

/// A theatre as a file has it, unchecked. It is a network or one of the campaign's maps; its places go by their names, and
/// areas of a map by their columns and rows too.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TheatreDraft {
    /// The network that it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub network: Option<NetworkDraft>,
    /// The map that it is, of those of the campaign.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map: Option<MapId>,
    /// Who stands where: stacks, and units that are in none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<(Id, String)>,
    /// The objectives, each with the points that it is worth.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub objectives: Vec<(String, u16)>,
    /// The places from which sides are supplied.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<(SideId, String)>,
}
