{
  const pressed = new Map();
  let end = 0;
  const isOver = () => document.querySelector("[data-hydrated]") || Date.now() > end;
  // Links and menus lead to other documents, for which scripts would be in the way.
  const controls = ":is(button,input,textarea,select):not(.menu *)";
  const act = (event) => {
    const { type, target, submitter } = event;
    if (!end && (type === "keydown" || target.closest(controls))) {
      end = Date.now() + 4000;
      const script = document.createElement("script");
      script.type = "module";
      for (const { text } of document.querySelectorAll("script[type*=plain]"))
        script.text += `${text}\n`;
      document.head.append(script);
    }
    if (!submitter?.ariaPressed || isOver()) return;
    // Votes and hearts show at once, but wait for the scripts, so that the page stays where it is.
    event.preventDefault();
    // A card's second vote will be refused.
    if (!target.querySelector("[aria-pressed=true]"))
      submitter.ariaPressed = target.id !== "unkeep";
    if (!pressed.size) setTimeout(send, 50);
    pressed.set(submitter, target);
  };
  const send = async (leaving) => {
    if (!leaving && !isOver()) return setTimeout(send, 50);
    for (const [button, form] of pressed) {
      pressed.delete(button);
      const body = new URLSearchParams(new FormData(form, button));
      if (leaving) navigator.sendBeacon(form.action, body);
      // Without scripts a form replaces the page, so that only the last can be sent in this way.
      else if (Date.now() < end || !pressed.size) form.requestSubmit(button);
      else await fetch(form.action, { method: "post", body }).catch(() => {});
    }
  };
  const { effectiveType, saveData } = navigator.connection ?? {};
  if (!saveData && !/2g/.test(effectiveType))
    for (const type of ["focusin", "keydown", "pointerover", "submit"])
      addEventListener(type, act, true);
  addEventListener("pagehide", send);
}
