"use strict";
// Shows the new page when the program says that it changed, keeps the draft of an order, and composes one from a force and
// a place. Without a script the page is read by loading it again, and its form sends orders.
(() => {
  const status = document.getElementById("status"), form = document.getElementById("orders");
  const order = form.elements.order, request = form.elements.request;
  const say = text => { if (status.textContent !== text) status.textContent = text; };
  const parsed = text => new DOMParser().parseFromString(text, "text/html");
  let isOver = false;
  const refuse = () => { isOver = true; source.close(); say("This link no longer works. Ask the referee for a new one. Your draft is kept."); };
  const show = page => {
    const fresh = page.getElementById("view"), old = document.getElementById("view");
    const open = [...old.querySelectorAll("details")].map(details => details.open);
    [...fresh.querySelectorAll("details")].forEach((details, at) => { details.open = open[at] || false; });
    document.body.dataset.version = page.body.dataset.version;
    old.replaceWith(fresh);
    offer();
  };
  const refresh = async () => {
    const answer = await fetch("./", { cache: "no-store" });
    if (answer.status === 404) return refuse();
    if (!answer.ok) throw new Error();
    show(parsed(await answer.text()));
    say("Updated.");
  };
  const failed = () => say("No connection. What you see may be out of date.");

  // The draft survives a page that is loaded again, and a new link. A browser may refuse to keep it.
  const name = "wardiary: " + document.title;
  const keep = () => { try { localStorage.setItem(name, order.value); } catch { /* it is not kept */ } };
  try { order.value ||= localStorage.getItem(name) || ""; } catch { /* none was kept */ }
  order.addEventListener("input", keep);
  form.addEventListener("submit", async event => {
    event.preventDefault();
    const sent = order.value;
    say("Sending …");
    try {
      const answer = await fetch("orders", { method: "POST", body: new URLSearchParams(new FormData(form)) });
      const page = parsed(await answer.text()), why = page.getElementById("why");
      if (answer.status === 404) return refuse();
      if (why) return say("Not handed in: " + why.textContent);
      if (!answer.ok) throw new Error();
      request.value = page.forms.orders.elements.request.value;
      if (order.value === sent) { order.value = ""; keep(); }
      show(page);
      say("Handed in.");
    } catch { say("No connection. The order is kept: hand it in again. If it arrived, it counts once."); }
  });

  const offer = () => { for (const part of document.querySelectorAll(".compose")) part.hidden = false; };
  const compose = text => { order.value = text; keep(); order.scrollIntoView({ block: "nearest" }); say(text); };
  const complete = place => compose(order.value.replace(/( to|) *$/, " to ").trimStart() + place);
  // The area of a map under a tap, such as `C5`. The numbers are those of the drawing.
  const area = (svg, event) => {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const hex = svg.closest("[data-grid]").dataset.grid === "hex", column = Math.floor(hex ? (x - 2.5) / 15 : x / 20);
    const row = Math.floor((y - (hex && column % 2 ? 10 : 0)) / 20);
    return column < 0 || row < 0 ? "" : letters(column) + (row + 1);
  };
  const letters = column => (column > 25 ? letters(Math.floor(column / 26) - 1) : "") + String.fromCharCode(65 + column % 26);
  document.addEventListener("click", event => {
    const button = event.target.closest("[data-order],[data-place]"), svg = event.target.closest("[data-grid] .map svg");
    if (button) button.dataset.order ? compose(button.dataset.order) : complete(button.dataset.place);
    else if (svg && / to $/.test(order.value) && area(svg, event)) complete(area(svg, event));
  });
  offer();

  // A server that is busy ends the stream for good; not all pages come back at the same moment.
  let source;
  const connect = () => {
    source = new EventSource("events");
    source.onmessage = event => {
      if (event.data !== document.body.dataset.version) refresh().catch(failed);
      else say("Up to date.");
    };
    source.onerror = () => {
      failed();
      if (source.readyState !== EventSource.CLOSED) return;
      refresh().catch(failed);
      setTimeout(() => { if (!isOver) connect(); }, 5000 + 5000 * Math.random());
    };
  };
  connect();
})();
