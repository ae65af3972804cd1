// Replays the battle: applies the changes that the program recorded, entry by entry, and shows the resulting state.
"use strict";
(() => {
  const panel = document.getElementById("replay"), caption = document.getElementById("caption");
  const gauges = document.getElementById("gauges"), forces = document.getElementById("forces"), range = document.getElementById("at");
  const { start, steps } = JSON.parse(document.getElementById("diary").textContent);
  const copy = (value) => JSON.parse(JSON.stringify(value));
  const colours = ["#1f5fa8", "#c2410c", "#0f766e", "#7c3aed"], SVG = "http://www.w3.org/2000/svg";
  let at = 0, state = copy(start), before = state, playing = 0;

  // A location in the state is a JSON Pointer.
  const path = (pointer) => pointer.split("/").slice(1).map((key) => key.replace(/~1/g, "/").replace(/~0/g, "~"));
  function apply(state, changes) {
    for (const [pointer, ...change] of changes) {
      const keys = path(pointer), last = keys.pop();
      const parent = keys.reduce((value, key) => value[key], state);
      if (change.length === 0) delete parent[last];
      else if (change.length === 1) parent[last] = copy(change[0]);
      else parent[last].splice(change[0], change[1], ...copy(change[2]));
    }
  }

  function go(to, how) {
    to = Math.max(0, Math.min(steps.length, to));
    if (to < at) [state, at] = [copy(start), 0];
    before = state;
    while (at < to) {
      if (at === to - 1) before = copy(state);
      apply(state, steps[at++][3]);
    }
    show(how || {});
  }

  const make = (name, words, of) => {
    const made = of ? document.createElementNS(SVG, name) : document.createElement(name);
    for (const [key, word] of Object.entries(words || {})) key === "text" ? (made.textContent = word) : made.setAttribute(key, word);
    return made;
  };
  const side = (id) => state.sides.find((side) => side.id === id);
  const placeOf = (id) => state.sides.findIndex((side) => side.id === id);

  // The battle of the step; before the first battle of a step, the first open battle, or else the last battle.
  function battle() {
    const id = (steps[at - 1] || [])[4], open = state.battles.filter((battle) => !battle.over);
    return state.battles.find((battle) => battle.id === id) || open[0] || state.battles[state.battles.length - 1];
  }

  function gauge(one) {
    const line = make("p", { class: "gauge" }), share = (points) => (300 * points) / Math.max(1, one.initial);
    line.append(make("span", { text: `${side(one.side).name} lost ${one.lost} of ${one.initial}${one.exhausted ? ", exhausted" : ""}` }));
    const svg = make("svg", { viewBox: "0 0 300 12", width: 300, height: 12, "aria-hidden": true }, SVG);
    svg.append(make("rect", { width: 300, height: 12, fill: "currentColor", "fill-opacity": 0.15 }, SVG));
    svg.append(make("rect", { width: share(Math.max(0, one.initial - one.lost)), height: 12, fill: colours[placeOf(one.side) % 4] }, SVG));
    svg.append(make("rect", { x: share(Math.max(0, one.initial - one.point)), width: 2, height: 12, fill: "currentColor" }, SVG));
    line.append(svg);
    return line;
  }

  function table(one) {
    const graded = "grade" in forces.dataset, tested = "edna" in forces.dataset, placed = (state.maps || []).length > 0;
    const made = make("table", { class: "roll" });
    made.append(make("caption", { text: one.name }));
    const head = make("tr");
    for (const text of ["Unit", graded && "Grade", "Strength", tested && "EDNA", placed && "Where"].filter(Boolean)) head.append(make("th", { scope: "col", text }));
    const top = make("thead");
    top.append(head);
    made.append(top);
    const body = make("tbody");
    for (const unit of state.units.filter((unit) => unit.side === one.id)) {
      const was = before.units.find((other) => other.id === unit.id);
      const row = make("tr");
      if (!unit.alive) row.classList.add("gone");
      if (JSON.stringify(was) !== JSON.stringify(unit)) row.classList.add("changed");
      const cells = [unit.name, graded && unit.grade_used, `${unit.strength.now} of ${unit.strength.full}`, tested && `${unit.edna.now}`, placed && (unit.at || "–")];
      for (const text of cells.filter(Boolean)) row.append(make("td", { text }));
      body.append(row);
    }
    made.append(body);
    return made;
  }

  // The ground is in the page; the units on it are drawn from the state.
  function map(one) {
    const symbol = document.getElementById(`m${one.id}`);
    if (!symbol) return [];
    const hex = symbol.dataset.grid === "hex", svg = make("svg", { viewBox: symbol.getAttribute("viewBox"), role: "img", "aria-label": `Map: ${one.name}` }, SVG);
    for (const child of symbol.childNodes) svg.append(child.cloneNode(true));
    const groups = new Map();
    for (const unit of state.units.filter((unit) => unit.alive && unit.map === one.id && unit.at)) {
      const key = `${placeOf(unit.side)} ${unit.at}`;
      groups.set(key, [...(groups.get(key) || []), unit.name]);
    }
    for (const [key, names] of groups) {
      const [who, cell] = key.split(" "), [, letters, row] = /^([A-Z]+)(\d+)$/.exec(cell);
      const column = [...letters].reduce((n, letter) => n * 26 + letter.charCodeAt(0) - 64, 0) - 1;
      const x = column * (hex ? 15 : 20) + 10, y = (row - 1) * 20 + 10 + (hex && column % 2 ? 10 : 0);
      const group = make("g", {}, SVG), shapes = [`M${x - 7} ${y - 7}h14v14h-14z`, `M${x - 7} ${y}a7 7 0 1 0 14 0a7 7 0 1 0 -14 0z`, `M${x} ${y - 7}l7 7l-7 7l-7 -7z`, `M${x} ${y - 7}l7 14h-14z`];
      group.append(make("title", { text: `${cell}: ${names.join(", ")}` }, SVG));
      group.append(make("path", { d: shapes[who % 4], fill: colours[who % 4], stroke: "#fff" }, SVG));
      group.append(make("text", { x, y: y + 4, "font-size": 10, "text-anchor": "middle", fill: "#fff", text: names.length }, SVG));
      svg.append(group);
    }
    for (const names of svg.querySelectorAll(".places")) svg.append(names);
    const figure = make("figure", { class: "map" });
    figure.append(svg);
    return [figure];
  }

  function show({ quietly }) {
    const step = steps[at - 1], entry = step ? step[0] : 0;
    document.documentElement.dataset.entry = entry;
    range.value = at;
    range.setAttribute("aria-valuetext", step ? `Entry ${entry}` : "The beginning");
    caption.textContent = step ? `${[step[1], `entry ${entry}`].filter(Boolean).join(" · ")} · ${step[2]}` : "The beginning";
    const shown = battle();
    gauges.replaceChildren(...(shown ? shown.sides.map(gauge) : []));
    if (!forces.hidden) forces.replaceChildren(...(state.maps || []).flatMap(map), ...state.sides.map(table));
    for (const old of document.querySelectorAll(".now")) old.classList.remove("now");
    const told = step && document.getElementById(`e${entry}`);
    // Keep the current passage above the panel, whatever its height.
    const room = `${panel.offsetHeight + 16}px`;
    document.documentElement.style.scrollPaddingBottom = document.body.style.paddingBottom = room;
    if (told) {
      told.classList.add("now");
      if (!quietly) told.scrollIntoView({ block: "center" });
    } else if (!quietly) window.scrollTo(0, 0);
    // If the page has no address of its own, its links still work.
    if (!quietly) try { history.replaceState(null, "", step ? `#e${entry}` : "#story"); } catch (_) {}
  }

  function play(on) {
    clearInterval(playing);
    playing = on && at < steps.length ? setInterval(() => (go(at + 1), at === steps.length && play(false)), 1500) : 0;
    panel.querySelector("[data-go=play]").setAttribute("aria-pressed", String(playing !== 0));
  }

  function turn(way) {
    const now = (steps[at - 1] || [])[1];
    let to = at + way;
    while (to > 0 && to < steps.length && steps[to - 1][1] === now) to += way;
    go(to);
  }

  const commands = {
    first: () => go(0), back: () => go(at - 1), on: () => go(at + 1), last: () => go(steps.length), play: () => play(!playing),
    forces() {
      forces.hidden = !forces.hidden;
      panel.querySelector("[data-go=forces]").setAttribute("aria-expanded", String(!forces.hidden));
      show({});
    },
  };
  panel.addEventListener("click", (event) => {
    const button = event.target.closest("[data-go]");
    if (!button) return;
    if (button.dataset.go !== "play") play(false);
    commands[button.dataset.go]();
  });
  range.addEventListener("input", () => go(Number(range.value)));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target === range) return;
    const key = event.key;
    const command = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", p: "play", f: "forces" }[key];
    if (event.shiftKey && (key === "ArrowLeft" || key === "ArrowRight")) turn(key === "ArrowLeft" ? -1 : 1);
    else if (command) commands[command]();
    else return;
    event.preventDefault();
  });

  function follow() {
    const asked = /^#e(\d+)$/.exec(location.hash);
    if (!asked) return false;
    const entry = Number(asked[1]), found = steps.findIndex((step) => step[0] === entry);
    go(found + 1, { quietly: true });
    if (found < 0 && entry > 0) caption.textContent = `There is no entry ${entry} here; this is the beginning`;
    return true;
  }
  window.addEventListener("hashchange", follow);
  panel.hidden = false;
  if (!follow()) show({ quietly: true });
})();
