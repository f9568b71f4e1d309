// A running site emails those whom a decision concerns (RULES.md 6.2, 10.21).
import { afterAll, expect, test, vi } from "vitest";
import { addPerfume } from "../support/database.ts";
import { openSite } from "../support/site.ts";
import { signedIn, signedInAs } from "../support/sign-in.ts";
import { translate } from "../support/translations.ts";
import { emailOf } from "../support/accounts.ts";
import { languageCodes } from "#app/i18n/languages.ts";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { accept } from "#app/domain/desk/queue/decide.ts";
import { suspend } from "#app/domain/desk/sanctions.ts";
import { eventually } from "../support/eventually.ts";

// The mail server is down, so emails wait in the database.
const site = await openSite({ SMTP_URL: "smtp://127.0.0.1:9" });
const { db } = site;
vi.spyOn(console, "error").mockReturnValue();
await site.start();
const { id: mia } = await signedInAs("moderator", site, "mia");
afterAll(() => site.close());

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
    await accept(db, { kind: "perfume", id: perfume.id, version: 1 }, {}, mia, new Date());
    await accept(db, { kind: "dupe", id: dupe.id, version: 1 }, {}, mia, new Date());
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

test("a suspended person is emailed why, without the name of who did it", async () => {
  const eva = await signedIn(site, "eva_told", {});
  await suspend(db, eva.id, { reason: "Spam & more", days: 3 }, mia, new Date());
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
    expect(emails[0]!.text).not.toContain("mia");
  });
});
