import type { Failure } from "#app/jobs/outcome.ts";

/** The email cannot be written as a message (RFC 5322). */
export class Unmakeable extends Error {
  readonly code = "EUNMAKEABLE";
}

/** The commands whose replies are about the email or its recipient. Replies to MAIL FROM and AUTH are about our configuration. */
const emailCommands = new Set(["RCPT TO", "DATA"]);

/** RFC 5321 §4.2.1: 5yz is permanent; but 503 is about the session's state, and 530 asks for a password. */
const isPermanent = (reply: number) =>
  reply >= 500 && reply < 600 && reply !== 503 && reply !== 530;

/** Turns what a delivery threw into a failure, of codes only, because servers' texts often repeat the address (RULES.md 12.3). */
export function failureOf(error: unknown): Failure {
  const { code, originalCode, command, responseCode, response } = (error ?? {}) as Partial<
    Record<string, unknown>
  >;
  const reply = typeof responseCode === "number" ? responseCode : 0;
  const refused = emailCommands.has(String(command)) && isPermanent(reply);
  // Enhanced status code (RFC 3463), e.g. 5.1.1
  const detail = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(String(response))?.[1];
  const words = [code, originalCode, command, reply || null, detail].filter(
    (word) => typeof word === "number" || (typeof word === "string" && /^[\w .]{1,40}$/.test(word)),
  );
  const reason =
    words.length > 0 ? words.join(" ") : error instanceof Error ? error.name : "unknown";
  return { permanent: error instanceof Unmakeable || refused, reason };
}
