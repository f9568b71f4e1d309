import type { HTMLElement } from "node-html-parser";
import { expect } from "vitest";
import type { Page } from "./site.ts";
import { type Code, translated } from "./words.ts";

/** Holds a refusal to design §4: status, message first in main, "Error:" before the title, links to the wrong fields. */
export function expectRefused(
  page: Page,
  status: number,
  code: Code,
  key: string,
  values?: Record<string, string>,
) {
  expect({ status: page.status, said: firstSaid(page, "alert") }).toEqual({
    status,
    said: expect.stringContaining(translated(code, `messages:${key}`, values)),
  });
  expect(page.dom.querySelector("html")?.getAttribute("lang")).toBe(code);
  expect(page.dom.querySelector("title")?.text).toMatch(`${translated(code, "form.error")}: `);
  for (const link of page.dom.querySelectorAll('main [role=alert] a[href^="#"]'))
    expectLinked(page.dom, link);
}

/** Holds a page to showing the message of an action that is done, first in main. */
export function expectSaid(page: Page, code: Code, key: string) {
  expect({ status: page.status, said: firstSaid(page, "status") }).toEqual({
    status: 200,
    said: translated(code, `messages:${key}`),
  });
}

/** @returns the text of the notice if nothing readable in main goes before it, else null */
export function firstSaid({ dom }: Page, role: "alert" | "status"): string | null {
  const main = dom.querySelector("main");
  const notice = main?.querySelector(`[role=${role}]`);
  if (!main || !notice) return null;
  const before = main.innerHTML.slice(0, main.innerHTML.indexOf(notice.outerHTML));
  const readable = before.replace(/<style.*?<\/style>|<[^>]*>/gsu, "").trim();
  return readable === "" ? notice.text : null;
}

function expectLinked(dom: HTMLElement, link: HTMLElement) {
  const id = link.getAttribute("href")!.slice(1);
  const field = dom.querySelector(`#${id}`);
  expect(field?.getAttribute("aria-invalid")).toBe("true");
  expect(field?.getAttribute("aria-describedby")).toContain(`${id}-error`);
  // A message of several fields stands once, before their names.
  expect(link.parentNode?.text).toContain(dom.querySelector(`#${id}-error`)!.text);
}
