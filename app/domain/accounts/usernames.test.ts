import { expect, test } from "vitest";
import { addAccount } from "../../../tests/support/accounts.ts";
import { outcomeOf } from "../../../tests/support/outcome-of.ts";
import { freshDatabase } from "../../../tests/support/database.ts";
import { saveProfile } from "./profiles.ts";
import { isUsernameTaken, usernameFault } from "./usernames.ts";

test.each(["ana", "Ana_Perez_1", "a".repeat(30), "123", "___"])("%s is a username", (name) => {
  expect(usernameFault(name)).toBeNull();
});

test.each([
  ["ab", "too-short"],
  ["", "too-short"],
  ["a".repeat(31), "too-long"],
  ["ana perez", "characters"],
  ["ana-perez", "characters"],
  ["añadida", "characters"],
  ["ana\n", "characters"],
  ["anа", "characters"],
])("%j is not a username: %s", (name, fault) => {
  expect(usernameFault(name)).toBe(fault);
});

// RULES.md 9.8
test.each(
  `admin ADMIN admins Admin2 2admin the_admin admin_ana _admin_ adm1n 4dm1n adm1n_1 TheAdmin AdminAna
  administrador administradora administrator administrators administrateur administration
  Operator operador betreiber moderator moderadora moderateur moderatrice m0d3r4t0r
  staff sosia_staff st4ff team support_team equipo equipe equipa webmaster postmaster hostmaster
  support soporte suporte supporto supp0rt official oficial officiel offiziell ufficiale 0fficial OfficialSosia
  security seguridad sicherheit s3cur1ty deleted deleted_user eliminado anonymous anonymous1 anonimo an0nym0us
  api api_2 4p1 root system sys7em null undefined sosia s0sia SosiaTeam sosia_es es_sosia 5051a demo_ana dem0_ana`
    .split(/\s+/u)
    .map((name) => [name]),
)("%s is reserved", (name) => {
  expect(usernameFault(name)).toBe("reserved");
});

test.each(
  `badminton b4dm1nton badmin sosiaphile ambrosia ambr0sia apiary rapid therapist capital officially unofficial
  staffordshire falstaff flagstaff grassroots rooted ecosystem systematic supporter insecurity teammate steam steamy
  steampunk bateau nullify annull deletedly anonymousness pseudanonymous dismal administer radmin moderate moderato
  cooperator opera demos demo ana_1980 beetroot 50514 ana150514 BadMinton Rapid_Ana master`
    .split(/\s+/u)
    .map((name) => [name]),
)("%s is allowed, because no reserved word is a whole word in it", (name) => {
  expect(usernameFault(name)).toBeNull();
});

test("a name is taken in every spelling, except for its owner", async () => {
  const db = await freshDatabase();
  await addAccount(db, "Ana_1");
  expect(await isUsernameTaken(db, "ana_1")).toBe(true);
  expect(await isUsernameTaken(db, "ANA_1", "Ana_1")).toBe(false);
  expect(await isUsernameTaken(db, "ana_2")).toBe(false);
});

test.each([
  ["illumina1", "IIlumina1", "lllumina1", "ILLUMINAL", "i1lum1na1"],
  ["Olga_0", "0lga_O", "o1ga_0", "OIGA_o"],
])("a name is taken by its look-alikes: %s", async (name, ...alike) => {
  const db = await freshDatabase();
  await addAccount(db, name);
  for (const one of alike) expect([one, await isUsernameTaken(db, one)]).toEqual([one, true]);
  for (const other of ["illumina_1", "illumina", "olga", "olga__0", "ofga_0"])
    expect([other, await isUsernameTaken(db, other)]).toEqual([other, false]);
  expect(await isUsernameTaken(db, alike[0]!, name)).toBe(false);
});

test("a look-alike from before keeps its name, and can save its profile", async () => {
  const db = await freshDatabase();
  await addAccount(db, "illumina1");
  await addAccount(db, "bea");
  await db
    .updateTable("usuarios")
    .set({ nombre_usuario: "IIlumina1", nombre_usuario_clave: "iilumina1" })
    .where("id", "=", "bea")
    .execute();
  const save = (username: string) => saveProfile(db, "bea", { username, fullName: "Bea" });
  expect(await save("iilumina1")).toBeUndefined();
  expect(await outcomeOf(save("illumina1"))).toBe("taken-username");
  expect(await isUsernameTaken(db, "illumina1", "illumina1")).toBe(false);
  expect(await save("bea")).toBeUndefined();
  expect(await outcomeOf(save("IIlumina1"))).toBe("taken-username");
});
