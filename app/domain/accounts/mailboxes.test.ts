import { describe, expect, it } from "vitest";
import { mailboxHashes, mailboxOf } from "./mailboxes.ts";

describe("mailboxes (RULES.md 5.7)", () => {
  it.each([
    ["A.n.a+sosia@GMail.com", "ana@gmail.com"],
    ["ana@googlemail.com", "ana@gmail.com"],
    ["ana+1@outlook.com", "ana@outlook.com"],
    ["ana-shop@yahoo.co.uk", "ana@yahoo.co.uk"],
    ["a.na+1@example.com", "a.na@example.com"],
    ["ana+1@hotmail.es", "ana@hotmail.es"],
    ["+1@example.com", "+1@example.com"],
    ["ana@me.com", "ana@icloud.com"],
    ["a.n-a_@pm.me", "ana@proton.me"],
    ["shop@ana.fastmail.com", "ana@fastmail.com"],
    ["sosia1@ana.anonaddy.com", "ana@anonaddy.com"],
    ["ana@mail.example.com", "ana@mail.example.com"],
    ["ana.lopez@ya.ru", "analopez@yandex.ru"],
  ])("%s leads to %s", (email, mailbox) => {
    expect(mailboxOf(email)).toBe(mailbox);
  });

  it("are hashed with every secret, the current one first", () => {
    const [current, old] = mailboxHashes(["new", "old"], "a.na@gmail.com");
    expect(mailboxHashes(["new"], "ana@gmail.com")).toEqual([current]);
    expect(mailboxHashes(["old"], "ana@gmail.com")).toEqual([old]);
    expect(current).not.toBe(old);
  });
});
