import { existsSync } from "node:fs";

const { CHROMIUM } = process.env;
const whole = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const shell = "/usr/bin/chromium-headless-shell";

const firstOf = (...paths: (string | undefined)[]) =>
  paths.find((path) => path && existsSync(path));

/** Starts the system's Chromium without a sandbox, because tests may run as root, and without its own network traffic. */
export const launchOptions = {
  executablePath: firstOf(CHROMIUM, ...whole),
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};

/** Uses the headless shell if there is one: it takes half the time, but has no back/forward cache. */
export const shellOptions = {
  ...launchOptions,
  executablePath: firstOf(CHROMIUM, shell, ...whole),
};
