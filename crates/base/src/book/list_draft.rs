//! A named list of a rulebook as a file has it: the whole list, or changes to entries by name.

use crate::{
    fault::Fault,
    text::{self, Text, name_match::position_named},
};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{MapAccess, SeqAccess, Visitor, value::SeqAccessDeserializer},
    ser::SerializeMap as _,
};
use std::{collections::BTreeSet, fmt, marker::PhantomData};

/// An entry of a list that can be changed by its name.
pub trait ListEntry: Clone {
    /// Its fields, each of which may be left out.
    type Changes: Clone;

    /// The field of the list in a rulebook's file.
    const LIST: &'static str;

    /// The noun for an entry: `troop type`.
    const NOUN: &'static str;

    fn name(&self) -> &Text;

    /// An entry with these fields over those of `base`, or a new one of this name. Errors: a field that a new entry
    /// lacks.
    fn changed(base: Option<&Self>, name: &Text, changes: &Self::Changes) -> Result<Self, &'static str>;
}

/// Declares the changes to an entry: first the fields that a new one needs, then the others with their defaults.
macro_rules! list_entry {
    ($Entry:ident, $Changes:ident, $list:literal $noun:literal,
     needs { $($needed:ident: $Needed:ty),* $(,)? } has { $($field:ident: $Type:ty = $default:expr),* $(,)? }) => {
        #[doc = concat!("Fields of a [`", stringify!($Entry), "`]. Omitted fields keep their value.")]
        #[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct $Changes {
            $(#[serde(skip_serializing_if = "Option::is_none")]
            pub $needed: Option<$Needed>,)*
            $(#[serde(
                deserialize_with = "crate::book::settings::deserialize_some",
                serialize_with = "crate::book::settings::serialize_some",
                skip_serializing_if = "Option::is_none"
            )]
            pub $field: Option<$Type>,)*
        }

        impl crate::book::list_draft::ListEntry for $Entry {
            type Changes = $Changes;
            const LIST: &'static str = $list;
            const NOUN: &'static str = $noun;

            fn name(&self) -> &crate::text::Text {
                &self.name
            }

            fn changed(
                base: Option<&Self>,
                name: &crate::text::Text,
                changes: &$Changes,
            ) -> Result<Self, &'static str> {
                Ok(Self {
                    name: base.map_or(name, |base| &base.name).clone(),
                    $($needed: changes.$needed.clone().or_else(|| Some(base?.$needed.clone())).ok_or(stringify!($needed))?,)*
                    $($field: changes.$field.clone().or_else(|| Some(base?.$field.clone())).unwrap_or_else(|| $default),)*
                })
            }
        }
    };
}

/// A list as a file has it: `[(name: "dragoons", strength: 3)]`, or by name `{"dragoons": (strength: 2), "hussars": None}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListDraft<T: ListEntry> {
    Whole(Vec<T>),
    /// Changes to the entries of these names; `None` removes one.
    ByName(Vec<(Text, Option<T::Changes>)>),
}

impl<T: ListEntry> ListDraft<T> {
    pub fn whole(&self) -> Option<&[T]> {
        match self {
            Self::Whole(list) => Some(list),
            Self::ByName(_) => None,
        }
    }

    pub fn is_empty(&self) -> bool {
        match self {
            Self::Whole(list) => list.is_empty(),
            Self::ByName(changes) => changes.is_empty(),
        }
    }

    pub fn retain(&mut self, is_kept: impl Fn(&Text) -> bool) {
        match self {
            Self::Whole(list) => list.retain(|entry| is_kept(entry.name())),
            Self::ByName(changes) => changes.retain(|(name, _)| is_kept(name)),
        }
    }

    /// The list that this makes of `base`. Invalid changes are left out; of two with the same name the first counts.
    pub(super) fn apply_to(&self, base: &[T]) -> Vec<T> {
        let changes = match self {
            Self::Whole(list) => return list.clone(),
            Self::ByName(changes) => changes,
        };
        let mut list = base.to_vec();
        let mut laid: BTreeSet<Text> = BTreeSet::new();
        for (name, changes) in changes.iter().filter(|(name, _)| laid.insert(name.to_lowercase())) {
            let at = position_named(list.iter().map(T::name), name);
            let Some(changes) = changes else {
                at.map(|at| list.remove(at));
                continue;
            };
            match (at, T::changed(at.map(|at| &list[at]), name, changes)) {
                (Some(at), Ok(changed)) => list[at] = changed,
                (None, Ok(new)) => list.push(new),
                (_, Err(_)) => {}
            }
        }
        list
    }

    /// Faults of the names: repeated ones, and unknown ones that make no new entry.
    pub(super) fn faults(&self, base: &[T]) -> Vec<Fault> {
        let Self::ByName(changes) = self else { return Vec::new() };
        let mut faults = Vec::new();
        let names: Vec<&Text> = base.iter().map(T::name).collect();
        for (at, (name, changes_of)) in changes.iter().enumerate() {
            let path = format!("{}.{at}", T::LIST);
            let (noun, shown) = (T::NOUN, name.as_name());
            let is_known = position_named(names.iter().copied(), name).is_some();
            if changes[..at].iter().any(|(other, _)| other.eq_ignore_case(name)) {
                faults.push(Fault::at(path, format!("duplicate {noun} “{shown}”")));
                continue;
            }
            let missing = changes_of.as_ref().map(|changes| T::changed(None, name, changes).err());
            let what = match missing {
                _ if is_known => continue,
                Some(None) => continue,
                None => format!("there is no {noun} “{shown}” to remove"),
                Some(Some(field)) => format!("there is no {noun} “{shown}” to change, and a new one needs `{field}`"),
            };
            faults.push(Fault::at(path, what).with_hint(match text::nearest(name, names.iter().copied()) {
                Some(near) => format!("did you mean “{near}”?"),
                None => format!("available: {}", text::list(&names)),
            }));
        }
        faults
    }

    /// Moves a fault of the resulting list to where the file changes that entry, or to the list if it does not.
    pub(super) fn place_fault(&self, made: &[T], mut fault: Fault) -> Fault {
        let Self::ByName(changes) = self else { return fault };
        let index = match &fault.path[..] {
            [list, index, ..] if list == T::LIST => index.parse::<usize>().ok(),
            _ => None,
        };
        let Some(entry) = index.and_then(|index| made.get(index)) else { return fault };
        if let Some(at) = changes.iter().position(|(name, _)| name.eq_ignore_case(entry.name())) {
            fault.path[1] = at.to_string();
        } else {
            fault.path.truncate(1);
            fault.reason = format!("{}: {}", entry.name().as_name(), fault.reason);
        }
        fault
    }
}

impl<T: ListEntry + Serialize> Serialize for ListDraft<T>
where
    T::Changes: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Whole(list) => list.serialize(serializer),
            Self::ByName(changes) => {
                let mut map = serializer.serialize_map(Some(changes.len()))?;
                for (name, changes) in changes {
                    map.serialize_entry(name, changes)?;
                }
                map.end()
            }
        }
    }
}

impl<'de, T: ListEntry + Deserialize<'de>> Deserialize<'de> for ListDraft<T>
where
    T::Changes: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct EitherForm<T>(PhantomData<T>);

        impl<'de, T: ListEntry + Deserialize<'de>> Visitor<'de> for EitherForm<T>
        where
            T::Changes: Deserialize<'de>,
        {
            type Value = ListDraft<T>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                write!(f, "a list `[…]`, or changes by name `{{\"…\": (…)}}`")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Self::Value, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(list)).map(ListDraft::Whole)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut changes = Vec::new();
                while let Some(change) = map.next_entry::<Text, Option<T::Changes>>()? {
                    changes.push(change);
                }
                Ok(ListDraft::ByName(changes))
            }
        }

        deserializer.deserialize_any(EitherForm(PhantomData))
    }
}
