//! The screens: each in a file or folder of its own, with its state, commands, drawing and hit regions. A screen knows
//! the [`Session`](super::session::Session), never the whole model nor another screen.
//!
//! A new screen costs its own file, declared here, and a line in the list of [`screens!`]. With the line come its
//! [`ScreenName`], the command that leads to it from every other screen, and its groups in the keymap and the help.

pub mod battle;
pub mod campaign;
pub mod drawing;
pub mod luck;
pub mod map;
pub mod menu;
pub mod odds;
pub mod review;
pub mod service;

use super::command::Info;

/// The list of the screens of a session, the first first: name, type, and the command that leads to it. It is handed
/// to the macro `$with`.
macro_rules! screens {
    ($with:ident) => {
        $with! {
            Battle: BattleScreen in battle, "odds-battle", "battle", "to the battle";
            Map: MapScreen in map, "map", "map", "the Map screen: the ground, who stands on it, orders by pointing";
            Review: ReviewScreen in review, "review", "review", "the Review screen: the diary read again, entry by entry";
            Odds: OddsScreen in odds, "odds", "odds", "the Odds screen: any roll, and what would change it";
            Campaign: CampaignScreen in campaign, "campaign", "campaign", "the Campaign screen: the calendar, the forces, the battles and their results";
            Luck: LuckScreen in luck, "luck", "luck", "the Luck screen: what the dice gave, beside what they could have given";
            Service: ServiceScreen in service, "service", "records", "the service records: what became of each unit, battle by battle";
        }
    };
}
macro_rules! names {
    ($($name:ident: $type:ident in $module:ident, $command:literal, $label:literal, $help:literal;)*) => {
        /// The name of a screen.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum ScreenName {
            $(#[doc = $help] $name,)*
        }

        impl ScreenName {
            /// All there are.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The command that leads to it.
            #[must_use]
            pub const fn info(self) -> Info {
                match self {
                    $(Self::$name => Info { name: $command, label: $label, help: $help, types: false, moves: false },)*
                }
            }
        }
    };
}
screens!(names);
