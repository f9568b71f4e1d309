const deskRoutes = "routes/desk/";

/** As the router is for whom there is no desk (RULES.md 25.1). */
export function withoutDesk<Build extends { routes: Record<string, unknown> }>(
  build: Build,
): Build {
  const routes = Object.entries(build.routes).filter(([id]) => !id.startsWith(deskRoutes));
  return { ...build, routes: Object.fromEntries(routes) };
}
