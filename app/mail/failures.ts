import type { Failure } from "../jobs/outcome.ts";

/** An email that cannot be put into the form of mail. */
export class Unmakeable extends Error {
  readonly code = "EUNMAKEABLE";
}

/** The replies that speak of the email or its recipient; those to MAIL FROM and AUTH speak of how this site is set up. */
const onTheEmail = new Set(["RCPT TO", "DATA"]);

/** RFC 5321 §4.2.1: 5yz is for good; but 503 tells of the session's state, and 530 wants a password. */
const isForGood = (reply: number) => reply >= 500 && reply < 600 && reply !== 503 && reply !== 530;

/**
 * Judges what delivering threw. The server's own words are left out, since they often repeat the address or what is written.
 * @param error as nodemailer, the file system or anything else throws it
 */
export function failureOf(error: unknown): Failure {
  const { code, originalCode, command, responseCode, response } = (error ?? {}) as Partial<
    Record<string, unknown>
  >;
  const reply = typeof responseCode === "number" ? responseCode : 0;
  const refused = onTheEmail.has(String(command)) && isForGood(reply);
  // RFC 3463, e.g. 5.1.1
  const detail = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(String(response))?.[1];
  const words = [code, originalCode, command, reply || null, detail].filter(
    (word) => typeof word === "number" || (typeof word === "string" && /^[\w .]{1,40}$/.test(word)),
  );
  const reason =
    words.length > 0 ? words.join(" ") : error instanceof Error ? error.name : "unknown";
  return { permanent: error instanceof Unmakeable || refused, reason };
}
