if (navigator.share) {
  const button = document.querySelector("#share");
  button.hidden = false;
  // Closing the dialog is not an error.
  button.addEventListener("click", () =>
    navigator.share({ url: location.pathname }).catch(() => {}),
  );
}
