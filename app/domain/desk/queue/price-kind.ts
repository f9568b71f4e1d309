import { catalogChanged } from "#app/domain/catalog/catalog-version.ts";
import { Refused } from "#app/domain/refused-act.ts";
import type { Db } from "#db/database.ts";
import { findPrices, isBlocked, usualPrices } from "#app/domain/prices/prices-for-desk.ts";
import { decideSighting, reopenSighting } from "#app/domain/prices/decide-sighting.ts";
import { goneVoices } from "#app/domain/prices/gone.ts";
import { isOfficial } from "#app/domain/prices/vouched.ts";
import type { By } from "../log/audit.ts";
import { askedBy, type Change, type DeskPrice, type QueueKind } from "./queue-kind.ts";

/** How operators decide on held and disputed prices, and take shown ones away (RULES.md 4.4, 10.7). */
export const heldPrices: QueueKind<DeskPrice> = {
  async find(db, ids) {
    return [...(await findPrices(db, ids)).values()];
  },

  stateOf: ({ version, state, disputed }) => ({
    version,
    waiting: state === "held" || disputed === 1,
    canRefuse: state === "shown",
  }),

  async describe(db, prices) {
    const bottles = prices.map((price) => price.perfume_id);
    const usual = await usualPrices(db, bottles);
    const ids = prices.map(({ id }) => id);
    const gone = await goneVoices(db, ids);
    return prices.map((price) => {
      const { perfume_id, marca, nombre, currency, kind } = price;
      const known = usual.find(
        (one) => one.perfume_id === perfume_id && one.currency === currency && one.kind === kind,
      );
      const details = {
        kind: "price" as const,
        price,
        usual: known?.median_per_100_ml ?? null,
        gone: gone.get(price.id)?.length ?? null,
      };
      return { ...askedBy(price), perfume: { id: perfume_id, marca, nombre }, details };
    });
  },

  async accept(tx, price, _corrected, by) {
    if (await isBlocked(tx, price.shop)) throw new Refused("blocked-shop");
    return decide(tx, price, "shown", null, by);
  },

  refuse: (tx, price, reason, by) => decide(tx, price, "refused", reason, by),

  async reopen(tx, price, { before }, now) {
    if (price.state !== "refused") return false;
    const was = {
      state: before?.state === "shown" ? ("shown" as const) : ("held" as const),
      isOfficial: typeof before?.official === "boolean" ? before.official : undefined,
    };
    await reopenSighting(tx, price, was, now);
    return true;
  },
};

async function decide(
  tx: Db,
  price: DeskPrice,
  state: "shown" | "refused",
  reason: string | null,
  { actor, now }: By,
): Promise<Change> {
  await decideSighting(tx, price.id, { state, actor, reason }, now);
  await catalogChanged(tx);
  const { amount_cents: amount, currency, size_ml: size, shop, perfume_id } = price;
  return {
    before: { state: price.state, amount, currency, size, shop, official: isOfficial(price) },
    after: { state },
    perfumeId: perfume_id,
  };
}
