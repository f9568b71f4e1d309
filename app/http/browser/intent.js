(() => {
  const { connection } = navigator;
  if (connection?.saveData || /2g/.test(connection?.effectiveType)) return;
  let end = 0;
  const add = (name, properties) =>
    document.head.append(Object.assign(document.createElement(name), properties));
  const activate = ({ type, target }) => {
    // Links and menus lead to other documents, for which scripts would be in the way.
    const isControl = target.closest(":is(button,input,textarea,select):not(.menu *)");
    if (end || (type !== "keydown" && !isControl)) return;
    end = Date.now() + 4000;
    let text = "";
    for (const inert of document.querySelectorAll("script[type*=plain]")) text += `${inert.text}\n`;
    // Otherwise each module would be asked for only once those before it have come.
    for (const [href] of text.matchAll(/\/assets[^"]+/g))
      add("link", { rel: "modulepreload", href });
    add("script", { type: "module", text });
  };
  for (const type of ["focusin", "keydown", "pointerover"]) addEventListener(type, activate, true);
  // Votes and hearts show at once, but wait for the scripts, so that the page stays where it is.
  addEventListener(
    "submit",
    (event) => {
      const { target, submitter } = event;
      if (!submitter?.ariaPressed || Date.now() > end) return;
      if ("hydrated" in document.documentElement.dataset) return;
      event.preventDefault();
      submitter.ariaPressed = target.id !== "unkeep";
      setTimeout(() => target.requestSubmit(submitter), 50);
    },
    true,
  );
})();
