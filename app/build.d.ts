declare module "*/build/server/index.js" {
  type Build = import("react-router").ServerBuild;
  export const entry: { module: Build["entry"]["module"] & typeof import("./entry.server.tsx") };
  export const routes: Build["routes"];
  export const assets: Build["assets"];
  export const publicPath: string;
  export const assetsBuildDirectory: string;
  export const future: Build["future"];
  export const ssr: boolean;
  export const isSpaMode: boolean;
  export const prerender: string[];
  export const routeDiscovery: Build["routeDiscovery"];
}
