// No `//!` here: the test at `mod tables` includes this file.

/// Maps an id; `None` if the side does not know the thing.
pub(crate) type IdMap<'a> = dyn FnMut(u32) -> Option<u32> + 'a;

/// A value that may contain ids.
pub(crate) trait Translate {
    /// Translates all ids in place. Returns `None` if one is unknown; the value is unusable then.
    fn translate(&mut self, ids: &mut IdMap<'_>) -> Option<()>;
}

macro_rules! field {
    ($ids:ident, $field:ident) => {
        $field.translate($ids)?
    };
    // A list of which no item may be missing.
    ($ids:ident, $field:ident whole) => {
        $field.iter_mut().try_for_each(|item| item.translate($ids))?
    };
}

/// Implements [`Translate`] for structs. A row names every field of its struct, in the order of translation.
macro_rules! structs {
    ($($Struct:ty { $($field:ident $(: $whole:ident)?),* })*) => {$(
        impl Translate for $Struct {
            fn translate(&mut self, ids: &mut IdMap<'_>) -> Option<()> {
                let Self { $($field),* } = self;
                $(field!(ids, $field $($whole)?);)*
                Some(())
            }
        }
    )*};
}

/// Implements [`Translate`] for enums. A row names every variant of its enum, with every field. The compiler says of a
/// forgotten field that the pattern requires `..`: name the field instead.
macro_rules! enums {
    ($($Enum:ident {
        $($Variant:ident $({ $($field:ident $(: $whole:ident)?),* })? $(($($part:ident),*))?)*
    })*) => {$(
        impl Translate for $Enum {
            fn translate(&mut self, ids: &mut IdMap<'_>) -> Option<()> {
                match self {
                    $(Self::$Variant $({ $($field),* })? $(($($part),*))? => {
                        $($(field!(ids, $field $($whole)?);)*)?
                        $($(field!(ids, $part);)*)?
                    })*
                }
                Some(())
            }
        }
    )*};
}

/// Implements [`Translate`] for types without ids.
macro_rules! without_ids {
    ($($Type:ty),* $(,)?) => {$(
        impl Translate for $Type {
            fn translate(&mut self, _: &mut IdMap<'_>) -> Option<()> {
                Some(())
            }
        }
    )*};
}

/// The same for types that are too small for an id. One that grows does not compile.
macro_rules! smaller_than_ids {
    ($($Type:ty),* $(,)?) => {
        $(const _: () = assert!(size_of::<$Type>() < size_of::<u32>(), "the type may hold an id");)*
        without_ids! { $($Type),* }
    };
}
