import { fileURLToPath } from "node:url";
import { expect } from "@playwright/test";
import type { Email } from "postal-mime";
import { lettersTo } from "../support/mail-server.ts";

export const lettersFolder = fileURLToPath(new URL("../../test-results/letters", import.meta.url));

/** Waits for a letter with this subject in somebody's letter box. */
export async function letterTo(address: string, subject: string): Promise<Email> {
  let letter: Email | undefined;
  await expect
    .poll(
      async () => {
        const letters = await lettersTo(lettersFolder, address);
        letter = letters.findLast((one) => one.subject === subject);
        return letter ? subject : letters.map((one) => one.subject);
      },
      { timeout: 15_000 },
    )
    .toBe(subject);
  return letter!;
}

/** The address that a letter leads to, the same in its text and in its page. */
export function linkIn({ text = "", html = "" }: Email): string {
  const [link = ""] = /https?:\/\/\S+/.exec(text) ?? [];
  expect(html).toContain(`href="${link}"`);
  return link;
}
