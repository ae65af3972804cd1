//! The normal distribution and χ².

use statrs::distribution::{ChiSquared, ContinuousCDF as _, Normal};

/// Φ(z): the standard normal distribution function.
pub(super) fn cdf(z: f64) -> f64 {
    Normal::standard().cdf(z)
}

/// Φ⁻¹(u), for u above 0 and below 1.
pub(super) fn inverse(u: f64) -> f64 {
    Normal::standard().inverse_cdf(u)
}

/// The probability that χ² with this many degrees of freedom is at least `sum`.
pub(super) fn chi_squared_tail(freedom: u8, sum: f64) -> f64 {
    ChiSquared::new(f64::from(freedom)).map_or(1.0, |distribution| distribution.sf(sum))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_of_any_textbook() {
        for (z, p) in [(0.0, 0.5), (1.0, 0.841_344_746), (1.959_963_985, 0.975), (-2.326_347_874, 0.01)] {
            assert!((cdf(z) - p).abs() < 1e-9 && (inverse(p) - z).abs() < 1e-7, "{z}");
        }
        for (freedom, sum, p) in [(5, 11.070, 0.05), (5, 15.086, 0.01), (19, 30.144, 0.05)] {
            assert!((chi_squared_tail(freedom, sum) - p).abs() < 1e-5, "{freedom}");
        }
    }
}
