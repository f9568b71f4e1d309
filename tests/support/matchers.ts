import { expect } from "vitest";
import type { Language } from "#app/i18n/languages.ts";
import { noticeIn, refusalIn } from "./form-page.ts";
import type { Page } from "./site.ts";
import { type MessageKey, translate, type Values } from "./translations.ts";

interface Refused {
  /** the fields that are wrong, in the order of the form */
  fields?: string[];
  /** values filled into the message */
  values?: Values;
}

interface Shown {
  values?: Values;
  /** "alert" for an action that failed and led to another page */
  role?: "alert" | "status";
}

type RefusedArguments = [status: number, language: Language, key: MessageKey, more?: Refused];
type ShownArguments = [language: Language, key: MessageKey, more?: Shown];

declare module "vitest" {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** The page refuses a form as required by RULES.md 12.6. */
    toBeRefused(...refused: RefusedArguments): R;
    /** The page shows the previous action's message as required by RULES.md 12.5. */
    toShow(...shown: ShownArguments): R;
  }
}

expect.extend({
  toBeRefused(
    page: Page,
    ...[status, language, key, { fields = [], values } = {}]: RefusedArguments
  ) {
    const expected = {
      status,
      language,
      isMarkedInTitle: true,
      text: expect.stringContaining(translate(language, `messages:${key}`, values)),
      takesFocus: true,
      linked: fields,
      marked: fields,
      untold: [],
      passwords: "",
    };
    const found = { ...headOf(page, language), ...refusalIn(page) };
    return {
      pass: this.equals(found, expected),
      message: () => `the page does not refuse as expected: ${this.utils.diff(expected, found)}`,
    };
  },

  toShow(page: Page, ...[language, key, { values, role = "status" } = {}]: ShownArguments) {
    const text = translate(language, `messages:${key}`, values);
    const expected = { status: 200, language, isMarkedInTitle: false, notice: { role, text } };
    const found = { ...headOf(page, language), notice: noticeIn(page) };
    return {
      pass: this.equals(found, expected),
      message: () => `the page does not show the message: ${this.utils.diff(expected, found)}`,
    };
  },
});

function headOf({ status, dom }: Page, language: Language) {
  const title = dom.querySelector("title")?.text ?? "";
  return {
    status,
    language: dom.querySelector("html")?.getAttribute("lang"),
    isMarkedInTitle: title.startsWith(`${translate(language, "form.error")} `),
  };
}
