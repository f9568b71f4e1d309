/** @returns whether the page has come alive: false on the server, and while React takes over what came with the page */
export const isAlive = (): boolean =>
  !import.meta.env.SSR && document.documentElement.dataset.hydrated !== undefined;
