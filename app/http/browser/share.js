{
  const button = document.querySelector("#share");
  const copy = navigator.clipboard && !navigator.share;
  const say = (text) => {
    const message = document.createElement("p");
    message.role = "status";
    message.style =
      "position:fixed;z-index:3;inset:auto 1rem 1rem;max-width:30rem;margin:auto;padding:.875rem 1.125rem;border:1px solid var(--saving);border-radius:4px;background:var(--card);font-weight:600";
    document.body.append(message);
    // A screen reader speaks of what changes in a region that it knows.
    setTimeout(() => (message.textContent = text), 100);
    setTimeout(() => message.remove(), 8000);
  };
  const address = location.origin + location.pathname;
  button.hidden = !copy && !navigator.share;
  button.addEventListener("click", () =>
    copy
      ? navigator.clipboard.writeText(address).then(
          () => say("copied"),
          () => prompt("", address),
        )
      : // Closing the dialog is not an error.
        navigator.share({ url: location.pathname }).catch(() => {}),
  );
}
