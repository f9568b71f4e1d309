import { expect, onTestFinished, test } from "vitest";
import { addPerfume, freshFile } from "../support/database.ts";
import { sendMessage } from "../support/send-message.ts";
import { startServer } from "../support/server-process.ts";
import { testSecret } from "../support/site.ts";

/** ms */
const lockTime = 3000;

test("while another process writes for seconds and five people post, pages are fast and every form is 503", async () => {
  const { url, db } = await freshFile();
  onTestFinished(() => db.destroy());
  const id = await addPerfume(db, "Creed", "Aventus");
  const { origin, process } = await startServer({
    DATABASE_URL: url,
    SESSION_SECRET: testSecret,
    TRUSTED_PROXY_HOPS: "1",
  });
  onTestFinished(() => void process.kill("SIGKILL"));
  const post = (person: number) =>
    sendMessage(origin, `Written by ${person}`, {
      headers: { "X-Forwarded-For": `192.0.2.${person}` },
    });
  // Not from the page cache.
  const page = (n: number) => fetch(`${origin}/es/perfume/creed-aventus-${id}?page=${n}`);
  expect((await page(0)).status).toBe(200);

  const lock = await db.startTransaction().execute();
  const end = performance.now() + lockTime;
  const people = [1, 2, 3, 4, 5].map(async (person) => {
    const refusals: [number, string | null, boolean][] = [];
    while (performance.now() < end) {
      const answer = await post(person);
      const kept = (await answer.text()).includes(`Written by ${person}</textarea>`);
      refusals.push([answer.status, answer.headers.get("Retry-After"), kept]);
    }
    return refusals;
  });
  let pages = 0;
  while (performance.now() < end) await (await page(++pages)).text();
  const refusals = (await Promise.all(people)).flat();
  await lock.rollback().execute();

  expect(new Set(refusals.map((one) => JSON.stringify(one)))).toEqual(new Set(['[503,"5",true]']));
  // When waiting blocked the process there were three to ten, each as slow as a form.
  expect(pages).toBeGreaterThan(refusals.length);
  expect((await post(1)).status).toBe(303);
});
