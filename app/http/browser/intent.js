(() => {
  const { saveData, effectiveType = "" } = navigator.connection ?? {};
  if (saveData || effectiveType.includes("2g")) return;
  const events = ["focusin", "keydown", "pointerover", "touchstart"];
  const activate = ({ type, target }) => {
    if (type !== "keydown" && !target.closest?.("a,button,input,textarea,select,summary,label"))
      return;
    for (const event of events) removeEventListener(event, activate, true);
    const script = document.createElement("script");
    script.type = "module";
    script.textContent = [...document.querySelectorAll("script[type*=plain]")]
      .map((inert) => inert.textContent)
      .join("\n");
    document.head.append(script);
    // Hearts, whose forms are hidden, wait for the scripts, so that the page stays where it is.
    const end = Date.now() + 4000;
    const wait = (event) => {
      const { target, submitter } = event;
      const { hydrated } = document.documentElement.dataset;
      if (!target.hidden || Date.now() > end || hydrated !== undefined) return;
      event.preventDefault();
      setTimeout(() => target.requestSubmit(submitter), 50);
    };
    addEventListener("submit", wait, true);
  };
  for (const event of events) addEventListener(event, activate, true);
})();
