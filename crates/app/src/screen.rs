//! The screens. Each has its own file or folder, with its state, commands, drawing and hit regions. A screen knows the
//! [`Session`](super::session::Session), never the whole model or another screen.
//!
//! To add a screen, write its file, declare it here, and add a line to the list in `screens!`. That line creates its
//! [`ScreenName`], and its groups in the keymap and the help. It names the command that opens the screen from every
//! other screen, which is a row of the table in [`command_id`](super::command_id).

pub mod battle;
pub mod campaign;
pub mod drawing;
pub mod luck;
pub mod map;
pub mod odds;
pub mod review;
pub mod service;
pub mod start;

use super::{command::CommandSpec, command_id::CommandId};

/// Lists the screens of a session in order, each as name, type, and the command that opens it, and passes the list to
/// the macro `$with`.
macro_rules! screens {
    ($with:ident) => {
        $with! {
            Battle: BattleScreen in battle, OddsBattle, "battle", "to the battle";
            Map: MapScreen in map, Map, "map", "the Map screen: the ground, the units on it, orders by pointing";
            Review: ReviewScreen in review, Review, "review", "the Review screen: the diary, entry by entry";
            Odds: OddsScreen in odds, Odds, "odds", "the Odds screen: the odds of any roll, and how changes affect them";
            Campaign: CampaignScreen in campaign, Campaign, "campaign", "the Campaign screen: the calendar, the forces, the battles and their results";
            Luck: LuckScreen in luck, Luck, "luck", "the Luck screen: the rolls of each side, compared with their expectation";
            Service: ServiceScreen in service, Service, "records", "the service records: each unit, battle by battle";
        }
    };
}
macro_rules! names {
    ($($name:ident: $type:ident in $module:ident, $Command:ident, $label:literal, $help:literal;)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum ScreenName {
            $(#[doc = $help] $name,)*
        }

        impl ScreenName {
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            pub const fn command_spec(self) -> CommandSpec {
                match self {
                    $(Self::$name => CommandSpec { id: CommandId::$Command, label: $label, help: $help, opens_text_line: false },)*
                }
            }
        }
    };
}
screens!(names);
