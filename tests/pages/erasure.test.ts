import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { afterAll, expect, test, vi } from "vitest";
import { hashSync } from "bcryptjs";
import { emailOf, password } from "../support/accounts.ts";
import { addPerfumeWithDupe } from "../support/database.ts";
import { messageForm } from "../support/message-form.ts";
import { signedIn } from "../support/sign-in.ts";
import { onPostgres } from "../support/postgres-databases.ts";
import { openSite } from "../support/site.ts";
import { eventually } from "../support/eventually.ts";

// The mail server is down, so emails wait in the database.
const site = await openSite({ SMTP_URL: "smtp://127.0.0.1:9", CONTACT_TO: emailOf("team") });
afterAll(() => site.close());

/** Which of these words are in the database files. */
function inFiles(words: string[]): string[] {
  const path = site.config.databaseUrl.slice("file:".length);
  const files = ["", "-wal", "-shm"].map((end) => path + end).filter((file) => existsSync(file));
  // By another process: closing a descriptor here would drop SQLite's locks.
  const bytes = execFileSync("cat", files, { maxBuffer: 64 * 1024 * 1024 });
  return words.filter((word) => bytes.includes(word));
}

const count = async (table: "contact_messages" | "outbox") =>
  (await site.db.selectFrom(table).selectAll().execute()).length;

const contact = (message: string, email: string) =>
  messageForm(message, { name: "Somebody Unusual", email });

test.skipIf(onPostgres)(
  "after housekeeping no database file contains anything deleted: account, review, emails, messages, tokens",
  async () => {
    vi.spyOn(console, "error").mockReturnValue();
    const passwordHash = hashSync(password, 4);
    const person = await signedIn(site, "zirimiri", { passwordHash });
    const visitor = site.newBrowser();
    const { path, dupe } = await addPerfumeWithDupe(site.db);
    const review = { intent: "publish-review", dupe_id: String(dupe), description: "Lehendakari" };
    expect((await person.post(`/en${path}`, review)).status).toBe(303);
    await person.post("/en/contact", contact("Etxekoandre", emailOf("zirimiri")));
    await visitor.post("/en/contact", contact("Arrantzale", emailOf("zirimiri").toUpperCase()));
    await visitor.post("/en/auth/forgot", { email: emailOf("zirimiri") });
    const tokens = await site.db.selectFrom("account_tokens").select("token_hash").execute();
    const sessions = await site.db.selectFrom("sessions").select("token_hash").execute();
    const secrets = [...tokens, ...sessions].map(({ token_hash }) => token_hash);
    const texts = ["zirimiri", "Lehendakari", "Etxekoandre", "Arrantzale", passwordHash];
    expect([secrets.length, await count("contact_messages"), await count("outbox")]).toEqual([
      2, 2, 3,
    ]);
    expect(inFiles([...texts, ...secrets])).toEqual([...texts, ...secrets]);

    const gone = await person.post("/en/profile", { intent: "delete-account", password });
    expect(gone.status).toBe(303);
    expect([await count("contact_messages"), await count("outbox")]).toEqual([0, 0]);
    await site.start();
    await eventually(() => expect(inFiles([...texts, ...secrets])).toEqual([]));
  },
);

test("deleting an account keeps what others wrote, even if their address is similar", async () => {
  const [ana, bea] = [await signedIn(site, "ana"), await signedIn(site, "bea")];
  await ana.post("/en/contact", contact("Mine", emailOf("ana")));
  await bea.post("/en/contact", contact("About ana", emailOf("ana")));
  await site.newBrowser().post("/en/contact", contact("Another", `x${emailOf("ana")}`));
  await ana.post("/en/profile", { intent: "delete-account", password });
  const left = await site.db
    .selectFrom("contact_messages")
    .select("message")
    .orderBy("id")
    .execute();
  expect(left.map(({ message }) => message)).toEqual(["About ana", "Another"]);
});

test("the export has the messages that a person sent while signed in, and emails to them, but nothing sent in their name by strangers", async () => {
  const eva = await signedIn(site, "eva");
  await eva.post("/en/contact", contact("From eva", "other@example.org"));
  await site.newBrowser().post("/en/contact", contact("A stranger's", emailOf("eva")));
  await site.newBrowser().post("/en/auth/forgot", { email: emailOf("eva") });
  const data = JSON.parse((await eva.get("/profile/data")).html);
  expect(data.messages).toMatchObject([
    { name: "Somebody Unusual", email: "other@example.org", message: "From eva" },
  ]);
  expect(data.emails).toMatchObject([{ recipient: emailOf("eva"), sent_at: null }]);
  expect(JSON.stringify(data)).not.toMatch(/stranger|token|hash/);
});

test("an account with the operators' address can neither read nor delete messages to the operators", async () => {
  const team = await signedIn(site, "team");
  await site.newBrowser().post("/en/contact", contact("For the operators", "gil@example.org"));
  const waiting = () =>
    site.db.selectFrom("outbox").select("id").where("reply_to", "=", "gil@example.org").execute();
  expect(await waiting()).toHaveLength(1);
  expect(JSON.parse((await team.get("/profile/data")).html).emails).toEqual([]);
  await team.post("/en/profile", { intent: "delete-account", password });
  expect(await waiting()).toHaveLength(1);
});

test("where addresses are not confirmed, deleting an account keeps visitors' messages with its address", async () => {
  const unconfirmed = await openSite();
  try {
    await unconfirmed.newBrowser().post("/en/contact", contact("Mine", emailOf("lucia")));
    const stranger = await signedIn(unconfirmed, "lucia");
    await stranger.post("/en/contact", contact("A stranger's", emailOf("lucia")));
    await stranger.post("/en/profile", { intent: "delete-account", password });
    const left = await unconfirmed.db.selectFrom("contact_messages").select("message").execute();
    expect(left).toEqual([{ message: "Mine" }]);
  } finally {
    await unconfirmed.close();
  }
});
