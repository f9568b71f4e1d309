import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/** Starts a mail server that saves every email in a folder. @returns its SMTP_URL */
export async function startMailServer(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  let received = 0;
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    async onData(stream, _, done) {
      const file = join(folder, String(++received).padStart(6, "0"));
      writeFileSync(`${file}.part`, await buffer(stream));
      renameSync(`${file}.part`, `${file}.eml`);
      done();
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}

/** The emails in a folder for one recipient, in order of arrival. */
export async function emailsTo(folder: string, address: string): Promise<Email[]> {
  const files = readdirSync(folder).filter((name) => name.endsWith(".eml"));
  const emails = await Promise.all(
    files.sort().map((name) => PostalMime.parse(readFileSync(join(folder, name)))),
  );
  return emails.filter(({ to }) => to?.some((recipient) => recipient.address === address));
}
