import { existsSync } from "node:fs";

const { CHROMIUM } = process.env;
const whole = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const shell = "/usr/bin/chromium-headless-shell";

const firstOf = (...paths: (string | undefined)[]) =>
  paths.find((path) => path && existsSync(path));

/** How the tests start the system's Chromium: no sandbox (they may run as root), and no talk of its own to the network. */
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

/** The same without a browser's windows, where there is one: it takes half the time, and lacks a back/forward cache. */
export const shellOptions = {
  ...launchOptions,
  executablePath: firstOf(CHROMIUM, shell, ...whole),
};
