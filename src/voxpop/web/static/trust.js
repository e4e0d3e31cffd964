// The page works without this file: thirty questions and a button. With it they come one at a time, answered by a key,
// and answers that were not saved yet are still there when the page is opened again.
"use strict";
(() => {
  const form = document.querySelector("form[data-trust]");
  if (!form) return;
  const cards = [...form.querySelectorAll(".card")];
  const store = `voxpop-trust-${form.dataset.trust}`;
  const name = (place) => ["id", "start", "aspect"].map((part) => form.elements[`${part}-${place}`].value).join("\n");
  const verdict = (place) => form.elements[`verdict-${place}`].value;
  const fixes = (place) => [form.elements[`name-${place}`], form.elements[`pol-${place}`]];
  const read = () => {
    try {
      return JSON.parse(localStorage.getItem(store)) ?? {};
    } catch {
      return {};
    }
  };
  const keep = (kept) => {
    try {
      localStorage.setItem(store, JSON.stringify(kept));
    } catch {
      // a browser that keeps nothing: the answers are still in the form
    }
  };
  let now = 0;

  const kept = read();
  for (const place of cards.keys()) {
    const [said, about, feels] = kept[name(place)] ?? [""];
    if (said) form.elements[`verdict-${place}`].value = said;
    if (about) form.elements[`name-${place}`].value = about;
    if (feels) form.elements[`pol-${place}`].value = feels;
  }

  const show = (place, focus = true) => {
    now = Math.min(cards.length - 1, Math.max(0, place));
    for (const [other, card] of cards.entries()) {
      card.hidden = other !== now;
      card.querySelector(".fix").hidden = verdict(other) !== "fix";
    }
    const done = cards.filter((_, other) => verdict(other)).length;
    const text = form.querySelector(".progress span");
    form.querySelector("progress").value = done;
    text.textContent = `${done} / ${text.dataset.of}`;
    form.querySelector("[data-announce]").textContent = `${now + 1} / ${cards.length}`;
    if (focus) (cards[now].querySelector("input[type=radio]:checked") ?? cards[now].querySelector("input[type=radio]")).focus();
  };
  const save = () => {
    const answers = {};
    for (const place of cards.keys()) {
      if (verdict(place)) answers[name(place)] = [verdict(place), ...fixes(place).map((field) => field.value)];
    }
    keep(answers);
  };
  const open = () => cards.findIndex((_, place) => !verdict(place));
  const onward = () => {
    const next = cards.findIndex((_, place) => place > now && !verdict(place));
    if (next >= 0) show(next);
    else if (open() >= 0) show(open());
    else {
      show(now, false);
      form.querySelector("button[type=submit]").focus();
    }
  };
  const say = (answer) => {
    form.elements[`verdict-${now}`].value = answer;
    save();
    if (answer === "fix") {
      show(now, false);
      fixes(now)[0].focus();
    } else onward();
  };

  form.classList.add("one");
  form.addEventListener("change", (event) => {
    save();
    if (event.target.type === "radio") show(now, false);
  });
  form.addEventListener("click", (event) => {
    const radio = event.target.closest("label")?.querySelector("input[type=radio]");
    if (radio && event.detail > 0 && event.target !== radio) {
      event.preventDefault();
      say(radio.value);
    }
    const step = event.target.closest("[data-step]");
    if (step) show(now + Number(step.dataset.step));
  });
  form.addEventListener("submit", (event) => {
    const empty = cards.findIndex((_, place) => verdict(place) === "fix" && fixes(place).every((field) => !field.value));
    if (empty >= 0) {
      event.preventDefault();
      show(empty, false);
      fixes(empty)[0].focus();
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    if (event.target.matches(".fix input, .fix select")) {
      if (event.key === "Enter") {
        event.preventDefault();
        if (fixes(now).some((field) => field.value)) onward();
      }
      return;
    }
    if (!form.contains(event.target)) return; // letters only act while the focus is in the form
    const answer = { y: "yes", n: "no", f: "fix" }[key];
    if (answer) {
      event.preventDefault();
      say(answer);
    } else if (key === "b" || key === "s") {
      event.preventDefault();
      show(now + (key === "b" ? -1 : 1));
    }
  });
  show(Math.max(0, open()), false);
})();
