//! How components declare their commands.

/// A list of commands, a row each: name, label, help, when it can be done, what it does; and `types` where a line opens with
/// it that text is typed into. A row that begins with `=>` is a command that is declared elsewhere.
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
/// The motions of a component, which are declared here once: their names begin with the component's prefix; where they
/// mean something more particular to it, label and help follow, and where it is not always possible, when it is.
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
