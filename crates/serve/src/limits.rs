//! Limits for each client, so that one can't keep out the others.

use std::{
    collections::BTreeMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};
use wardiary_base::id::SideId;

/// Maximum number of connections of one client. All players may come through one proxy.
const MAX_OPEN: usize = 256;
/// Maximum number of clients that are remembered.
const MAX_CLIENTS: usize = 4096;
/// How fast a client may connect. Each connection carries one request.
const CONNECTIONS: Rate = Rate { interval: Duration::from_millis(10), burst: 600 };
/// How fast a side may hand in orders.
const ORDERS: Rate = Rate { interval: Duration::from_secs(2), burst: 30 };

/// This many at once, then one in each interval.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    pub interval: Duration,
    pub burst: u32,
}

impl Rate {
    /// Whether one more is allowed now. `next` is when all before it are used up at this rate.
    pub fn allows(self, next: &mut Instant, now: Instant) -> bool {
        let from = (*next).max(now);
        let is_allowed = from - now < self.interval * self.burst;
        if is_allowed {
            *next = from + self.interval;
        }
        is_allowed
    }
}

/// The clients of a server, and how fast each side hands in orders.
#[derive(Debug, Default)]
pub struct Limits {
    clients: Mutex<BTreeMap<IpAddr, Client>>,
    orders: Mutex<BTreeMap<SideId, Instant>>,
}

#[derive(Debug)]
struct Client {
    open: usize,
    next: Instant,
}

/// A connection that was let in.
#[derive(Debug)]
pub struct Admission {
    limits: Arc<Limits>,
    client: IpAddr,
}

impl Limits {
    /// Lets a connection in, unless its client has too many or makes them too fast.
    pub fn admit(self: &Arc<Self>, address: IpAddr, now: Instant) -> Option<Admission> {
        let client = client_of(address);
        let mut clients = lock(&self.clients);
        if clients.len() >= MAX_CLIENTS {
            clients.retain(|_, client| client.open > 0 || client.next > now);
        }
        if clients.len() >= MAX_CLIENTS && !clients.contains_key(&client) {
            return None;
        }
        let of_client = clients.entry(client).or_insert(Client { open: 0, next: now });
        let is_admitted = of_client.open < MAX_OPEN && CONNECTIONS.allows(&mut of_client.next, now);
        of_client.open += usize::from(is_admitted);
        is_admitted.then(|| Admission { limits: self.clone(), client })
    }

    /// Whether a side may hand in one more order now.
    pub fn allow_order(&self, side: SideId, now: Instant) -> bool {
        ORDERS.allows(lock(&self.orders).entry(side).or_insert(now), now)
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        if let Some(client) = lock(&self.limits.clients).get_mut(&self.client) {
            client.open = client.open.saturating_sub(1);
        }
    }
}

/// The client at an address: somebody with IPv6 has a whole network of 64 bits.
fn client_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6((address.to_bits() >> 64 << 64).into()),
        v4 @ IpAddr::V4(_) => v4,
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
