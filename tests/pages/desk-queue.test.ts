// Decisions by command show in a running site, and thank-you emails are sent (RULES.md 1.10, 10.6).
import { afterAll, expect, test, vi } from "vitest";
import { runCommand } from "../support/command.ts";
import { addPerfume } from "../support/database.ts";
import { openSite } from "../support/site.ts";
import { signedIn } from "../support/sign-in.ts";
import { translate } from "../support/translations.ts";
import { emailOf } from "../support/accounts.ts";
import { languageCodes } from "#app/i18n/languages.ts";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { suspend } from "#app/domain/desk/sanctions.ts";
import { eventually } from "../support/eventually.ts";

// The mail server is down, so emails wait in the database.
const site = await openSite({ SMTP_URL: "smtp://127.0.0.1:9" });
const { db } = site;
vi.spyOn(console, "error").mockReturnValue();
await site.start();
afterAll(() => site.close());

const queue = (...words: string[]) => runCommand("queue", site.config.databaseUrl, words);

test("an accepted dupe shows on its cached page, and search finds its bottle", async () => {
  const id = await addPerfume(db, "Creed", "Aventus");
  const path = `/es${perfumePath({ id, marca: "Creed", nombre: "Aventus" })}`;
  const visitor = site.newBrowser();
  await visitor.post(path, {
    intent: "suggest-dupe",
    marca_dupe: "Armaf",
    nombre_dupe: "Club de Noche",
  });
  expect((await site.get(path)).html).not.toContain("Club de Noche");
  const { code } = await queue("accept", "dupe:1");
  expect(code).toBe(0);
  await eventually(async () => {
    expect((await site.get(path)).html).toContain("Club de Noche");
    expect((await site.get("/es?q=club+de+noche")).html).toContain("armaf-club-de-noche");
  });
});

test.each(languageCodes)(
  "a person who suggested a perfume and a dupe is thanked in %s",
  async (code) => {
    const nombre = `Rosa ${code}`;
    const id = await addPerfume(db, "Casa Alba", nombre);
    const ana = await signedIn(site, `ana_${code}`, {});
    const path = perfumePath({ id, marca: "Casa Alba", nombre });
    await ana.post(`/${code}`, {
      intent: "suggest-perfume",
      marca_perfume: "Nishane",
      nombre_perfume: `Ani ${code}`,
    });
    await ana.post(`/${code}${path}`, {
      intent: "suggest-dupe",
      marca_dupe: "Zara",
      nombre_dupe: `Rose ${code}`,
    });
    const perfume = await db
      .selectFrom("sugerencias_perfumes")
      .selectAll()
      .where("nombre_perfume", "=", `Ani ${code}`)
      .executeTakeFirstOrThrow();
    const dupe = await db
      .selectFrom("sugerencias_dupes")
      .selectAll()
      .where("perfume_id", "=", id)
      .executeTakeFirstOrThrow();
    await queue("accept", `perfume:${perfume.id}`);
    await queue("accept", `dupe:${dupe.id}`);
    await eventually(async () => {
      const emails = await db
        .selectFrom("outbox")
        .select(["subject", "text"])
        .where("recipient", "=", emailOf(ana.id))
        .orderBy("id")
        .execute();
      expect(emails).toEqual([
        {
          subject: translate(code, "emails:perfumeAdded.subject", { nombre: `Ani ${code}` }),
          text: expect.stringContaining(`${site.origin}/${code}/perfume/nishane-ani-${code}-`),
        },
        {
          subject: translate(code, "emails:dupeAdded.subject", { original: nombre }),
          text: expect.stringContaining(`${site.origin}/${code}${path}\n`),
        },
      ]);
    });
  },
);

test("a running site emails a person whom a command suspended, without naming who did it", async () => {
  const eva = await signedIn(site, "eva_told", {});
  await suspend(db, eva.id, { reason: "Spam & more", days: 3 }, null, new Date());
  await eventually(async () => {
    const emails = await db
      .selectFrom("outbox")
      .select(["text", "html"])
      .where("recipient", "=", emailOf(eva.id))
      .where("text", "like", "%Spam & more%")
      .execute();
    expect(emails).toHaveLength(1);
    expect(emails[0]!.html).toContain("Spam &amp; more");
    expect(emails[0]!.text).toContain("http://sosia.test/es/contact");
  });
});
