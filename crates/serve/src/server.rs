//! Sends the pages and takes orders. A stranger can make it do little: each connection carries one request and ends after a
//! fixed time, and a page is rendered when the save changes, never when it is asked for.

use crate::{
    limits::Limits,
    pages::{Pages, SidePage, split_at_request},
};
use axum::{
    Extension, Form, Router,
    body::{Body, Bytes},
    extract::{DefaultBodyLimit, Path as UrlPath, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    middleware::map_response,
    response::{
        Html, IntoResponse, Redirect, Response,
        sse::{Event, KeepAlive, Sse},
    },
    routing::{get, post},
};
use futures_util::stream::{iter, unfold};
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use jiff::Timestamp;
use serde::Deserialize;
use std::{
    collections::BTreeMap,
    convert::Infallible,
    path::PathBuf,
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, SyncSender},
    },
    thread,
    time::{Duration, Instant},
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{Semaphore, oneshot, watch},
    time::{sleep, timeout},
};
use wardiary_base::{id::SideId, text};
use wardiary_diary::{
    error::UserError,
    links::{Links, Secret, ServerState},
};
use wardiary_report::report::html::refusal_page;

/// Maximum number of connections; more of them wait.
const MAX_CONNECTIONS: usize = 512;
/// The answer to a client that has too many connections or makes them too fast.
const TOO_MANY: &[u8] =
    b"HTTP/1.1 429 Too Many Requests\r\nretry-after: 5\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
/// Maximum number of live pages of one side.
const MAX_STREAMS: usize = 128;
/// Maximum length of a request's head, in bytes.
const MAX_HEAD: usize = 16 << 10;
/// Maximum length of a request's body, in bytes: the longest order in any script, encoded.
const MAX_BODY: usize = 48 << 10;
/// Maximum number of orders that wait to be put into the spool.
const MAX_WAITING_ORDERS: usize = 64;
/// How long a request's head may take.
const HEAD_TIME: Duration = Duration::from_secs(5);
/// How long a connection lasts.
const CONNECTION_TIME: Duration = Duration::from_secs(20);
/// How long a live page's connection lasts longer; the page then connects again.
const STREAM_TIME: Duration = Duration::from_secs(600);
/// How often the server reads the save and the links.
const POLL_INTERVAL: Duration = Duration::from_millis(250);

/// What is sent now.
pub struct Published {
    links: Links,
    pages: BTreeMap<SideId, SidePage>,
}

impl Published {
    pub fn of(links: Links, pages: &Pages) -> Self {
        Self { links, pages: pages.sides().map(|(side, _, page)| (side, page.clone())).collect() }
    }

    fn page(&self, secret: &str) -> Option<(SideId, &SidePage)> {
        let side = self.links.side_of(secret)?;
        self.pages.get(&side).map(|page| (side, page))
    }
}

type Latest = watch::Receiver<Arc<Published>>;

/// A campaign that is being served: its pages, and the thread that follows the save and takes orders.
#[derive(Clone)]
pub struct Game {
    latest: Latest,
    orders: SyncSender<SentOrder>,
    streams: Streams,
    limits: Arc<Limits>,
}

/// A permit for each live page that a side may still open.
type Streams = Arc<BTreeMap<SideId, Arc<Semaphore>>>;

/// An order as it came from a page, and where its answer goes.
struct SentOrder {
    side: SideId,
    order: String,
    request: String,
    answer: oneshot::Sender<Result<(), UserError>>,
}

/// Publishes changes of the save and of its links from a thread of its own, hands in orders, and says beside the save that
/// its pages are at this address and who reads them, until nobody listens.
pub fn publish(save: PathBuf, links: Links, mut pages: Pages, url: String) -> Game {
    let (sender, latest) = watch::channel(Arc::new(Published::of(links.clone(), &pages)));
    let (orders, sent) = mpsc::sync_channel::<SentOrder>(MAX_WAITING_ORDERS);
    let sides = pages.sides().map(|(side, _, _)| (side, Arc::new(Semaphore::new(MAX_STREAMS))));
    let streams: Streams = Arc::new(sides.collect());
    let game = Game { latest, orders, streams: streams.clone(), limits: Arc::default() };
    thread::spawn(move || {
        let mut links = links;
        let mut written: Option<ServerState> = None;
        while !sender.is_closed() {
            let sent = sent.recv_timeout(POLL_INTERVAL);
            let answer = sent.map(|SentOrder { side, order, request, answer }| {
                (answer, pages.hand_in(side, &order, request, Timestamp::now()))
            });
            let has_changed = pages.update();
            // A link opens nothing while the file of links can't be read.
            let now = Links::read(&save, pages.campaign()).unwrap_or_else(|_| Links::none(&save, pages.campaign()));
            if has_changed || now != links {
                links = now;
                sender.send_replace(Arc::new(Published::of(links.clone(), &pages)));
            }
            if let Ok((to, answer)) = answer {
                let _ = to.send(answer);
            }
            let live = streams.iter().map(|(side, free)| (*side, MAX_STREAMS - free.available_permits())).collect();
            let state = ServerState { server: ServerState::FORMAT, url: url.clone(), time: Timestamp::now(), live };
            let is_known = |old: &ServerState| {
                old.live == state.live && state.time.as_second() - old.time.as_second() < ServerState::INTERVAL
            };
            if !written.as_ref().is_some_and(is_known) {
                // Without it the pages work all the same.
                let _ = state.write(&save);
                written = Some(state);
            }
        }
    });
    game
}

/// Whether a connection carries a live page.
type IsStream = Arc<AtomicBool>;

/// Accepts connections until the program ends.
pub async fn serve(listener: TcpListener, game: Game) {
    let router = Router::new()
        .route("/{secret}/", get(page))
        .route("/{secret}/events", get(events))
        .route("/{secret}/orders", post(hand_in))
        .fallback(async || not_found())
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(map_response(with_headers))
        .with_state(game.clone());
    let connections = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    while let Ok(permit) = connections.clone().acquire_owned().await {
        match listener.accept().await {
            Ok((stream, from)) => {
                let Some(admission) = game.limits.admit(from.ip(), Instant::now()) else {
                    // The client may not read it; it costs nothing.
                    let _ = stream.try_write(TOO_MANY);
                    continue;
                };
                let router = router.clone();
                tokio::spawn(async move {
                    answer(stream, router).await;
                    drop((permit, admission));
                });
            }
            // The system has no more files for now.
            Err(_) => sleep(POLL_INTERVAL).await,
        }
    }
}

async fn answer(stream: TcpStream, router: Router) {
    let is_stream = IsStream::default();
    let service = TowerToHyperService::new(router.layer(Extension(is_stream.clone())));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(MAX_HEAD)
        .keep_alive(false)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection);
    if timeout(CONNECTION_TIME, &mut connection).await.is_err() && is_stream.load(Ordering::Relaxed) {
        let _ = timeout(STREAM_TIME, connection).await;
    }
}

async fn page(State(game): State<Game>, UrlPath(secret): UrlPath<String>) -> Response {
    let published = game.latest.borrow().clone();
    published.page(&secret).map_or_else(not_found, |(_, page)| with_request(page.html.clone()))
}

/// A page with a key for its next request, without a copy of the page.
fn with_request([before, after]: [Bytes; 2]) -> Response {
    let Ok(key) = Secret::new() else { return StatusCode::INTERNAL_SERVER_ERROR.into_response() };
    let parts = [before, Bytes::from(key.as_str().to_string()), after].map(Ok::<_, Infallible>);
    Html(Body::from_stream(iter(parts))).into_response()
}

/// The fields of the form.
#[derive(Deserialize)]
struct OrderForm {
    order: String,
    request: Secret,
}

/// Takes an order. The answer leads back to the page, or says why not and returns the order as it was written.
async fn hand_in(
    State(game): State<Game>,
    UrlPath(secret): UrlPath<String>,
    headers: HeaderMap,
    Form(form): Form<OrderForm>,
) -> Response {
    let refusal = |status: StatusCode, why: &str| {
        let page = refusal_page(why, &form.order, status != StatusCode::NOT_FOUND);
        (status, with_request(split_at_request(page))).into_response()
    };
    if !is_from_page(&headers) {
        return refusal(StatusCode::FORBIDDEN, "Another site sent this order. Hand it in from your page.");
    }
    let Some(side) = game.latest.borrow().page(&secret).map(|(side, _)| side) else {
        let why = "This link does not work. Ask the referee for a new one, and copy your order into its page.";
        return refusal(StatusCode::NOT_FOUND, why);
    };
    if !game.limits.allow_order(side, Instant::now()) {
        return refusal(StatusCode::TOO_MANY_REQUESTS, "Your side hands in orders too fast. Try again in a minute.");
    }
    let (answer, answered) = oneshot::channel();
    let request = form.request.as_str().to_string();
    let sent = game.orders.try_send(SentOrder { side, order: form.order.clone(), request, answer });
    match (sent, answered.await) {
        (Ok(()), Ok(Ok(()))) => Redirect::to("./").into_response(),
        (Ok(()), Ok(Err(error))) => {
            let hint = error.hint.map_or_else(String::new, |hint| format!(" ({hint})"));
            refusal(StatusCode::UNPROCESSABLE_ENTITY, &format!("{}{hint}.", text::capitalized(&error.what)))
        }
        _ => refusal(StatusCode::SERVICE_UNAVAILABLE, "Too many orders come in at once. Try again."),
    }
}

/// Whether a form was sent by a page of ours, as far as the browser says. Pages have no referrer, so that their origin may
/// be `null`; over plain HTTP only the origin is there.
fn is_from_page(headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    match (text("sec-fetch-site"), text("origin")) {
        (Some(site), _) => matches!(site, "same-origin" | "none"),
        (None, None | Some("null")) => true,
        (None, Some(origin)) => origin.split_once("://").is_some_and(|(_, from)| text("host") == Some(from)),
    }
}

/// The version of the page, now and whenever it changes. Ends when the link is revoked.
async fn events(
    State(game): State<Game>,
    Extension(is_stream): Extension<IsStream>,
    UrlPath(secret): UrlPath<String>,
) -> Response {
    let Some((side, _)) = game.latest.borrow().page(&secret).map(|(side, page)| (side, page.clone())) else {
        return not_found();
    };
    let permit = game.streams.get(&side).and_then(|streams| streams.clone().try_acquire_owned().ok());
    let Some(permit) = permit else { return StatusCode::SERVICE_UNAVAILABLE.into_response() };
    is_stream.store(true, Ordering::Relaxed);
    let start = (game.latest.clone(), secret, permit, None::<Arc<str>>);
    let versions = unfold(start, |(mut latest, secret, permit, sent)| async move {
        loop {
            let version = latest.borrow_and_update().page(&secret)?.1.version.clone();
            if sent.as_ref() != Some(&version) {
                let event = Event::default().data(&*version);
                return Some((Ok::<_, Infallible>(event), (latest, secret, permit, Some(version))));
            }
            latest.changed().await.ok()?;
        }
    });
    Sse::new(versions).keep_alive(KeepAlive::default()).into_response()
}

fn not_found() -> Response {
    const PAGE: &str = "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" \
        content=\"width=device-width\"><meta name=\"color-scheme\" content=\"light dark\"><title>No such page</title>\
        <p>This link does not work. Ask the referee for a new one.</p></html>";
    (StatusCode::NOT_FOUND, Html(PAGE)).into_response()
}

/// The page itself has a policy for its style and script; this one holds for every answer.
async fn with_headers(mut answer: Response) -> Response {
    let headers = answer.headers_mut();
    for (name, value) in [
        (
            header::CONTENT_SECURITY_POLICY,
            "base-uri 'none'; frame-ancestors 'none'; form-action 'self'; object-src 'none'",
        ),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::CACHE_CONTROL, "no-store"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (header::HeaderName::from_static("x-robots-tag"), "noindex"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    answer
}
