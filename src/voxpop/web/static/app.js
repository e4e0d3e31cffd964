// Every page works without this file. With it, tables sort in place, filters apply as they change, and charts become PNG.
"use strict";
(() => {
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
    for (const row of table.tBodies[0].rows) row.className === "under" ? trees.at(-1).push(row) : trees.push([row]);
    trees.sort((a, b) => compare(a[0], b[0]));
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    table.tBodies[0].append(...trees.flatMap(([first, ...under]) => [first, ...under.sort(compare)]));
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

  // A form without its empty fields makes a short address; a choice applies at once, typing waits for Enter.
  const submit = (form) => {
    const filled = [...new FormData(form)].filter(([, value]) => value !== "");
    const query = new URLSearchParams(filled).toString();
    location.assign(query ? `${form.action}?${query}` : form.action);
  };
  for (const form of document.querySelectorAll("form[data-submit]")) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      submit(form);
    });
    form.addEventListener("change", (event) => {
      if (event.target.matches("select, input[type=checkbox], input[type=range]")) submit(form);
    });
  }

  // After "Back" a browser shows what was typed last: show what the numbers on the page are for.
  addEventListener("pageshow", (event) => {
    const back = event.persisted || performance.getEntriesByType("navigation")[0]?.type === "back_forward";
    if (back) for (const form of document.querySelectorAll("form[data-submit]")) form.reset();
  });

  // The drawing is loaded as an image and painted on a canvas at twice its size.
  const png = async (link) => {
    const text = await (await fetch(link.href)).text();
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = 2 * image.width;
    canvas.height = 2 * image.height;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(image.src);
    const saved = document.createElement("a");
    saved.download = `${new URL(link.href).pathname.split("/").at(-1).replace(".svg", "")}.png`;
    saved.href = canvas.toDataURL("image/png");
    saved.click();
  };
  for (const link of document.querySelectorAll("a[data-png]")) {
    link.hidden = false;
    link.addEventListener("click", (event) => {
      event.preventDefault();
      png(link);
    });
  }

  // What is still being worked out is asked for again, and takes its place when it is there.
  const again = async (wait) => {
    await new Promise((done) => setTimeout(done, wait));
    const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
    for (const part of document.querySelectorAll("[data-again]")) {
      const made = page.getElementById(part.id);
      if (made && !made.hasAttribute("data-again")) part.replaceWith(made);
    }
    if (document.querySelector("[data-again]")) again(Math.min(2 * wait, 20000));
  };
  if (document.querySelector("[data-again]")) again(1000);

  // On a narrow screen, the page one is on is not left outside the navigation.
  const nav = document.querySelector(".bar nav");
  const place = nav?.querySelector("[aria-current]");
  if (place) nav.scrollLeft = place.offsetLeft - nav.offsetLeft - (nav.clientWidth - place.offsetWidth) / 2;

  // A number that leads into a folded part opens it.
  const reveal = () => {
    const found = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (found?.tagName === "DETAILS") found.open = true;
  };
  addEventListener("hashchange", reveal);
  reveal();
})();
