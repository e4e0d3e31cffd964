// One review a screen. Without this file categories can still be labelled and sent; spans need it.
// Offsets count code points, as in Python; what the browser counts are UTF-16 units, so they are converted here.
"use strict";
(() => {
  const form = document.querySelector("form.task");
  if (!form) return;
  const task = JSON.parse(form.dataset.task);
  const marksSpans = ["spans", "mentions"].includes(form.dataset.kind);
  const typing = (target) => target.matches("textarea, input:not([type=radio]), select");
  const submit = form.querySelector("[data-submit-task]");
  const history = [];
  let now = 0;

  // Time on this review, as far as the page is to be seen.
  let since = document.hidden ? null : performance.now();
  let spent = 0;
  document.addEventListener("visibilitychange", () => {
    if (since !== null) spent += performance.now() - since;
    since = document.hidden ? null : performance.now();
  });
  form.addEventListener("submit", () => {
    form.elements.seconds.value = ((spent + (since === null ? 0 : performance.now() - since)) / 1000).toFixed(1);
    if (marksSpans) form.elements.answer.value = JSON.stringify(spans);
  });

  // --- categories and stars
  const rows = [...form.querySelectorAll(".category")];
  const radios = (row) => [...row.querySelectorAll("input[type=radio]")];
  const chosen = () => rows.map((row) => radios(row).findIndex((radio) => radio.checked));
  const restore = (places) => {
    for (const [at, row] of rows.entries()) radios(row).forEach((radio, place) => (radio.checked = place === places[at]));
  };
  const point = (place) => {
    now = Math.max(0, Math.min(rows.length - 1, place));
    for (const [at, row] of rows.entries()) row.classList.toggle("now", at === now);
    rows[now]?.scrollIntoView({ block: "nearest" });
  };
  let before = chosen();
  form.addEventListener("change", (event) => {
    if (event.target.type !== "radio") return;
    history.push(before);
    before = chosen();
    point(rows.indexOf(event.target.closest(".category")));
  });
  const choose = (place) => {
    const options = radios(rows[now]);
    if (!options[place]) return;
    history.push(chosen());
    options.forEach((radio, at) => (radio.checked = at === place));
    before = chosen();
    if (form.dataset.kind !== "stars") point(now + 1);
  };

  // --- spans
  const points = Array.from(task.text); // one entry for each code point
  const box = document.getElementById("text");
  const list = document.getElementById("marks");
  let spans = marksSpans ? task.answer.map((span) => [...span]) : [];
  let anchor = 0;
  let focus = 0;
  const ends = () => [Math.min(anchor, focus), Math.max(anchor, focus)];
  const colour = (label) => `c${task.labels.indexOf(label) % 9}`;
  const drawText = () => {
    const [from, to] = ends();
    const edges = new Set([0, points.length, from, to]);
    for (const [start, end] of spans) edges.add(start).add(end);
    const sorted = [...edges].sort((a, b) => a - b);
    box.replaceChildren();
    for (let at = 0; at < sorted.length; at += 1) {
      const [start, end] = [sorted[at], sorted[at + 1] ?? sorted[at]];
      const over = spans.filter((span) => span[0] <= start && end <= span[1] && start < end).sort((a, b) => a[1] - a[0] - b[1] + b[0]);
      const piece = document.createElement("span");
      piece.textContent = points.slice(start, end).join("");
      if (over.length) piece.classList.add("span", colour(over[0][2]));
      if (over.length) piece.title = over.map((span) => span[2]).join(", ");
      if (start >= from && end <= to && start < end) piece.classList.add("picked");
      if (start === focus && document.activeElement === box) piece.classList.add("caret");
      box.append(piece);
    }
  };
  const draw = () => {
    drawText();
    list.replaceChildren(...spans.map(chip));
  };
  const chip = (span, place) => {
    const item = document.createElement("li");
    item.className = colour(span[2]);
    const words = document.createElement("b");
    words.textContent = points.slice(span[0], span[1]).join("");
    const name = document.createElement("span");
    name.className = "soft";
    name.textContent = span[2];
    const remove = document.createElement("button");
    remove.type = "button";
    remove.className = "mini";
    remove.textContent = "×";
    remove.setAttribute("aria-label", `${list.dataset.remove}: ${words.textContent}`);
    remove.addEventListener("click", () => change(spans.filter((_, at) => at !== place)));
    item.append(words, name);
    if (task.mentions) {
      const entity = document.createElement("input");
      entity.className = "field";
      entity.placeholder = list.dataset.entity;
      entity.setAttribute("aria-label", `${list.dataset.entity}: ${words.textContent}`);
      entity.maxLength = 80;
      entity.value = span[3] ?? "";
      entity.addEventListener("input", () => (spans[place] = [...span.slice(0, 3), ...(entity.value.trim() ? [entity.value.trim()] : [])]));
      item.append(entity);
    }
    item.append(remove);
    return item;
  };
  const change = (next) => {
    history.push(spans);
    spans = next.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    draw();
  };
  const mark = (label) => {
    let [start, end] = ends();
    while (start < end && !points[start].trim()) start += 1;
    while (end > start && !points[end - 1].trim()) end -= 1;
    if (start === end) return;
    change([...spans.filter((span) => span[0] !== start || span[1] !== end), [start, end, label]]);
    anchor = focus = end;
    draw();
    document.getElementById("said").textContent = `${points.slice(start, end).join("")}: ${label}`;
  };
  // Where a place in the page lies in the text: the pieces before it hold exactly the text before it.
  const offset = (node, units) => {
    const range = document.createRange();
    range.setStart(box, 0);
    range.setEnd(node, units);
    return Array.from(range.toString()).length;
  };
  const readSelection = () => {
    const selection = getSelection();
    if (!selection.rangeCount || !box.contains(selection.anchorNode) || !box.contains(selection.focusNode)) return;
    if (selection.isCollapsed) return;
    anchor = offset(selection.anchorNode, selection.anchorOffset);
    focus = offset(selection.focusNode, selection.focusOffset);
    selection.removeAllRanges();
    drawText();
  };
  const isWord = (at) => points[at] !== undefined && /[\p{L}\p{N}]/u.test(points[at]);
  const stepWord = (at, by) => {
    let next = at + by;
    while (next > 0 && next < points.length && isWord(next - 1) && isWord(next)) next += by;
    return next;
  };
  const move = (event) => {
    const by = event.key === "ArrowLeft" ? -1 : 1;
    const next = event.ctrlKey || event.altKey ? stepWord(focus, by) : focus + by;
    focus = Math.max(0, Math.min(points.length, next));
    if (!event.shiftKey) anchor = focus;
    drawText();
  };

  // --- keys and buttons
  const undo = () => {
    if (!history.length) return;
    const last = history.pop();
    if (marksSpans) {
      spans = last;
      draw();
    } else {
      restore(last);
      before = last;
    }
  };
  document.addEventListener("keydown", (event) => {
    if (typing(event.target) || !submit || event.metaKey) return;
    const key = event.key.toLowerCase();
    const number = /^[0-9]$/.test(key) ? Number(key) : -1;
    if (event.key === "Enter" && !event.target.matches("button, a, summary")) {
      event.preventDefault();
      submit.click();
    } else if (key === "u" || (key === "z" && event.ctrlKey)) {
      event.preventDefault();
      undo();
    } else if (marksSpans) {
      if (event.target === box && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
        event.preventDefault();
        move(event);
      } else if (number > 0 && task.labels[number - 1] !== undefined && !event.ctrlKey && !event.altKey) {
        event.preventDefault();
        mark(task.labels[number - 1]);
      } else if (event.key === "Backspace" || event.key === "Delete") {
        event.preventDefault();
        change(spans.slice(0, -1));
      }
    } else if (event.ctrlKey || event.altKey) {
      return;
    } else if (event.key === "ArrowDown" || key === "j" || event.key === "ArrowUp" || key === "k") {
      event.preventDefault();
      point(now + (event.key === "ArrowDown" || key === "j" ? 1 : -1));
    } else if (number >= 0) {
      event.preventDefault();
      choose(form.dataset.kind === "stars" ? number - 1 : number);
    }
  });
  form.querySelector("[data-undo]")?.addEventListener("click", undo);
  for (const button of form.querySelectorAll("[data-label]")) {
    button.addEventListener("mousedown", (event) => event.preventDefault()); // the selection stays
    button.addEventListener("click", () => mark(button.dataset.label));
  }
  for (const button of form.querySelectorAll("[data-take]")) {
    button.addEventListener("click", () => {
      const answer = task.shown[Number(button.dataset.take)];
      if (marksSpans) change(answer.map((span) => [...span]));
      else {
        history.push(chosen());
        for (const [at, row] of rows.entries()) {
          for (const radio of radios(row)) radio.checked = radio.value === (answer[task.labels[at]] ?? "");
        }
        before = chosen();
      }
    });
  }
  if (marksSpans) {
    box.addEventListener("mouseup", readSelection);
    box.addEventListener("touchend", () => setTimeout(readSelection, 50));
    box.addEventListener("focus", drawText);
    box.addEventListener("blur", drawText); // the list stays: a click on it may have taken the focus away
    draw();
  } else if (rows.length && submit) point(0);
})();
