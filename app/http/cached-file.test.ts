import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { createCachedFiles } from "./cached-file.ts";

test("long names take room, too, so that small answers to long questions do not fill the memory", async () => {
  const files = createCachedFiles(60_000, 10_000);
  let made = 0;
  const ask = (name: string) =>
    files.answer(new Request("https://sosia.example"), name, "text/plain", async () => {
      made++;
      return "";
    });
  const names = Array.from({ length: 20 }, (_, n) => `${n} `.padEnd(1000, "x"));
  for (const name of names) await ask(name);
  await ask(names.at(-1)!);
  expect(made).toBe(20);
  await ask(names[0]!);
  expect(made).toBe(21);
});

test("a client keeps a file only for as long as it would be kept here", async () => {
  const files = createCachedFiles(1800);
  const ask = async () => {
    const make = async () => new Date().toISOString();
    const answer = await files.answer(
      new Request("https://sosia.example"),
      "a",
      "text/plain",
      make,
    );
    return [answer.headers.get("Cache-Control"), answer.headers.get("ETag")] as const;
  };
  const [first, tag] = await ask();
  expect(first).toBe("public, max-age=2");
  await setTimeout(900);
  expect(await ask()).toEqual(["public, max-age=1", tag]);
  await setTimeout(1000);
  expect((await ask())[1]).not.toBe(tag);
});
