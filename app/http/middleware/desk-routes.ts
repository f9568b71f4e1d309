const deskRoutes = "routes/desk/";

/** Removes the desk from a build or manifest for everybody but operators (RULES.md 10.2). */
export function withoutDesk<Build extends { routes: Record<string, unknown> }>(
  build: Build,
): Build {
  const routes = Object.entries(build.routes).filter(([id]) => !id.startsWith(deskRoutes));
  return { ...build, routes: Object.fromEntries(routes) };
}
