// Only the app. Every page works without this file. With it, filters apply as they change, and charts become PNG.
"use strict";
(() => {
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
      if (!made || made.hasAttribute("data-again")) continue;
      made.style.minHeight = `${part.offsetHeight}px`; // nothing that is being read moves
      part.replaceWith(made);
    }
    if (document.querySelector("[data-again]")) again(Math.min(2 * wait, 20000));
  };
  if (document.querySelector("[data-again]")) again(1000);

  // On a narrow screen, the page one is on is not left outside the navigation.
  const nav = document.querySelector(".bar nav");
  const place = nav?.querySelector("[aria-current]");
  if (place) nav.scrollLeft = place.offsetLeft - nav.offsetLeft - (nav.clientWidth - place.offsetWidth) / 2;
})();
