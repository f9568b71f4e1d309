import type { Page } from "@playwright/test";
import { createCookies } from "#app/http/middleware/cookies.ts";
import type { Db } from "#db/database.ts";
import { addAccount, emailOf, password } from "../support/accounts.ts";
import { connectTo, type Engine } from "./database.ts";
import { newSession } from "../support/sign-in.ts";
import { sessionSecret } from "./session-secret.ts";
import { test as base } from "./steps.ts";

const cookies = createCookies({ secure: false, sessionSecrets: [sessionSecret] });

/** A person with an account. */
export interface Member {
  id: string;
  /** the username that others see */
  name: string;
  email: string;
  password: string;
  /** the cookie of one of their sessions */
  session: { name: string; value: string; url: string };
}

let made = 0;
/** A word unique in the test run, because each worker counts separately. */
export const fresh = (word: string, worker: number) => `${word}_${worker}_${++made}`;

interface Own {
  member: Member;
  /** somebody else */
  other: Member;
}

/** A test with the server's database and two people with accounts. */
export const test = base.extend<Own, { db: Db; engine: Engine }>({
  engine: ["sqlite", { scope: "worker", option: true }],
  db: [
    async ({ engine }, use) => {
      const db = connectTo(engine);
      await use(db);
      await db.destroy();
    },
    { scope: "worker" },
  ],
  member: async ({ db, baseURL }, use, { workerIndex }) => {
    await use(await addMember(db, fresh("ana", workerIndex), baseURL!));
  },
  other: async ({ db, baseURL }, use, { workerIndex }) => {
    await use(await addMember(db, fresh("leo", workerIndex), baseURL!));
  },
});

async function addMember(db: Db, name: string, url: string): Promise<Member> {
  // With over 100 accounts on the site, the votes of a new one would not count yet (RULES.md 5.8).
  const createdAt = new Date(Date.now() - 30 * 86_400_000).toISOString();
  const id = await addAccount(db, name, { createdAt });
  const value = await newSession(db, cookies, id);
  return {
    id,
    name,
    email: emailOf(name),
    password,
    session: { name: cookies.session.name, value, url },
  };
}

/** Signs somebody in without the form, which the account journeys cover, and opens a page. */
export async function signIn(page: Page, { session }: Member, to: string) {
  await page.context().addCookies([session]);
  await page.goto(to);
}
