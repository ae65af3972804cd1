//! The program as a person or another program uses it: its command line, its screens, and its process in a terminal.

mod dice_sides;
mod harness;

mod aftermath;
mod aliases;
mod bad_input;
mod bad_rules;
mod bad_tables;
mod battles;
#[cfg(unix)]
mod bounds;
#[cfg(unix)]
mod broken_off;
mod campaign_screen;
mod campaign_words;
mod cli;
mod clicks;
mod completions;
mod composed;
mod cursor;
mod declared;
mod dice_pane;
mod drawing;
mod enter;
mod every_screen;
#[cfg(unix)]
mod examples;
mod filters;
mod floods;
#[cfg(unix)]
mod following;
mod help;
mod inbox;
mod jumping;
mod key_counts;
#[cfg(unix)]
mod killed;
mod laid_out;
mod long_names;
mod looking_back;
mod luck;
mod mail;
mod map;
mod maps_of_saves;
mod merging;
mod mouse;
mod muster_tables;
mod names;
mod new_campaigns;
mod odds_bounds;
mod odds_screen;
mod order_forms;
mod ordered_before;
mod pages;
mod palette;
mod panes;
mod pasted;
mod pictures;
#[cfg(unix)]
mod plain;
mod plain_text;
mod planted;
mod players;
mod pointing;
mod printed_maps;
mod readme;
mod reasons;
mod records;
mod reference;
mod remarks;
mod report;
mod review_acts;
mod review_samples;
mod review_screen;
mod review_ways;
mod roll_ranks;
mod rulebooks;
mod same_odds;
mod samples;
mod save_copies;
mod screens;
mod search;
mod secrets;
mod settings;
mod shares;
mod sides;
mod sightings;
#[cfg(unix)]
mod signals;
mod spool;
mod start_screen;
#[cfg(unix)]
mod stray_replies;
mod suggest;
mod tables;
#[cfg(unix)]
mod terminal;
#[cfg(unix)]
mod terminal_output;
mod themes;
mod too_small;
mod tree;
mod tutorial;
#[cfg(unix)]
mod two_names;
#[cfg(unix)]
mod unsaved_recovery;
mod view;
#[cfg(unix)]
mod week;
#[cfg(unix)]
mod week_by_mail;
