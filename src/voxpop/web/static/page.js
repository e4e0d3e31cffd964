// Every page works without this file. With it, tables sort in place, and in the report a number opens its quotes.
"use strict";
(() => {
  document.documentElement.classList.add("js");

  const sort = (table, head) => {
    const place = head.cellIndex;
    const before = head.getAttribute("aria-sort");
    const down = before ? before === "ascending" : head.dataset.kind === "number";
    const value = (row) => row.cells[place].dataset.value;
    const order = head.dataset.kind === "number"
      ? (a, b) => Number(value(a)) - Number(value(b))
      : (a, b) => value(a).localeCompare(value(b), document.documentElement.lang);
    const compare = (a, b) => (down ? order(b, a) : order(a, b));
    const trees = [];
    const rows = [...table.tBodies].flatMap((body) => [...body.rows]);
    for (const row of rows) row.className === "under" ? trees.at(-1).push(row) : trees.push([row]);
    const sizes = [...table.tBodies].map((body) => body.querySelectorAll(":scope > tr:not(.under)").length);
    trees.sort((a, b) => compare(a[0], b[0]));
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    for (const [place, size] of sizes.entries()) { // a second body holds the rows that are folded
      table.tBodies[place].append(...trees.splice(0, size).flatMap(([first, ...under]) => [first, ...under.sort(compare)]));
    }
    if (!location.protocol.startsWith("http")) return; // a file has no address to keep the order in
    const url = new URL(location);
    url.searchParams.set("by", `${place}${down ? "d" : "u"}`);
    history.replaceState(null, "", url);
  };

  for (const table of document.querySelectorAll("table[data-sortable]")) {
    for (const head of table.tHead.rows[0].cells) {
      const button = document.createElement("button");
      button.type = "button";
      button.title = head.parentNode.dataset.sortBy;
      button.append(...head.childNodes);
      button.addEventListener("click", () => sort(table, head));
      head.append(button);
    }
    const by = /^(\d)([du])$/.exec(new URL(location).searchParams.get("by") ?? "");
    const head = by && table.tHead.rows[0].cells[Number(by[1])];
    if (head) {
      head.setAttribute("aria-sort", by[2] === "d" ? "ascending" : "descending");
      sort(table, head);
    }
  }

  // A link that leads into a folded part opens it.
  const reveal = () => {
    const found = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let part = found || null; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
    if (found && found.closest("details")) found.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  reveal();

  // A chart is one stop of the tab key; the arrow keys walk through its values.
  for (const chart of document.querySelectorAll("svg[role=group]")) {
    const links = [...chart.querySelectorAll('a[tabindex="-1"]')];
    links[0]?.setAttribute("tabindex", 0);
    chart.addEventListener("keydown", (event) => {
      const at = links.indexOf(document.activeElement);
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (at < 0 || !step) return;
      event.preventDefault();
      const next = links[(at + step + links.length) % links.length];
      links[at].setAttribute("tabindex", -1);
      next.setAttribute("tabindex", 0);
      next.focus();
    });
  }

  const drawer = document.getElementById("drawer");
  if (!drawer) return;
  const title = drawer.querySelector("h2");
  const chips = drawer.querySelector(".chips");
  const note = drawer.querySelector(".note");
  const list = drawer.querySelector(".evidence");
  const number = (n) => n.toLocaleString(document.documentElement.lang);

  // Links of the drawings are SVG elements, which have no .hash.
  const target = (link) => document.getElementById(link.getAttribute("href").slice(1));

  const quotes = (link) => {
    const { from, to = from } = link.dataset;
    const items = [...target(link).querySelectorAll(".evidence > li")];
    return from ? items.filter((item) => item.dataset.m >= from && item.dataset.m <= to) : items;
  };

  // One entry a review: the first quote carries the card, the others of the same review join it.
  const byReview = (items) => {
    const cards = new Map();
    for (const item of items) {
      const card = cards.get(item.dataset.r);
      if (!card) {
        cards.set(item.dataset.r, item);
        continue;
      }
      card.insertBefore(item.querySelector(".say"), card.querySelector(".by"));
      if (card.className !== item.className) {
        card.className = "mixed";
        card.querySelector(".by .sr").textContent = drawer.dataset.mixed;
      }
    }
    return [...cards.values()];
  };

  const caption = (shown, total, unit) => {
    if (shown === 0 && total > 0) return drawer.dataset.nothing;
    const text = shown < total ? drawer.dataset.showing : drawer.dataset.showingAll;
    const values = { shown: number(shown), total: number(total), unit };
    return text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  };

  const open = (link) => {
    const article = target(link).closest("article");
    const copies = quotes(link).map((item) => item.cloneNode(true));
    const items = link.dataset.by === "review" ? byReview(copies) : copies;
    title.textContent = article.dataset.title;
    const unit = link.dataset.by === "review" ? drawer.dataset.reviews : drawer.dataset.opinions;
    const shown = caption(items.length, Number(link.dataset.total), unit);
    note.textContent = link.dataset.from ? `${link.querySelector("title").textContent}\n${shown}` : shown;
    chips.replaceChildren(...[...article.querySelector(".chips").children].map((chip) => {
      const copy = chip.cloneNode(true);
      if (target(copy) === target(link) && !link.dataset.from && !link.dataset.by) copy.setAttribute("aria-current", "true");
      return copy;
    }));
    list.lang = article.querySelector("h3").lang;
    list.replaceChildren(...items);
    if (!drawer.open) drawer.showModal();
    drawer.scrollTop = 0;
    title.focus();
  };

  document.addEventListener("click", (event) => {
    if (event.target === drawer || event.target.closest(".close")) return drawer.close();
    const link = event.target.closest("a[data-total]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(link);
  });
})();
