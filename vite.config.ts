import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vitest/config";

const testing = process.env.VITEST !== undefined;

export default defineConfig({
  plugins: testing ? [] : [reactRouter()],
  build: {
    assetsInlineLimit: 0,
    cssMinify: "lightningcss",
    // From spring 2023 on: older ones get the page without the finer points, not with twice the bytes.
    cssTarget: ["chrome111", "safari16.4", "firefox113"],
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{app,db,migrations}/**/*.test.{ts,tsx}", "tests/*.test.ts"],
        },
      },
      // On the built server; a process of its own for each file, because the configuration is read once.
      {
        extends: true,
        test: {
          name: "pages",
          include: ["tests/pages/**/*.test.ts"],
          pool: "forks",
          testTimeout: 20_000,
        },
      },
    ],
  },
});
