// An operator merges bottles at one process while people vote at another, on pages opened before.
import { expect, onTestFinished, test } from "vitest";
import { setRole } from "#app/domain/desk/operators.ts";
import { similarity } from "#app/domain/catalog/similarity.ts";
import { addDupe, addPerfume, freshFile } from "../support/database.ts";
import { startServer } from "../support/server-process.ts";
import { sessionCookie } from "../support/sign-in.ts";
import { testSecret } from "../support/site.ts";

const people = 20;
const pairs = 4;

test("votes during merges are counted once, on the remaining dupe, and none is lost", async () => {
  const { url, db } = await freshFile();
  onTestFinished(() => db.destroy());
  const original = await addPerfume(db, "Creed", "Aventus");
  const old = await addPerfume(db, "Armaf", "CDNIM");
  const into = await addPerfume(db, "Armaf", "Club de Nuit Intense Man");
  const originals = [original];
  for (let n = 1; n < pairs; n++) originals.push(await addPerfume(db, "Creed", `Aventus ${n}`));
  const dupes: { id: number; page: string }[] = [];
  for (const id of originals)
    for (const nombre of ["CDNIM", "Club de Nuit Intense Man"])
      dupes.push({ id: await addDupe(db, id, "Armaf", nombre), page: `/es/perfume/x-${id}` });
  // Each dupe is also on the page of the bottle that is merged away.
  const places = dupes.flatMap(({ id, page }, at) =>
    at % 2 === 0
      ? [
          { id, page },
          { id, page: `/es/perfume/x-${old}` },
        ]
      : [{ id, page }],
  );
  const sessions: string[] = [];
  for (let n = 0; n < people; n++) sessions.push(await sessionCookie(db, `person_${n}`));
  const operator = await sessionCookie(db, "mia");
  await setRole(db, "mia", "moderator", new Date());
  const start = async () => {
    const { origin, process } = await startServer({
      DATABASE_URL: url,
      SESSION_SECRET: testSecret,
      TRUSTED_PROXY_HOPS: "1",
    });
    onTestFinished(() => void process.kill("SIGKILL"));
    return origin;
  };
  const [desk, site] = await Promise.all([start(), start()]);
  /** On a busy machine another process can hold its lock for longer than a request waits. */
  const post = async (
    origin: string,
    path: string,
    session: string,
    person: number,
    body: object,
  ) => {
    const send = () =>
      fetch(origin + path, {
        method: "POST",
        redirect: "manual",
        headers: { Origin: origin, Cookie: session, "X-Forwarded-For": `198.51.${person}.1` },
        body: new URLSearchParams({ ...body }),
      });
    let answer = await send();
    while (answer.status === 503) answer = await send();
    await answer.text();
    return answer.status;
  };

  let merged = false;
  const voted = Promise.withResolvers<void>();
  const merge = { intent: "merge", into: String(into), confirmed: "yes" };
  const merging = voted.promise
    .then(() => post(desk, `/es/desk/perfumes/${old}`, operator, people, merge))
    .finally(() => (merged = true));
  const statuses = new Set<number>();
  const votes = { before: 0, after: 0 };
  const voting = sessions.map(async (session, person) => {
    for (const place of places) {
      // However fast people vote, some vote after the merge.
      if (place === places.at(-1)) await merging;
      const vote = { intent: "vote", dupe_id: String(place.id), voto: "1" };
      const status = await post(site, place.page, session, person, vote);
      votes[merged ? "after" : "before"]++;
      voted.resolve();
      statuses.add(status);
    }
  });
  expect(await merging).toBe(303);
  await Promise.all(voting);

  // 409: their second vote on what is now one dupe.
  expect([...statuses].toSorted()).toEqual([303, 409]);
  expect(Math.min(votes.before, votes.after)).toBeGreaterThan(0);
  const left = await db.selectFrom("dupes").selectAll().execute();
  expect(left.map(({ dupe_perfume_id }) => dupe_perfume_id)).toEqual(originals.map(() => into));
  for (const { id, likes, dislikes, porcentaje } of left) {
    const cast = await db
      .selectFrom("user_votes")
      .select("user_id")
      .where("dupe_id", "=", id)
      .execute();
    expect(new Set(cast.map(({ user_id }) => user_id)).size).toBe(people);
    expect([cast.length, likes, dislikes]).toEqual([people, people, 0]);
    expect(porcentaje).toBe(similarity(people, 0, null));
  }
});
