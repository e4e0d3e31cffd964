// The page works without this file. With it, aspects can be dragged onto each other, and keys press the buttons.
"use strict";
(() => {
  const form = document.querySelector("form[data-edit]");
  if (!form) return;
  const rows = [...form.querySelectorAll(".slot[data-id]")];
  const box = (row) => row.querySelector("input[name=ids]");
  const chosen = () => rows.filter((row) => box(row).checked);
  const button = (value) => form.querySelector(`button[name=do][value="${value}"]`);
  const press = (value) => form.requestSubmit(button(value));
  const only = (row) => {
    for (const other of rows) box(other).checked = other === row;
    mark();
  };
  const mark = () => {
    for (const row of rows) row.classList.toggle("picked", box(row).checked);
  };
  form.addEventListener("change", mark);
  mark();

  // Drag a row onto another to merge it, onto "hide" or "pin" to do that; drag a word onto "split" to split it off.
  let dragged = null;
  const fits = (place) => (place.matches("label") || place === button("split") ? "word" : "row");
  const lit = (place, on) => place.classList.toggle("over", on);
  const accept = (place, drop) => {
    place.addEventListener("dragover", (event) => {
      if (!dragged || dragged === place || fits(place) !== fits(dragged)) return;
      event.preventDefault();
      lit(place, true);
    });
    place.addEventListener("dragleave", () => lit(place, false));
    place.addEventListener("drop", (event) => {
      event.preventDefault();
      lit(place, false);
      drop();
    });
  };
  for (const row of rows) {
    row.draggable = true;
    row.addEventListener("dragstart", (event) => {
      dragged = row;
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", row.dataset.name);
      row.classList.add("dragged");
    });
    row.addEventListener("dragend", () => {
      row.classList.remove("dragged");
      dragged = null;
    });
    for (const word of row.querySelectorAll(".words label")) {
      word.draggable = true;
      word.addEventListener("dragstart", (event) => {
        event.stopPropagation();
        dragged = word;
        event.dataTransfer.setData("text/plain", word.textContent);
      });
      word.addEventListener("dragend", (event) => {
        event.stopPropagation();
        dragged = null;
      });
    }
    accept(row, () => {
      if (dragged.dataset.pinned !== undefined && row.dataset.pinned !== undefined) {
        const move = button("pin");
        move.value = `move ${row.dataset.pinned} ${dragged.dataset.id}`;
        form.requestSubmit(move);
        return;
      }
      only(dragged);
      form.elements.into.value = row.dataset.id;
      press("merge");
    });
  }
  accept(button("split"), () => {
    for (const other of form.querySelectorAll("input[name=terms]")) other.checked &&= other.closest(".slot") === dragged.closest(".slot");
    dragged.querySelector("input").checked = true;
    press("split");
  });
  for (const value of ["hide", "pin"]) {
    accept(button(value), () => {
      only(dragged);
      press(value);
    });
  }

  // Keys: arrows walk the rows, space chooses, letters press the buttons. Letters only act while the focus is among the
  // rows, so that no key pressed elsewhere, by hand or by voice, changes anything.
  const typing = (target) => target.matches("input:not([type=checkbox]), select, textarea");
  const walk = (step) => {
    const now = rows.findIndex((row) => row.contains(document.activeElement));
    const next = rows[Math.min(rows.length - 1, Math.max(0, now + step))];
    if (next) box(next).focus();
  };
  const act = (key) => {
    const focused = rows.find((row) => row.contains(document.activeElement));
    const words = form.querySelectorAll("input[name=terms]:checked").length;
    if (!chosen().length && focused && key !== "u" && !(key === "s" && words)) {
      box(focused).checked = true;
      mark();
    }
    if (key === "m") form.elements.into.focus();
    else if (key === "r" || (key === "s" && words)) {
      const field = form.elements.name;
      if (key === "r" && chosen().length === 1) field.value = chosen()[0].dataset.name;
      field.dataset.for = key === "r" ? "rename" : "split";
      field.focus();
      field.select();
    } else if (key === "u") form.querySelector("button[data-key=u]")?.click();
    else if (key === "h" || key === "p") press(key === "h" ? "hide" : "pin");
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (typing(event.target)) {
      if (event.key === "Enter" && event.target === form.elements.name) {
        event.preventDefault();
        const words = form.querySelectorAll("input[name=terms]:checked").length;
        press(event.target.dataset.for || (words && !chosen().length ? "split" : "rename"));
      } else if (event.key === "Enter" && event.target === form.elements.into) {
        event.preventDefault();
        press("merge");
      } else if (event.key === "Escape") walk(0);
      return;
    }
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      walk(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.target.closest(".slots") && "mrshpu".includes(event.key.toLowerCase()) && event.key.length === 1) {
      event.preventDefault();
      act(event.key.toLowerCase());
    }
  });
})();
