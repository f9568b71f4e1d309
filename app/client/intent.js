(() => {
  const { saveData, effectiveType = "" } = navigator.connection ?? {};
  if (saveData || effectiveType.includes("2g")) return;
  const acts = ["focusin", "keydown", "pointerover", "touchstart"];
  const wake = (event) => {
    if (
      event.type !== "keydown" &&
      !event.target.closest?.("a,button,input,textarea,select,summary,label")
    )
      return;
    for (const act of acts) removeEventListener(act, wake, true);
    const script = document.createElement("script");
    script.type = "module";
    script.textContent = Array.from(
      document.querySelectorAll('script[type="text/plain"]'),
      (asleep) => asleep.textContent,
    ).join("\n");
    document.head.append(script);
  };
  for (const act of acts) addEventListener(act, wake, { capture: true, passive: true });
})();
