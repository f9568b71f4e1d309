{
  // On phones the browser's own button, alone, would be too small a target.
  const film = document.querySelector(".film .narrow");
  const reach = () => (film.style.pointerEvents = film.paused ? "none" : "");
  if (film) {
    for (const event of ["pause", "play"]) film.addEventListener(event, reach);
    reach();
    film.parentNode.addEventListener("click", ({ target }) => target.play ?? film.play());
  }
}
