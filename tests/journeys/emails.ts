import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "@playwright/test";
import type { Email } from "postal-mime";
import type { Engine } from "./database.ts";
import { emailsTo } from "../support/mail-server.ts";

const folder = fileURLToPath(new URL("../../test-results/emails", import.meta.url));
/** where each server's emails go */
export const emailFolders: Record<Engine, string> = {
  sqlite: folder,
  postgres: `${folder}-postgres`,
};

/** Waits for an email with this subject in a person's mailbox. */
export async function emailTo(address: string, subject: string): Promise<Email> {
  let email: Email | undefined;
  await expect
    .poll(async () => {
      const boxes = Object.values(emailFolders).filter((box) => existsSync(box));
      const emails = (await Promise.all(boxes.map((box) => emailsTo(box, address)))).flat();
      email = emails.findLast((one) => one.subject === subject);
      return email ? subject : emails.map((one) => one.subject);
    })
    .toBe(subject);
  return email!;
}

/** The link of an email, which is the same in its text and its HTML. */
export function linkIn({ text = "", html = "" }: Email): string {
  const [link = ""] = /https?:\/\/\S+/.exec(text) ?? [];
  expect(html).toContain(`href="${link}"`);
  return link;
}
