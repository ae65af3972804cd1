//! The normal distribution and χ².

use statrs::distribution::{ChiSquared, ContinuousCDF as _, Normal};

/// Φ(z): the standard normal distribution function.
pub fn cdf(z: f64) -> f64 {
    Normal::standard().cdf(z)
}

/// Φ⁻¹(u), for u above 0 and below 1.
pub fn inverse(u: f64) -> f64 {
    Normal::standard().inverse_cdf(u)
}

/// The probability that χ² with this many degrees of freedom is at least `sum`.
pub fn chi_squared_tail(freedom: u8, sum: f64) -> f64 {
    ChiSquared::new(f64::from(freedom)).map_or(1.0, |distribution| distribution.sf(sum))
}
