import { recountVotes } from "#app/domain/catalog/recount.ts";
import type { Db } from "#db/database.ts";

const week = 7 * 24 * 60 * 60 * 1000;

// RULES.md 10.29
const [someVotes, manyVotes, sharedNetwork] = [5, 10, 3];
/** A campaign that lets a few of its accounts disagree is one, too. */
const mostAgree = 0.9;

/** Busier weeks are judged by the dupes with most votes. */
const most = { dupes: 200, votes: 20_000, listed: 50 };

type Reason = "networks" | "young" | "direction";

export interface UnusualVotes {
  dupeId: number;
  bottle: Named;
  original: Named;
  votes: number;
  networks: number;
  young: number;
  up: number;
  down: number;
  reasons: Reason[];
  /** the votes that would be uncounted */
  suspects: number[];
  /** the newest vote's id: later ones have not been seen */
  last: number;
}

interface Named {
  id: number;
  marca: string;
  nombre: string;
}

/** Dupes whose votes of the last seven days look like one person's (RULES.md 10.29). */
export async function listUnusualVotes(db: Db, now: Date): Promise<UnusualVotes[]> {
  const busy = await votesOfWeek(db, now)
    .select("dupe_id")
    .groupBy("dupe_id")
    .having((row) => row.fn.countAll(), ">=", someVotes)
    .orderBy((row) => row.fn.countAll(), "desc")
    .limit(most.dupes)
    .execute();
  const ids = busy.map(({ dupe_id }) => dupe_id);
  if (ids.length === 0) return [];
  const votes = Map.groupBy(await readVotes(db, ids, now), ({ dupe_id }) => dupe_id);
  const judged = ids.flatMap((id) => judge(votes.get(id) ?? []) ?? []).slice(0, most.listed);
  const names = await namesOf(
    db,
    judged.map(({ dupeId }) => dupeId),
  );
  return judged.map((one) => ({ ...one, ...names.get(one.dupeId)! }));
}

/** @param last votes after this one are left out @returns null where nothing is unusual */
export async function findUnusualVotes(db: Db, dupeId: number, last: number, now: Date) {
  const votes = await readVotes(db, [dupeId], now);
  return judge(votes.filter(({ id }) => id <= last));
}

/** Keeps the votes; their authors still see them. @param entry of the log */
export async function uncount(
  tx: Db,
  { dupeId, suspects }: Pick<UnusualVotes, "dupeId" | "suspects">,
  entry: number,
): Promise<void> {
  await tx
    .updateTable("user_votes")
    .set({ state: "uncounted", uncounted_by: entry })
    .where("id", "in", suspects)
    .execute();
  await recountVotes(tx, [dupeId]);
}

/** @returns how many votes the entry had uncounted, wherever they are now */
export async function countAgain(tx: Db, entry: number): Promise<number> {
  const back = await tx
    .updateTable("user_votes")
    .set((row) => ({
      state: row
        .case()
        .when("counts_from", "is", null)
        .then("counted" as const)
        .else("waiting" as const)
        .end(),
      uncounted_by: null,
    }))
    .where("uncounted_by", "=", entry)
    .returning("dupe_id")
    .execute();
  await recountVotes(tx, new Set(back.map(({ dupe_id }) => dupe_id)));
  return back.length;
}

const votesOfWeek = (db: Db, now: Date) =>
  db
    .selectFrom("user_votes")
    .where("user_votes.created_at", ">", new Date(now.getTime() - week).toISOString())
    .where("state", "!=", "uncounted");

/** Invented people have no account, and are left out. */
const readVotes = (db: Db, dupeIds: number[], now: Date) =>
  votesOfWeek(db, now)
    .innerJoin("accounts", "accounts.user_id", "user_votes.user_id")
    .select(["user_votes.id", "dupe_id", "voto", "network", "user_votes.created_at as at"])
    .select("accounts.created_at as joined")
    .where("dupe_id", "in", dupeIds)
    .orderBy("user_votes.id", "desc")
    .limit(most.votes)
    .execute();

type Vote = Awaited<ReturnType<typeof readVotes>>[number];

const isYoung = ({ at, joined }: Vote) => Date.parse(at) - Date.parse(joined) < week;

function judge(votes: Vote[]): Omit<UnusualVotes, "bottle" | "original"> | null {
  const networks = Map.groupBy(
    votes.filter(({ network }) => network !== null),
    ({ network }) => network,
  );
  const shared = [...networks.values()].filter((some) => some.length >= sharedNetwork);
  const young = votes.filter(isYoung);
  const [up, down] = [1, -1].map((said) => votes.filter(({ voto }) => voto === said)) as [
    Vote[],
    Vote[],
  ];
  const larger = up.length > down.length ? up : down;
  const isHalf = (count: number) => count * 2 >= votes.length;
  const all: [Reason, boolean, Vote[]][] = [
    ["networks", isHalf(shared.flat().length), shared.flat()],
    ["young", isHalf(young.length), young],
  ];
  const found = all.filter(([, applies]) => applies);
  const oneWay = votes.length >= manyVotes && larger.length >= mostAgree * votes.length;
  if (votes.length < someVotes || (found.length === 0 && !oneWay)) return null;
  const suspects = found.length === 0 ? larger : found.flatMap(([, , some]) => some);
  return {
    dupeId: votes[0]!.dupe_id,
    votes: votes.length,
    networks: networks.size,
    young: young.length,
    up: up.length,
    down: down.length,
    reasons: [...found.map(([reason]) => reason), ...(oneWay ? (["direction"] as const) : [])],
    suspects: [...new Set(suspects.map(({ id }) => id))],
    last: Math.max(...votes.map(({ id }) => id)),
  };
}

async function namesOf(db: Db, dupeIds: number[]) {
  const rows = await db
    .selectFrom("dupes")
    .innerJoin("perfumes as bottle", "bottle.id", "dupe_perfume_id")
    .innerJoin("perfumes as original", "original.id", "perfume_id")
    .select(["dupes.id", "bottle.id as bottleId", "bottle.marca", "bottle.nombre"])
    .select(["original.id as originalId", "original.marca as originalMarca"])
    .select("original.nombre as originalNombre")
    .where("dupes.id", "in", dupeIds.length > 0 ? dupeIds : [0])
    .execute();
  return new Map(
    rows.map(({ id, bottleId, marca, nombre, originalId, originalMarca, originalNombre }) => [
      id,
      {
        bottle: { id: bottleId, marca, nombre },
        original: { id: originalId, marca: originalMarca, nombre: originalNombre },
      },
    ]),
  );
}
