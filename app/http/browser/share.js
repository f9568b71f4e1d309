if (navigator.share) {
  const button = document.querySelector("#share");
  const page = { title: document.title, url: location.pathname };
  button.hidden = false;
  // Closing the dialog is not an error.
  button.addEventListener("click", () => navigator.share(page).catch(() => {}));
}
