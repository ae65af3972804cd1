//! Macros that declare the commands of a component.

/// Declares a list of commands, one row each: name, label, help, condition, action. A trailing `types` marks a command
/// that opens a text line. A row that starts with `=>` includes a command declared elsewhere.
macro_rules! commands {
    (@row $name:literal, $label:literal, $help:literal, $can:expr, $run:expr) => {
        $crate::component::Command::new($name, $label, $help, $can, $run)
    };
    (@row $name:literal, $label:literal, $help:literal, $can:expr, $run:expr, types) => {
        $crate::component::Command::types(commands!(@row $name, $label, $help, $can, $run))
    };
    ($($($name:literal, $label:literal, $help:literal, $can:expr, $run:expr $(, $types:ident)?)? $(=> $shared:expr)?;)*) => {
        [$($(commands!(@row $name, $label, $help, $can, $run $(, $types)?))? $($shared)?,)*]
    };
}
/// Declares the list motions of a component. Names start with the given prefix. Label, help and condition are optional.
macro_rules! motions {
    ($prefix:literal: $($motion:ident $(($label:literal, $help:literal $(, $can:expr)?))?),* $(,)?) => {
        [$($crate::component::Command::motion(
            $crate::motion::Motion::$motion,
            $crate::command::Info {
                name: concat!($prefix, motions!(@name $motion)),
                label: motions!(@label $($label)?),
                help: motions!(@help $motion $($help)?),
                types: false,
                moves: true,
            },
        )$($(.only($can))?)?,)*]
    };
    (@name Up) => { "up" };
    (@name Down) => { "down" };
    (@name PageUp) => { "page-up" };
    (@name PageDown) => { "page-down" };
    (@name Top) => { "top" };
    (@name Bottom) => { "bottom" };
    (@label) => { "" };
    (@label $label:literal) => { $label };
    (@help $motion:ident $help:literal) => { $help };
    (@help Up) => { "up" };
    (@help Down) => { "down" };
    (@help PageUp) => { "a page up" };
    (@help PageDown) => { "a page down" };
    (@help Top) => { "to the top" };
    (@help Bottom) => { "to the bottom" };
}
