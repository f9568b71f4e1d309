import type desk from "./locales/es/desk.json";
import type emails from "./locales/es/emails.json";
import type messages from "./locales/es/messages.json";
import type pages from "./locales/es/pages.json";
import type ui from "./locales/es/ui.json";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "ui";
    resources: {
      ui: typeof ui;
      pages: typeof pages;
      messages: typeof messages;
      emails: typeof emails;
      desk: typeof desk;
    };
  }
}
