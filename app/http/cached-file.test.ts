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
