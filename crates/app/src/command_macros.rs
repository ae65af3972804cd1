//! Macros that declare the commands of a component.

/// Declares a list of commands, one row each: id, label, help, availability, action. A trailing `types` marks a command
/// that opens a text line. A row with `=>` takes all but the id from a command declared elsewhere. A row with `@` lists
/// commands of `shared_commands` as they are, each with the id that it has here.
macro_rules! commands {
    (@row $Id:ident, $label:literal, $help:literal, $can:expr, $run:expr) => {
        $crate::component::Command::new($crate::command_id::CommandId::$Id, $label, $help, $can, |component, context| {
            $crate::component::actions_of($run, component, context)
        })
    };
    (@row $Id:ident, $label:literal, $help:literal, $can:expr, $run:expr, types) => {
        $crate::component::Command::with_text_line(commands!(@row $Id, $label, $help, $can, $run))
    };
    (@row $Id:ident => $shared:expr) => {
        $crate::component::Command::with_id($shared, $crate::command_id::CommandId::$Id)
    };
    ($(
        $(@ $($shared:ident $SharedId:ident),+)?
        $($Id:ident $(, $label:literal, $help:literal, $can:expr, $run:expr $(, $types:ident)?)? $(=> $own:expr)?)?
    ;)*) => {
        [$(
            $($(commands!(@row $SharedId => $crate::shared_commands::$shared()),)+)?
            $(commands!(@row $Id $(, $label, $help, $can, $run $(, $types)?)? $(=> $own)?),)?
        )*]
    };
}

/// Declares the list motions of a component by their ids. Label, help and availability are optional.
macro_rules! motions {
    ($($Id:ident $(($label:literal, $help:literal $(, $can:expr)?))?),* $(,)?) => {
        [$(
            $crate::component::Command::motion($crate::command_id::CommandId::$Id)
                $(.with_label($label).with_help($help)$(.available_if($can))?)?
        ,)*]
    };
}
