import { mkdirSync } from "node:fs";
import { formatIn } from "#app/i18n/format.ts";
import { newAddress, test as base } from "./community-steps.ts";
import { browse, find, lynx, plain, startProxy } from "./lynx.ts";
import { sendersOf } from "./message-flows.ts";
import { expect } from "./steps.ts";
import { translationsOf } from "../support/translations.ts";

interface Own {
  /** Opens an address and presses keys. @returns the text of the resulting page */
  read: (address: string, ...keys: string[]) => Promise<string>;
}

const test = base.extend<Own>({
  // Lynx replaces Chromium's page.
  // oxlint-disable-next-line no-empty-pattern -- Playwright derives the fixtures that a fixture needs from the pattern
  complaints: ({}, use) => use([]),
  read: async ({ baseURL }, use, info) => {
    const proxy = await startProxy(newAddress(info.workerIndex));
    const folder = info.outputPath();
    mkdirSync(folder, { recursive: true });
    await use((address, ...keys) => browse(folder, proxy.url, baseURL + address, ...keys));
    proxy.close();
  },
});

test.skip(!lynx, "Lynx is not installed.");

const language = "de";
const { ui, messages, t } = translationsOf(language);
const format = formatIn(language);

test("search in Lynx", async ({ read }) => {
  const query = "bacarat rouge";
  const start = find(ui.home.exploreTitle);
  const page = await read(`/${language}`, ...start, query, "<enter>", "<enter>");
  expect(page).toContain(`(BUTTON) ${ui.search.submit}`);
  expect(page).toContain("Baccarat Rouge 540\n       Maison Francis Kurkdjian");
  const count = page.match(/^ {5}\* \S*\n\n\S.*\n {7}/gmu)?.length ?? 0;
  const results = t("search.results", { query, count, shown: format.number(count) });
  expect(page).toContain(plain(results));
});

test("open in Lynx", async ({ read }) => {
  const page = await read(`/${language}/brand/creed`, ...find("Aventus"), "<enter>");
  expect(page).toContain("Creed");
  const figure = new RegExp(`^ {7}(\\d+)\\s?% ${plain(ui.perfume.alike)}`, "gmu");
  const similarities = [...page.matchAll(figure)].map(([, percent]) => Number(percent));
  expect(similarities.length).toBeGreaterThan(1);
  expect(similarities).toEqual(similarities.toSorted((a, b) => b - a));
});

test("contact in Lynx", async ({ read, db }) => {
  const message = `Hello from Lynx, ${language}.`;
  const names = ["Ana", "<tab>", "ana@example.org", "<tab>"];
  const text = [message, "<enter>", "Bye.", "<tab>"];
  // The checkbox, past the link to the policy, then the button.
  const rest = ["<enter>", "<tab>", "<tab>", "<enter>"];
  const start = find(ui.contact.name);
  const page = await read(`/${language}/contact`, ...start, ...names, ...text, ...rest);
  expect(page).toContain(plain(messages.contact.sent));
  expect(page).toContain(plain(ui.form.leaveEmpty));
  expect(await sendersOf(db, `${message}\nBye.`)).toEqual([
    { name: "Ana", email: "ana@example.org" },
  ]);
});
