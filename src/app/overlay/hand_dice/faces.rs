//! The faces that are typed in, one by one.

use crate::{
    dice::{
        DiceError, DiceRoll, Face, Request, RequestedDie,
        source::{ByHand, DiceSource, Seeded},
    },
    text,
};

/// The faces typed for a request.
#[derive(Clone, Debug)]
pub(crate) struct Faces {
    /// What is asked for.
    pub request: Request,
    dice: Vec<Option<Face>>,
    at: usize,
    /// The digits of a face of more than one, so far.
    pending: String,
    /// What was wrong with the last key.
    pub fault: Option<String>,
    /// Whether the last key was to break the order off, though faces were typed.
    leaving: bool,
}

impl Faces {
    /// Nothing typed yet.
    #[must_use]
    pub fn new(request: Request) -> Self {
        let dice = vec![None; request.dice.len()];
        Self { request, dice, at: 0, pending: String::new(), fault: None, leaving: false }
    }

    /// What each die shows: its face, or the digits typed so far.
    pub fn typed(&self) -> impl Iterator<Item = String> + '_ {
        self.dice.iter().enumerate().map(|(at, face)| match face {
            _ if at == self.at && !self.pending.is_empty() => self.pending.clone(),
            Some(face) => face.to_string(),
            None => String::new(),
        })
    }

    /// The die that the next digit is for.
    #[must_use]
    pub fn at(&self) -> usize {
        self.at
    }

    fn wanted(&self) -> Option<&RequestedDie> {
        self.request.dice.get(self.at)
    }

    /// A digit: the focus jumps on as soon as no further digit could belong to the face. A face that is not on the die
    /// is refused at once.
    pub fn digit(&mut self, digit: char) {
        let Some(wanted) = self.wanted().copied() else { return };
        self.go_on();
        let typed = format!("{}{digit}", self.pending);
        let (least, most) = wanted.range();
        let face: Option<Face> = typed.parse().ok();
        // A face is not written with a nought before it, but a nought may be a face of a specialist die.
        let leads = !typed.starts_with('0');
        let could_grow =
            leads && (0..=9).any(|d| format!("{typed}{d}").parse().is_ok_and(|face: Face| wanted.takes(face)));
        match face.filter(|face| wanted.takes(*face)) {
            Some(_) if could_grow => self.pending = typed,
            Some(face) => self.put(face),
            None if could_grow => self.pending = typed,
            None => {
                self.fault = Some(format!("a {} has no {typed}: its faces are {least} to {most}", wanted.die));
                self.pending.clear();
            }
        }
    }

    /// Not a digit.
    pub fn refuse(&mut self, c: char) {
        self.fault = Some(format!("a face is a number; `{}` is none", text::shown(c)));
    }

    /// Pasted faces, from this die on, with anything but letters between them. The first that can't be is the last that
    /// is looked at, or all that follow would be other dice's; what is left out is said.
    pub fn paste(&mut self, pasted: &str) {
        let mut rest = pasted.chars();
        while let Some(c) = rest.next() {
            let is_last = self.at + 1 >= self.dice.len();
            let ends_a_face = !self.pending.is_empty() && !c.is_ascii_digit();
            if c.is_ascii_digit() {
                self.digit(c);
            } else if c.is_alphabetic() {
                self.refuse(c);
            } else if ends_a_face {
                self.go(1);
            }
            let is_full = is_last && self.pending.is_empty() && (ends_a_face || c.is_ascii_digit());
            if self.fault.is_some() || is_full {
                let left_out = rest.filter(char::is_ascii_digit).count();
                self.leave_out(left_out);
                return;
            }
        }
    }

    /// Says that so many pasted digits are left out.
    fn leave_out(&mut self, digits: usize) {
        if digits == 0 {
            return;
        }
        let many = |one: &str, more: &str| if digits == 1 { one.to_string() } else { format!("{digits} {more}") };
        self.fault = Some(if let Some(fault) = self.fault.take() {
            let left_out = many("digit pasted after it is", "digits pasted after it are");
            format!("{fault}; the {left_out} left out")
        } else {
            let left_out = many("digit that was pasted is", "digits that were pasted are");
            format!("there are no more dice: the last {left_out} left out")
        });
    }

    fn put(&mut self, face: Face) {
        if let Some(place) = self.dice.get_mut(self.at) {
            *place = Some(face);
        }
        self.pending.clear();
        self.at = (self.at + 1).min(self.dice.len().saturating_sub(1));
    }

    /// Takes pending digits for what they are.
    fn settle(&mut self) {
        let Some(wanted) = self.wanted().copied() else { return };
        if let Some(face) = self.pending.parse().ok().filter(|face| wanted.takes(*face)) {
            let at = self.at;
            self.put(face);
            self.at = at;
        }
        self.pending.clear();
    }

    /// To another die.
    pub fn go(&mut self, by: isize) {
        self.settle();
        self.at = self.at.saturating_add_signed(by).min(self.dice.len().saturating_sub(1));
        self.go_on();
    }

    /// To a die.
    pub(crate) fn go_to(&mut self, at: usize) {
        self.settle();
        self.at = at.min(self.dice.len().saturating_sub(1));
        self.go_on();
    }

    /// Blanks the die, or the one before it where it is blank.
    pub fn erase(&mut self) {
        if !self.pending.is_empty() {
            self.pending.clear();
        } else if self.dice.get(self.at).copied().flatten().is_some() {
            self.dice[self.at] = None;
        } else if self.at > 0 {
            self.at -= 1;
            self.dice[self.at] = None;
        }
        self.go_on();
    }

    /// Whether the order may be broken off now: where faces were typed that would be lost, it must be asked for twice.
    pub(crate) fn may_leave(&mut self) -> bool {
        let typed = self.dice.iter().flatten().count() + usize::from(!self.pending.is_empty());
        if typed == 0 || self.leaving {
            return true;
        }
        self.leaving = true;
        let faces = text::count(typed, "face is", "faces are");
        self.fault = Some(format!("once more to break off: {faces} typed, and would be lost"));
        false
    }

    /// What was said of the last key is over.
    fn go_on(&mut self) {
        self.fault = None;
        self.leaving = false;
    }

    /// The dice as they lie now, the blanks rolled by the program.
    ///
    /// # Errors
    /// A face that is not on its die.
    pub fn finish(&mut self, program: &mut Seeded) -> Result<DiceRoll, DiceError> {
        self.settle();
        ByHand { faces: &self.dice, rest: program }.answer(&self.request)
    }
}
