// A crowd that reads and writes on sites whose database fails, and records what was acknowledged.
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import type { Db } from "#db/database.ts";
import { registration } from "./accounts.ts";
import { addPerfumeWithDupe } from "./database.ts";
import { messageForm } from "./message-form.ts";
import type { Answer, RunningSite } from "./postgres-site.ts";
import { sessionCookie } from "./sign-in.ts";

type Kind = "page" | "vote" | "review" | "suggestion" | "message" | "sign-up";

export interface CrowdAnswer extends Answer {
  kind: Kind;
  /** when it was sent and answered, in ms of `performance.now()` */
  from: number;
  until: number;
  /** a refused form that does not show what was typed */
  forgot: boolean;
}

export interface Crowd {
  answers: CrowdAnswer[];
  /** cut off, or answered with an error of the server */
  failed(): CrowdAnswer[];
  /** Waits for this many more answers. */
  more(count: number): Promise<void>;
  stop(): Promise<void>;
  /** @returns what was acknowledged but is missing from the database */
  lost(db: Db): Promise<string[]>;
}

interface Community {
  people: { id: string; cookie: string }[];
  bottles: { path: string; dupe: number }[];
}

export async function addCommunity(db: Db, { people = 40, bottles = 12 } = {}): Promise<Community> {
  const community: Community = { people: [], bottles: [] };
  for (let n = 0; n < people; n++) {
    const id = `person_${n}`;
    community.people.push({ id, cookie: await sessionCookie(db, id) });
  }
  for (let n = 0; n < bottles; n++) {
    const { path, dupe } = await addPerfumeWithDupe(db);
    community.bottles.push({ path: `/es${path}`, dupe });
  }
  return community;
}

const round: Kind[] = [
  "vote",
  "page",
  "review",
  "vote",
  "suggestion",
  "vote",
  "page",
  "message",
  "review",
  "vote",
];
/** ms between a person's actions, so that daily limits last for minutes */
const restTime = 10;
const signUpEvery = 60;

/** @param sites used in turn, one per action @param atOnce concurrent requests */
export function startCrowd(
  sites: RunningSite[],
  { people, bottles }: Community,
  { atOnce = 8 } = {},
): Crowd {
  const answers: CrowdAnswer[] = [];
  const kept: Record<Exclude<Kind, "page">, Set<string>> = {
    vote: new Set(),
    review: new Set(),
    suggestion: new Set(),
    message: new Set(),
    "sign-up": new Set(),
  };
  let acts = 0;
  const stopping = new AbortController();

  /** @returns the form, what is typed in it, and how to find it in the database */
  function formOf(kind: Exclude<Kind, "page">, n: number) {
    const person = people[n % people.length]!;
    const { path, dupe } = bottles[Math.floor(n / people.length) % bottles.length]!;
    const mine = { Cookie: person.cookie };
    const typed = `What was typed ${n}`;
    switch (kind) {
      case "vote": {
        const fields = { intent: "vote", dupe_id: String(dupe), voto: n % 3 ? "1" : "-1" };
        return { path, fields, headers: mine, typed: null, key: `${person.id} ${dupe}` };
      }
      case "review": {
        const fields = { intent: "publish-review", dupe_id: String(dupe), description: typed };
        return { path, fields, headers: mine, typed, key: typed };
      }
      case "suggestion": {
        const fields = {
          intent: "suggest-perfume",
          nombre_perfume: typed,
          marca_perfume: "Zara",
        };
        return { path: "/es", fields, headers: {}, typed, key: typed };
      }
      case "message": {
        const fields = messageForm(typed);
        return { path: "/es/contact", fields, headers: {}, typed, key: typed };
      }
      case "sign-up": {
        const fields = registration(`new_${n}`);
        const { email } = fields;
        return { path: "/es/auth", fields, headers: {}, typed: email, key: email };
      }
    }
  }

  async function act(n: number) {
    const site = sites[n % sites.length]!;
    const kind = n % signUpEvery === 0 ? "sign-up" : round[n % round.length]!;
    const from = performance.now();
    const sent = (answer: Answer, forgot = false) =>
      answers.push({ ...answer, kind, from, until: performance.now(), forgot });
    if (kind === "page") {
      const person = people[n % people.length]!;
      sent(
        await site.get(
          bottles[n % bottles.length]!.path,
          n % 20 < 10 ? { Cookie: person.cookie } : {},
        ),
      );
      return;
    }
    const { path, fields, headers, typed, key } = formOf(kind, n);
    const answer = await site.post(path, fields, headers);
    if (answer.status === 303) kept[kind].add(key);
    sent(answer, answer.status === 503 && typed !== null && !answer.page.includes(typed));
  }

  async function live() {
    while (!stopping.signal.aborted) {
      await act(++acts);
      await pause(restTime);
    }
  }

  const lives = Promise.all(Array.from({ length: atOnce }, live));
  return {
    answers,
    failed: () => answers.filter(({ status }) => status === 0 || status >= 500),
    async more(count) {
      const enough = answers.length + count;
      await expect.poll(() => answers.length).toBeGreaterThan(enough);
    },
    async stop() {
      stopping.abort();
      await lives;
    },
    async lost(db) {
      const stored = await storedIn(db);
      return Object.entries(kept).flatMap(([kind, keys]) =>
        [...keys].filter((key) => !stored[kind]!.has(key)).map((key) => `${kind} ${key}`),
      );
    },
  };
}

async function storedIn(db: Db): Promise<Record<string, Set<string>>> {
  const votes = await db.selectFrom("user_votes").select(["user_id", "dupe_id"]).execute();
  const reviews = await db.selectFrom("dupe_reviews").select("description").execute();
  const suggestions = await db
    .selectFrom("sugerencias_perfumes")
    .select("nombre_perfume")
    .execute();
  const messages = await db.selectFrom("contact_messages").select("message").execute();
  const accounts = await db.selectFrom("accounts").select("email").execute();
  return {
    vote: new Set(votes.map(({ user_id, dupe_id }) => `${user_id} ${dupe_id}`)),
    review: new Set(reviews.map(({ description }) => description)),
    suggestion: new Set(suggestions.map(({ nombre_perfume }) => nombre_perfume)),
    message: new Set(messages.map(({ message }) => message)),
    "sign-up": new Set(accounts.map(({ email }) => email)),
  };
}

/** Number of responses by status, as text for the table of faults. */
export const figuresOf = ({ answers, failed }: Crowd) =>
  `${answers.length} requests, ${failed().length} failed`;
