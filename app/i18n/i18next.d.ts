import type pages from "./locales/es/pages.json";
import type ui from "./locales/es/ui.json";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "ui";
    resources: { ui: typeof ui; pages: typeof pages };
  }
}
