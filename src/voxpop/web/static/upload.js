// Without this file the form, the columns and the progress work too. With it, files can be dropped and progress is smooth.
"use strict";
(() => {
  const form = document.querySelector("[data-upload]");
  if (form) {
    const zone = form.querySelector(".drop");
    const input = form.querySelector("input[type=file]");
    const problem = document.querySelector("[data-problem]");
    const going = form.querySelector("[data-going]");
    const say = (text) => {
      problem.textContent = text;
      problem.hidden = !text;
    };
    const send = () => {
      if (!input.files.length) return;
      if (input.files[0].size > Number(form.dataset.upload)) {
        say(form.dataset.tooLarge);
        return;
      }
      say("");
      going.textContent = going.dataset.going;
      HTMLFormElement.prototype.submit.call(form);
    };
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      send();
    });
    for (const name of ["dragover", "dragleave", "drop"]) {
      addEventListener(name, (event) => {
        event.preventDefault();
        zone.classList.toggle("over", name === "dragover");
      });
    }
    addEventListener("drop", (event) => {
      if (!event.dataTransfer.files.length) return;
      const chosen = new DataTransfer();
      chosen.items.add(event.dataTransfer.files[0]);
      input.files = chosen.files;
      send();
    });
  }

  // The names of the roles stand above the columns as they are chosen.
  const confirm = document.querySelector("[data-confirm]");
  confirm?.addEventListener("change", () => {
    for (const head of confirm.querySelectorAll("[data-place]")) {
      const roles = [...confirm.querySelectorAll("[data-role]")].filter((role) => role.value === head.dataset.place);
      head.querySelector(".role").textContent = roles.map((role) => role.dataset.role).join(" · ");
    }
  });

  // The page is asked for again until the work is done; then it leads to the result.
  const watch = async () => {
    await new Promise((done) => setTimeout(done, 700));
    let answer;
    try {
      answer = await fetch(location.href);
    } catch {
      watch();
      return;
    }
    if (answer.redirected) {
      location.replace(answer.url);
      return;
    }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const [old, made] = [document.getElementById("job"), page.getElementById("job")];
    if (!made || !made.dataset.job) {
      location.reload();
      return;
    }
    for (const part of [".stage", "progress"]) old.querySelector(part).replaceWith(made.querySelector(part));
    watch();
  };
  if (document.querySelector("[data-job]")) watch();
})();
