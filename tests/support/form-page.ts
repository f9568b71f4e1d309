// The only module that knows how a page shows a refused form and an action's message.
import type { HTMLElement } from "node-html-parser";
import type { Page } from "./site.ts";

export interface Notice {
  role: "alert" | "status";
  text: string;
}

export interface Refusal {
  text: string | undefined;
  takesFocus: boolean;
  /** names of the fields that the alert links to, in its order */
  linked: string[];
  marked: string[];
  /** texts of links whose field does not announce the error */
  untold: string[];
  passwords: string;
}

export function refusalIn(page: Page): Refusal {
  const alert = alertIn(page);
  const links = alert?.querySelectorAll('a[href^="#"]') ?? [];
  const passwords = page.dom.querySelectorAll("input[type=password]");
  return {
    text: alert?.text,
    takesFocus: alert?.hasAttribute("autofocus") ?? false,
    linked: links.map((link) => link.getAttribute("href")!.replace(/^#.*-/u, "")),
    marked: page.dom
      .querySelectorAll("main [aria-invalid=true]")
      .map((field) => field.getAttribute("name")!),
    untold: links.filter((link) => !isToldAtField(page, link)).map((link) => link.text),
    passwords: passwords.map((input) => input.getAttribute("value") ?? "").join(""),
  };
}

/** The field is described by its own error, which is the link's text, or by the message above several linked fields. */
function isToldAtField({ dom }: Page, link: HTMLElement): boolean {
  const id = link.getAttribute("href")!.slice(1);
  const described = dom.querySelector(`#${id}`)?.getAttribute("aria-describedby") ?? "";
  const told = described.split(" ").map((one) => one && dom.querySelector(`#${one}`)?.text);
  const item = link.closest("li")?.parentNode?.closest("li") ?? link;
  return told.some((text) => text && (text === link.text || item.text.startsWith(text)));
}

/** A desk page's refusal: its status, and the text of its alert, which is below the desk's navigation. */
export function deskRefusal(page: Page): [number, string | undefined] {
  const alert = page.dom.querySelector("main [role=alert]");
  return [
    page.status,
    alert?.hasAttribute("autofocus") ? alert.querySelector("p")?.text : undefined,
  ];
}

/** The page's message about the last action, success or failure; null when there is none. */
export function noticeIn(page: Page): Notice | null {
  for (const role of ["alert", "status"] as const) {
    const notice = role === "alert" ? alertIn(page) : firstInMain(page, role);
    if (notice) return { role, text: notice.querySelector("p")?.text ?? notice.text };
  }
  return null;
}

/** All texts in alerts and statuses, anywhere in `main`. */
export function messagesIn({ dom }: Page): string[] {
  return dom.querySelectorAll("main [role=alert], main [role=status]").map(({ text }) => text);
}

/** First in `main`, or in the opened part of a card that has the form. */
const alertIn = (page: Page) =>
  firstInMain(page, "alert") ?? page.dom.querySelector("main section .notice[role=alert]");

/** The ways on that a refusal offers, e.g. to log in and to sign up. */
export function linksInAlert(page: Page): HTMLElement[] {
  return alertIn(page)?.querySelectorAll('a:not([href^="#"])') ?? [];
}

export const linkInAlert = (page: Page): HTMLElement | undefined => linksInAlert(page)[0];

/** The value of the field with this name; undefined when there is no such field. */
export function fieldValue({ dom }: Page, name: string): string | undefined {
  const field = dom.querySelector(`main input[name=${name}], main textarea[name=${name}]`);
  if (!field) return undefined;
  // HTML drops one line break at the beginning of a textarea.
  if (field.rawTagName === "textarea") return field.text.replace(/^\n/u, "");
  return field.getAttribute("value") ?? "";
}

export function isChecked({ dom }: Page, name: string): boolean {
  return dom.querySelector(`main input[type=checkbox][name=${name}]`)!.hasAttribute("checked");
}

/** The element with this role, if nothing readable in `main` precedes it. */
function firstInMain({ dom }: Page, role: Notice["role"]): HTMLElement | undefined {
  const main = dom.querySelector("main");
  const notice = main?.querySelector(`[role=${role}]`);
  if (!main || !notice) return undefined;
  const before = main.innerHTML.slice(0, main.innerHTML.indexOf(notice.outerHTML));
  const readable = before.replace(/<style.*?<\/style>|<[^>]*>/gsu, "").trim();
  return readable === "" ? notice : undefined;
}
