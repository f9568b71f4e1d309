import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Db } from "#db/database.ts";
import { freshDatabase } from "../../tests/support/database.ts";
import { contactEmail } from "#app/domain/messages/message-emails.ts";
import { type Outgoing, Unmakeable } from "./message.ts";
import { queueEmail } from "./outbox.ts";
import { createMailWorker } from "./mail-worker.ts";
import { deliverBySmtp, deliverToFolder, failureOf, type Transport } from "./transport.ts";

const from = { name: "Sosia", address: "no-reply@sosia.example" };
const now = new Date("2026-03-01T10:00:00.000Z");
const afterMinutes = (n: number) => new Date(now.getTime() + n * 60_000);

const email: Outgoing = {
  message_id: "0f5e",
  recipient: "ana@example.org",
  reply_to: null,
  subject: "Así suena: ñ",
  text: "Hola,\n.\nhttps://sosia.example/auth/confirm?token=abc\n",
  unsubscribe_url: null,
  html: "<p>Hola</p>",
  created_at: now.toISOString(),
};

interface Received {
  envelope: { from: string; to: string[] };
  raw: string;
}

let transports: Transport[];
let servers: SMTPServer[];
let received: Received[];
let db: Db;

beforeEach(async () => {
  vi.spyOn(console, "error").mockReturnValue();
  [transports, servers, received] = [[], [], []];
  db = await freshDatabase();
});

afterEach(async () => {
  for (const transport of transports) transport.close();
  await Promise.all(servers.map(stop));
  vi.restoreAllMocks();
});

/** A mail server that accepts every recipient but nobody@…. @returns its port */
async function mailServer(port = 0): Promise<number> {
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    onRcptTo({ address }, _, done) {
      const unknown = Object.assign(new Error("No such user here"), { responseCode: 550 });
      done(address.startsWith("nobody@") ? unknown : null);
    },
    onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
      const pieces: Buffer[] = [];
      stream.on("data", (piece: Buffer) => pieces.push(piece));
      stream.on("end", () => {
        const envelope = {
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
        };
        received.push({ envelope, raw: Buffer.concat(pieces).toString() });
        done();
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  servers.push(server);
  return (server.server.address() as AddressInfo).port;
}

const stop = (server: SMTPServer) =>
  new Promise<void>((resolve) => {
    server.close(resolve);
  });

function smtp(port: number) {
  const transport = deliverBySmtp(`smtp://127.0.0.1:${port}`, from);
  transports.push(transport);
  return transport.deliver;
}

const headerNames = (raw: string) =>
  raw
    .slice(0, raw.indexOf("\r\n\r\n"))
    .split("\r\n")
    .filter((line) => !/^\s/.test(line))
    .map((line) => line.split(":")[0]!)
    .toSorted();

const usualHeaders = [
  "Auto-Submitted",
  "Content-Type",
  "Date",
  "From",
  "MIME-Version",
  "Message-ID",
  "Subject",
  "To",
];

test("a mail server receives the email with its headers, as text and as HTML", async () => {
  await smtp(await mailServer())({ ...email, reply_to: "bea@example.org" });
  expect(received).toHaveLength(1);
  const [{ envelope, raw }] = received as [Received];
  expect(envelope).toEqual({ from: from.address, to: ["ana@example.org"] });
  expect(headerNames(raw)).toEqual([...usualHeaders, "Reply-To"].toSorted());
  const mail = await PostalMime.parse(raw);
  expect(mail).toMatchObject({
    from,
    to: [{ address: "ana@example.org", name: "" }],
    replyTo: [{ address: "bea@example.org", name: "" }],
    subject: "Así suena: ñ",
    messageId: "<0f5e@sosia.example>",
    date: now.toISOString(),
    attachments: [],
  });
  expect(mail.text?.trimEnd()).toBe(email.text.trimEnd());
  expect(mail.html?.trimEnd()).toBe(email.html);
  expect(mail.headers.find(({ key }) => key === "auto-submitted")?.value).toBe("auto-generated");
});

test("no header can be smuggled in, not even past the outbox", async () => {
  const evil = "x\r\nBcc: victim@example.org\r\n\r\nBody";
  const deliver = smtp(await mailServer());
  await deliver({ ...email, subject: evil });
  for (const part of [{ recipient: `ana@example.org${evil}` }, { reply_to: evil }])
    await expect(deliver({ ...email, ...part })).rejects.toThrow("cannot be formatted");
  expect(received.map(({ envelope }) => envelope.to)).toEqual([["ana@example.org"]]);
  expect(headerNames(received[0]!.raw)).toEqual(usualHeaders);
});

test("a hostile name in the contact form stays in the subject and in the email", async () => {
  const message = contactEmail("operator@sosia.example", {
    name: "Eve\r\nBcc: victim@example.org\r\n\r\n<b>",
    email: "eve@example.org",
    message: "Hello\r\n.\r\nMAIL FROM:<x@example.org>\r\n<script>",
  });
  await queueEmail(db, message, now);
  expect(await createMailWorker(db, smtp(await mailServer())).sendDue(now)).toBe(1);
  expect(received).toMatchObject([{ envelope: { to: ["operator@sosia.example"] } }]);
  const mail = await PostalMime.parse(received[0]!.raw);
  expect(headerNames(received[0]!.raw)).toEqual([...usualHeaders, "Reply-To"].toSorted());
  expect(mail.subject).toBe(
    "Mensaje del formulario de contacto de Sosia – Eve Bcc: victim@example.org <b>",
  );
  expect(mail.replyTo).toMatchObject([{ address: "eve@example.org" }]);
  expect(mail.text).toContain("Hello\n.\nMAIL FROM:<x@example.org>\n<script>");
  expect(mail.html).not.toMatch(/<script>|<b>/);
});

test("nothing is fetched or read for an email: a path or an address in it is plain text", async () => {
  await smtp(await mailServer())({ ...email, text: "file:///etc/passwd", html: "/etc/passwd" });
  expect(await PostalMime.parse(received[0]!.raw)).toMatchObject({
    text: expect.stringContaining("file:///etc/passwd"),
    attachments: [],
  });
});

test("while the mail server is down nothing is lost; the same email arrives later", async () => {
  const port = await mailServer();
  await stop(servers.pop()!);
  await queueEmail(db, { ...email, to: email.recipient }, now);
  const { message_id } = await db
    .selectFrom("outbox")
    .select("message_id")
    .executeTakeFirstOrThrow();
  const sender = createMailWorker(db, smtp(port));
  expect(await sender.sendDue(now)).toBe(0);
  expect(await sender.sendDue(afterMinutes(1))).toBe(0);
  expect(await db.selectFrom("outbox").selectAll().execute()).toMatchObject([
    { attempts: 2, next_attempt_at: afterMinutes(6).toISOString(), text: email.text },
  ]);
  await mailServer(port);
  expect(await sender.sendDue(afterMinutes(6))).toBe(1);
  expect((await PostalMime.parse(received[0]!.raw)).messageId).toBe(
    `<${message_id}@sosia.example>`,
  );
});

test("a mailbox that does not exist makes only its own email dead", async () => {
  for (const to of ["ana@example.org", "nobody@example.org", "bea@example.org"])
    await queueEmail(db, { ...email, to }, now);
  expect(await createMailWorker(db, smtp(await mailServer())).sendDue(now)).toBe(2);
  expect(received.flatMap(({ envelope }) => envelope.to).toSorted()).toEqual([
    "ana@example.org",
    "bea@example.org",
  ]);
  const dead = db.selectFrom("outbox").selectAll().where("dead_at", "is not", null);
  expect(await dead.execute()).toMatchObject([
    { recipient: "nobody@example.org", last_error: "EENVELOPE RCPT TO 550" },
  ]);
});

test("an email that cannot be formatted is dead", async () => {
  await queueEmail(db, { ...email, to: email.recipient }, now);
  await db.updateTable("outbox").set({ recipient: "ana, bea" }).execute();
  const folder = join(mkdtempSync(join(tmpdir(), "sosia-eml-")), "outbox");
  const { deliver } = deliverToFolder(folder, from);
  expect(await createMailWorker(db, deliver).sendDue(now)).toBe(0);
  expect(await db.selectFrom("outbox").selectAll().execute()).toMatchObject([
    { dead_at: now.toISOString(), last_error: "EUNMAKEABLE" },
  ]);
});

test("without a mail server emails are files in a folder, readable only by their owner", async () => {
  const folder = join(mkdtempSync(join(tmpdir(), "sosia-eml-")), "deep", "outbox");
  const { deliver } = deliverToFolder(folder, from);
  await deliver(email);
  await deliver(email);
  expect(readdirSync(folder)).toEqual(["0f5e.eml"]);
  const path = join(folder, "0f5e.eml");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(await PostalMime.parse(readFileSync(path))).toMatchObject({
    to: [{ address: "ana@example.org" }],
    subject: email.subject,
    text: expect.stringContaining("token=abc"),
  });
});

test("a folder that cannot be written keeps the email waiting", async () => {
  await queueEmail(db, { ...email, to: email.recipient }, now);
  const file = join(mkdtempSync(join(tmpdir(), "sosia-eml-")), "file");
  writeFileSync(file, "");
  expect(await createMailWorker(db, deliverToFolder(file, from).deliver).sendDue(now)).toBe(0);
  expect(await db.selectFrom("outbox").selectAll().execute()).toMatchObject([
    { next_attempt_at: afterMinutes(1).toISOString(), last_error: "EEXIST" },
  ]);
});

const refused = (command: string, responseCode: number, code = "EENVELOPE") =>
  Object.assign(new Error("to ana@example.org"), {
    code,
    command,
    responseCode,
    response: `${responseCode} 5.1.1 <ana@example.org> unknown\r\nsecond line`,
  });

test.each([
  refused("RCPT TO", 550),
  refused("RCPT TO", 553),
  refused("DATA", 554, "EMESSAGE"),
  new Unmakeable(),
])("a permanently rejected email is not retried (%#)", (error) => {
  expect(failureOf(error).permanent).toBe(true);
});

test.each([
  refused("RCPT TO", 450),
  refused("RCPT TO", 452),
  refused("RCPT TO", 530),
  refused("DATA", 421, "EMESSAGE"),
  refused("DATA", 503),
  refused("MAIL FROM", 550),
  refused("AUTH PLAIN", 535, "EAUTH"),
  Object.assign(new Error(), { code: "ESOCKET", originalCode: "ECONNREFUSED", command: "CONN" }),
  Object.assign(new Error(), { code: "EPROTOCOL", responseCode: 554, command: "CONN" }),
  Object.assign(new Error(), { code: "ENOSPC" }),
  new Error("anything"),
  undefined,
])("every other failure is retried (%#)", (error) => {
  expect(failureOf(error).permanent).toBe(false);
});

test("the reason is one short line without addresses or texts of the email", () => {
  expect(failureOf(refused("RCPT TO", 550)).reason).toBe("EENVELOPE RCPT TO 550 5.1.1");
  expect(failureOf(new Error("ana@example.org\n")).reason).toBe("Error");
  expect(failureOf("ana@example.org").reason).toBe("unknown");
  expect(failureOf({ code: "x".repeat(41), command: "a@b" }).reason).toBe("unknown");
});
