// What a page of messdeck can do beyond plain forms: keys, the label of the play button, the narrator's lines.
"use strict";
(() => {
  const table = () => document.getElementById("table");
  const say = document.getElementById("say");
  const $ = (id) => document.getElementById(id);
  const own = () => [...document.querySelectorAll("#hand .own")].map((e) => e.querySelector("input") || e);
  let told = { log: [], turn: "", laid: 0, done: "" };

  function label() {
    const button = $("play"), hand = $("hand");
    if (!button || !hand) return;
    const cards = [...hand.querySelectorAll("input:checked")].map((box) => box.dataset.text);
    button.textContent = cards.length ? `${hand.dataset.label} \u2066${cards.join("+")}\u2069` : hand.dataset.label;
  }

  // The log has the newest line first: what stands before the lines known is new, oldest first.
  function since(lines) {
    const known = told.log.slice(0, 4);
    let n = 0;
    while (n < lines.length && !known.every((line, i) => lines[n + i] === undefined || lines[n + i] === line)) n++;
    return (known.length ? lines.slice(0, n) : lines.slice(0, 1)).reverse();
  }

  function narrate(first) {
    const now = table();
    if (!now) return;
    document.title = now.dataset.title || document.title;
    const lines = [...now.querySelectorAll("#log li")].map((line) => line.textContent);
    const fresh = since(lines);
    if (now.dataset.turn && now.dataset.turn !== told.turn) fresh.push(now.dataset.turn);
    const last = now.querySelector(".middle > .trick.done .play");
    const laid = now.querySelectorAll(".middle > .trick:not(.done) .play").length;
    const next = { log: lines, turn: now.dataset.turn || "", laid, done: last ? last.id : "" };
    if (!first && say && fresh.length) say.textContent = fresh.join(". ");
    if (!first) sound(next);
    next.answer = first ? "" : answered();
    told = next;
    label();
  }

  // A refusal or a hint that does not quite fit under the cards comes into view; its text.
  function answered() {
    const answer = [$("hint-told"), $("refusal")].find((one) => one && one.textContent.trim());
    if (answer && answer.textContent !== told.answer) answer.scrollIntoView({ block: "nearest" });
    return answer ? answer.textContent : "";
  }

  // What a listener (sounds.js, if it is wanted) may make heard.
  function sound(next) {
    const heard = [];
    if (next.done && next.done !== told.done) heard.push("trick");
    else if (next.laid > told.laid) heard.push("card");
    if (next.turn && !told.turn) heard.push("turn");
    for (const detail of heard) document.dispatchEvent(new CustomEvent("messdeck:heard", { detail }));
  }

  function keys(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input:not([type=checkbox]), select, textarea")) return;
    const cards = own().filter((card) => !card.disabled), at = cards.indexOf(document.activeElement);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const rtl = document.dir === "rtl" ? -1 : 1;
    if (step && !table()) {
      const link = document.querySelector(`a[rel="${step * rtl > 0 ? "next" : "prev"}"]`);
      if (!link) return;
      link.click();
    } else if (!table()) {
      return;
    } else if (step && cards.length && !event.target.matches("[type=radio]")) {
      cards[at < 0 ? (step > 0 ? 0 : cards.length - 1) : (at + step + cards.length) % cards.length].focus();
    } else if (/^[1-9]$/.test(event.key) && cards[event.key - 1]) {
      const card = cards[event.key - 1];
      card.focus();
      if (card.type === "checkbox") card.click();
    } else if (event.key === "Enter" && event.target.type === "checkbox") {
      if (!event.target.form.querySelector(":checked")) event.target.checked = true;
      event.target.form.requestSubmit();
    } else if (event.key === "?") {
      const why = document.querySelector(".whys a, #why a");
      if (why) why.focus();
      if (say && $("why")) say.textContent = document.querySelector("#why").textContent;
    } else if (event.key === "l" && $("last-trick")) {
      $("last-trick").open = !$("last-trick").open;
      $("last-trick").querySelector("summary").focus();
    } else if (event.key === "h" && $("hint")) {
      const hint = $("hint");
      if ("open" in hint) hint.open = !hint.open;
      else hint.click();
    } else return;
    event.preventDefault();
  }

  // Where the keyboard was among the cards or bids: a frame that takes the card away, or that comes while others
  // play, leaves the focus nowhere, and it is put back as soon as there is a card to put it on.
  let place = -1;
  function remember(event) {
    place = event.target.closest("#hand, #bids, #contract") ? Math.max(own().indexOf(event.target), 0) : -1;
  }
  function refocus() {
    const cards = own(), card = cards[Math.min(place, cards.length - 1)];
    if (place >= 0 && card && !card.disabled && document.activeElement === document.body) card.focus({ preventScroll: true });
  }

  document.addEventListener("keydown", keys);
  document.addEventListener("focusin", remember);
  document.addEventListener("change", label);
  document.addEventListener("focusin", (event) => {
    if (event.target.matches("[data-select]")) event.target.select();
  });
  // A frame that is older than what is shown came late: it is dropped.
  document.addEventListener("htmx:before:swap", (event) => {
    for (const task of event.detail.tasks || []) {
      const next = task.fragment && task.fragment.querySelector("#table");
      if (table() && task.target === table() && !next) event.preventDefault();
      if (next && table() && Number(next.dataset.event) < Number(table().dataset.event)) event.preventDefault();
    }
    if (table()) document.documentElement.classList.add("moving");
  });
  document.addEventListener("htmx:after:swap", () => {
    narrate(false);
    refocus();
  });
  const offline = (lost) => () => { if ($("offline")) $("offline").hidden = !lost; };
  document.addEventListener("htmx:sse:error", offline(true));
  document.addEventListener("htmx:sse:close", offline(true));
  document.addEventListener("htmx:sse:after:connection", offline(false));
  // The referee's page: pressed cards are written down; a play has as many cards as the lead.
  const pack = $("pack"), plays = $("plays"), together = $("together");
  function press(event) {
    const card = event.target.closest("[data-add]");
    if (!card) return;
    const laid = plays.value.split(/\s+/).filter(Boolean), last = laid.at(-1) || "";
    const count = (play) => play.split("+").length;
    const joins = laid.length === 1 ? together && together.getAttribute("aria-pressed") === "true" : last && count(last) < count(laid[0]);
    if (joins) laid[laid.length - 1] = `${last}+${card.dataset.add}`;
    else laid.push(card.dataset.add);
    plays.value = laid.join(" ");
    if (together) together.setAttribute("aria-pressed", String(laid.length === 1 && joins));
  }
  if (pack && plays) {
    pack.hidden = false;
    pack.addEventListener("click", press);
    if (together) {
      together.hidden = false;
      together.addEventListener("click", () => together.setAttribute("aria-pressed", String(together.getAttribute("aria-pressed") !== "true")));
    }
  }
  const slider = document.querySelector("input[type=range][data-go]");
  if (slider) slider.addEventListener("change", () => slider.form.requestSubmit());
  narrate(true);
})();
