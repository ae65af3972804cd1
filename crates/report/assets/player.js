"use strict";
// Shows the new page when the program says that it changed. Without a script the page is read by loading it again.
(() => {
  const status = document.getElementById("status");
  const say = text => { if (status.textContent !== text) status.textContent = text; };
  const refresh = async () => {
    const answer = await fetch("./", { cache: "no-store" });
    if (answer.status === 404) { source.close(); say("This link no longer works. Ask the referee for a new one."); return; }
    if (!answer.ok) throw new Error();
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("view"), old = document.getElementById("view");
    const open = [...old.querySelectorAll("details")].map(details => details.open);
    [...fresh.querySelectorAll("details")].forEach((details, at) => { details.open = open[at] || false; });
    document.body.dataset.version = page.body.dataset.version;
    old.replaceWith(fresh);
    say("Updated.");
  };
  const failed = () => say("No connection. What you see may be out of date.");
  const source = new EventSource("events");
  source.onmessage = event => {
    if (event.data !== document.body.dataset.version) refresh().catch(failed);
    else say("Up to date.");
  };
  source.onerror = () => { failed(); if (source.readyState === EventSource.CLOSED) refresh().catch(failed); };
})();
