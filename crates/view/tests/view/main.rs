//! Panes and their parts.

mod areas;
mod borders;
mod die;
mod draw_line;
mod footer;
mod line_output;
mod measure;
mod plan;
mod scale;
mod screenshot;
mod search;
mod short_name;
mod signs;
mod strip;
mod table_pane;
