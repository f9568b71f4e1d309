import { expect, test } from "vitest";
import { replyAddress } from "./message-card.tsx";

test.each([
  ["ana@example.org", "Hello & goodbye?", "Re: Hello & goodbye?"],
  [
    "ana@example.org",
    "a&bcc=eve@evil.example\r\nBcc: eve@evil.example",
    "Re: a&bcc=eve@evil.example Bcc: eve@evil.example",
  ],
  ["o'neil+x?cc=eve@example.org", "x", "Re: x"],
  ["ana@example.org", `${"x".repeat(79)}😀`, `Re: ${"x".repeat(79)}\uFFFD`],
])("a reply to %j about %j has one recipient and one subject", (email, subject, shown) => {
  const url = new URL(replyAddress(email, subject));
  expect(url.protocol).toBe("mailto:");
  expect(decodeURIComponent(url.pathname)).toBe(email);
  expect([...url.searchParams]).toEqual([["subject", shown]]);
});
