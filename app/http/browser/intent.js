(() => {
  const { saveData, effectiveType = "" } = navigator.connection ?? {};
  if (saveData || effectiveType.includes("2g")) return;
  let end = 0;
  const activate = ({ type, target }) => {
    // Links and menus lead to other documents, for which scripts would be in the way.
    const isControl = target.closest?.(":is(button,input,textarea,select):not(.menu *)");
    if (end || (type !== "keydown" && !isControl)) return;
    end = Date.now() + 4000;
    const script = document.createElement("script");
    script.type = "module";
    for (const inert of document.querySelectorAll("script[type*=plain]"))
      script.append(inert.textContent, "\n");
    document.head.append(script);
  };
  for (const type of ["focusin", "keydown", "pointerover", "touchstart"])
    addEventListener(type, activate, true);
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
