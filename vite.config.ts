import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import {
  deskOnServersOnly,
  minifiedInlineScripts,
  plainImports,
  siteInDevelopment,
} from "./vite.plugins.ts";

export default defineConfig({
  plugins: [
    minifiedInlineScripts(),
    siteInDevelopment(),
    deskOnServersOnly(),
    reactRouter(),
    plainImports(),
  ],
  build: {
    assetsInlineLimit: 0,
    cssMinify: "lightningcss",
    // Spring 2023: supporting older browsers fully would double the bytes; they get the page without refinements.
    cssTarget: ["chrome111", "safari16.4", "firefox113"],
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // One chunk for the code shared by every page is 5 KB of brotli smaller than twenty chunks.
              groups: [
                {
                  name: "frame",
                  test: /\/app\/(http\/(forms\/deliver|browser\/react-router-internals)\.ts|ui\/(header|footer|consent-banner|error-page|perfume-picture|refused|message-box|head|honeypot-field|sign-in-ways)\.tsx)$/,
                },
                // Named, so that a page can ask for its language's (hydrate-on-intent.ts).
                {
                  name: (id) => `texts-${/locales\/(\w+)/u.exec(id)?.[1]}`,
                  test: /\/i18n\/locales\/\w+\/ui\.json$/,
                },
                // What cards share with their panels, which would otherwise come with every page of a perfume.
                {
                  name: "card",
                  test: /\/app\/routes\/perfume\/(prices\/price-line\.tsx|page-address\.ts)$/,
                },
              ],
            },
          },
        },
      },
    },
  },
});
