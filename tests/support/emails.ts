// The emails that a site has queued; its mail server is down.
import { emailOf } from "./accounts.ts";
import type { TestSite } from "./site.ts";

export const emailsTo = (site: Pick<TestSite, "db">, recipient: string) =>
  site.db
    .selectFrom("outbox")
    .selectAll()
    .where("recipient", "=", recipient)
    .orderBy("id")
    .execute();

export const subjectsTo = async (site: Pick<TestSite, "db">, name: string) =>
  (await emailsTo(site, emailOf(name))).map(({ subject }) => subject);

/** Path and query of the link in the newest email to an address, and its token. */
export async function linkTo(site: Pick<TestSite, "db" | "origin">, recipient: string) {
  const { text } = (await emailsTo(site, recipient)).at(-1)!;
  const [url] = /https?:\/\/\S+token=\S+/u.exec(text!)!;
  if (!url.startsWith(`${site.origin}/`)) throw new Error(`The link leads to ${url}`);
  const token = new URL(url).searchParams.get("token")!;
  return { link: url.slice(site.origin.length), token };
}
