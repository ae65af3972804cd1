//! A fraction between 0 and 1.

use serde::{Deserialize, Serialize};

/// A share between 0 and 1, written as a decimal and stored in hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Share(u8);

impl Share {
    pub const WHOLE: Self = Self(100);

    pub const NONE: Self = Self(0);

    /// This share of a number, rounded up.
    pub fn portion_of(self, number: u32) -> u32 {
        let share = (u64::from(number) * u64::from(self.0)).div_ceil(100);
        u32::try_from(share).expect("no more than the number")
    }

    /// Multiplies this share of `allowance` by `now` ÷ `start` and leaves the rest, rounded up. Source: RULES 1.
    pub fn scale(self, allowance: u32, now: u32, start: u32) -> u32 {
        let start = start.max(1);
        let share = u64::from(self.0);
        let whole = u64::from(allowance) * ((100 - share) * u64::from(start) + share * u64::from(now.min(start)));
        u32::try_from(whole.div_ceil(100 * u64::from(start))).unwrap_or(allowance)
    }
}

impl TryFrom<f64> for Share {
    type Error = String;
    fn try_from(share: f64) -> Result<Self, String> {
        let hundredths = share * 100.0;
        if !(0.0..=100.0).contains(&hundredths) || (hundredths - hundredths.round()).abs() > 1e-9 {
            return Err(format!("a share must be 0 to 1 with at most two decimals, not {share}"));
        }
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked to be 0 to 100")]
        Ok(Self(hundredths.round() as u8))
    }
}

impl From<Share> for f64 {
    fn from(share: Share) -> Self {
        f64::from(share.0) / 100.0
    }
}
