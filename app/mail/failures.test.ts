import { expect, test } from "vitest";
import { failureOf, Unmakeable } from "./failures.ts";

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
])("an email that is refused for good is not tried again (%#)", (error) => {
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
])("everything else is tried again (%#)", (error) => {
  expect(failureOf(error).permanent).toBe(false);
});

test("the reason is one short line without addresses or texts of the email", () => {
  expect(failureOf(refused("RCPT TO", 550)).reason).toBe("EENVELOPE RCPT TO 550 5.1.1");
  expect(failureOf(new Error("ana@example.org\n")).reason).toBe("Error");
  expect(failureOf("ana@example.org").reason).toBe("unknown");
  expect(failureOf({ code: "x".repeat(41), command: "a@b" }).reason).toBe("unknown");
});
