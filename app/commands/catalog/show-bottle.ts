import { describePerfume } from "#app/domain/desk/catalog/desk-bottle.ts";
import { decimalAmount } from "#app/domain/prices/amounts.ts";
import { newestPrices } from "#app/domain/prices/prices-for-desk.ts";
import type { Db } from "#db/database.ts";
import { fail } from "../command-line.ts";
import { missing } from "./correct.ts";

const maxPrices = 20;

type Bottle = NonNullable<Awaited<ReturnType<typeof describePerfume>>>;

export async function showBottle(db: Db, id: number): Promise<void> {
  const bottle = await describePerfume(db, id);
  if (!bottle) return fail(missing(id));
  const { marca, nombre, foto, popularidad, vistas, aliases, merged } = bottle;
  const names = aliases.map(({ alias, kind }) => `${alias} (${kind})`).toSorted();
  return console.log(
    [
      `${id}  ${marca} · ${nombre}`,
      `photo ${foto ?? "none"}, popularity ${popularidad}, views ${vistas}`,
      `other names: ${names.join(", ") || "none"}`,
      `merged into it: ${merged.join(", ") || "none"}`,
      ...relations("dupe", bottle.dupes),
      ...relations("original", bottle.originals),
      ...(await prices(db, bottle)),
    ].join("\n"),
  );
}

const relations = (kind: string, rows: Bottle["originals"]) =>
  rows
    .toSorted((one, other) => one.id - other.id)
    .map(
      (row) =>
        `${kind} ${row.bottleId}  ${row.marca} · ${row.nombre}: ${row.porcentaje} %, ${row.likes} for and ${row.dislikes} against, estimate ${row.estimacion ?? "none"}`,
    );

async function prices(db: Db, { id, prices }: Bottle): Promise<string[]> {
  const states = (["shown", "refused", "held"] as const).filter((state) => prices[state] > 0);
  if (states.length === 0) return ["prices: none"];
  const newest = await newestPrices(db, id, maxPrices);
  return [
    `prices: ${states.map((state) => `${prices[state]} ${state}`).join(", ")}`,
    ...newest.map(
      (one) =>
        `price ${one.id}  ${decimalAmount(one.amount_cents, one.currency)} ${one.currency} for ${one.size_ml} ml (${one.kind}) at ${one.shop}, ${one.seen_on}, ${one.state}`,
    ),
  ];
}
