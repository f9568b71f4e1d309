import { catalogChanged } from "#app/domain/catalog/catalog-version.ts";
import { Refused } from "#app/domain/refused-act.ts";
import type { Db } from "#db/database.ts";
import { findPrices, isBlocked, usualPrices } from "#app/domain/prices/prices-for-desk.ts";
import { decideSighting, reopenSighting } from "#app/domain/prices/decide-sighting.ts";
import { goneVoices } from "#app/domain/prices/gone.ts";
import { isOfficial } from "#app/domain/prices/vouched.ts";
import type { By, Change, Described, QueueKind } from "./queue-kind.ts";

/** How operators decide on held and disputed prices, and take shown ones away (RULES.md 4.4, 10.7). */
export const heldPrices: QueueKind = {
  async find(db, id) {
    const price = await findOne(db, id);
    if (!price) return undefined;
    const waiting = price.state === "held" || price.disputed === 1;
    return { version: price.version, waiting, canRefuse: price.state === "shown" };
  },

  async describe(db, ids) {
    const prices = await findPrices(db, ids);
    const bottles = [...prices.values()].map((price) => price.perfume_id);
    const usual = await usualPrices(db, bottles);
    const gone = await goneVoices(db, ids);
    return new Map(
      [...prices].map(([id, price]): [number, Described] => {
        const { perfume_id, marca, nombre, currency, kind, version, user_id } = price;
        const known = usual.find(
          (one) => one.perfume_id === perfume_id && one.currency === currency && one.kind === kind,
        );
        const asker = { userId: user_id!, username: price.nombre_usuario, at: price.created_at };
        const askers = user_id === null ? [] : [asker];
        const perfume = { id: perfume_id, marca, nombre };
        const beside = {
          usual: known?.median_per_100_ml ?? null,
          gone: gone.get(id)?.length ?? null,
        };
        const details = { kind: "price" as const, price, ...beside };
        return [id, { version, people: askers.length, askers, perfume, details }];
      }),
    );
  },

  async accept(tx, id, _corrected, by) {
    const price = (await findOne(tx, id))!;
    if (await isBlocked(tx, price.shop)) throw new Refused("blocked-shop");
    const change = await decide(tx, price, "shown", null, by);
    await catalogChanged(tx);
    return change;
  },

  async refuse(tx, id, reason, by) {
    const change = await decide(tx, (await findOne(tx, id))!, "refused", reason, by);
    await catalogChanged(tx);
    return change;
  },

  async reopen(tx, id, { before }, now) {
    const price = await findOne(tx, id);
    if (price?.state !== "refused") return false;
    const was = {
      state: before?.state === "shown" ? ("shown" as const) : ("held" as const),
      isOfficial: typeof before?.official === "boolean" ? before.official : undefined,
    };
    await reopenSighting(tx, price, was, now);
    await catalogChanged(tx);
    return true;
  },
};

type Price = NonNullable<Awaited<ReturnType<typeof findOne>>>;

async function findOne(db: Db, id: number) {
  return (await findPrices(db, [id])).get(id);
}

async function decide(
  tx: Db,
  price: Price,
  state: "shown" | "refused",
  reason: string | null,
  { actor, now }: By,
): Promise<Change> {
  await decideSighting(tx, price.id, { state, actor, reason }, now);
  const { amount_cents: amount, currency, size_ml: size, shop, perfume_id } = price;
  return {
    before: { state: price.state, amount, currency, size, shop, official: isOfficial(price) },
    after: { state },
    perfumeId: perfume_id,
  };
}
