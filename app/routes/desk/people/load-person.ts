import type { RouterContextProvider } from "react-router";
import { suspensionOf } from "#app/domain/accounts/suspensions.ts";
import { isTrusted } from "#app/domain/accounts/trust.ts";
import { findPerson, maxRows, whatTheyDid } from "#app/domain/desk/find-people.ts";
import { decisionsAbout } from "#app/domain/desk/log/audit.ts";
import { mayLift, mayTouch } from "#app/domain/desk/sanctions.ts";
import { asSeenBy } from "#app/domain/desk/without-addresses.ts";
import { waitsForAge } from "#app/domain/voices/waits.ts";
import { ballotOf } from "#app/http/middleware/client-hash.ts";
import { database, language } from "#app/http/middleware/context.ts";
import { type Format, formatIn } from "#app/i18n/format.ts";
import { message } from "#app/i18n/messages.server.ts";
import { noSuchAddress, operator } from "../guard.ts";
import { bottlePath } from "../perfumes/bottle-page.ts";

export type PersonData = Awaited<ReturnType<typeof loadPerson>>;

/** A person, their activity and the decisions about them, in the page's language (RULES.md 10). */
export async function loadPerson(context: Readonly<RouterContextProvider>, id: string) {
  const { userId, role } = operator(context);
  const db = context.get(database);
  const person = await findPerson(db, id);
  if (!person) throw noSuchAddress(context);
  const now = new Date();
  const { date, number } = formatIn(context.get(language));
  const suspension = await suspensionOf(db, person.id, now);
  const did = await whatTheyDid(db, person.id);
  return {
    id: person.id,
    username: person.username,
    since: date(person.since),
    role: person.role,
    // Moderators do not see addresses (RULES.md 10.17).
    email: role === "owner" ? person.email : null,
    suspended: suspension && {
      until: suspension.until && date(suspension.until),
      notYours: (await mayLift(db, userId, suspension.entry, now))
        ? null
        : message(context.get(language), "people.ownersSuspension"),
    },
    isNew: await waitsForAge(db, person.id, ballotOf(context), now),
    isTrusted: await isTrusted(db, person.id),
    mayTouch: await mayTouch(db, userId, person.id, now),
    mayName: role === "owner",
    isSelf: userId === person.id,
    counts: did.counts,
    shownRows: number(maxRows),
    ...presentDone(did, date),
    decisions: (await decisionsAbout(db, person.id, maxRows)).map((entry) => ({
      id: entry.id,
      action: entry.action,
      reason: entry.reason && asSeenBy(role, entry.reason),
      via: entry.via,
      who: entry.actorName,
      at: date(entry.at),
    })),
  };
}

function presentDone(
  { votes, verdicts, reviews, suggestions, prices }: Awaited<ReturnType<typeof whatTheyDid>>,
  date: Format["date"],
) {
  const bottle = (row: { originalId: number; originalMarca: string; originalNombre: string }) => ({
    name: `${row.originalMarca} · ${row.originalNombre}`,
    path: bottlePath(row.originalId),
  });
  return {
    votes: votes.map((row) => ({
      ...bottle(row),
      id: row.id,
      text: `${row.voto === 1 ? "+1" : "−1"} ${row.marca} · ${row.nombre}`,
      at: date(row.at),
    })),
    verdicts: verdicts.map((row) => ({
      ...bottle(row),
      id: row.id,
      text: `${row.marca} · ${row.nombre}`,
      at: date(row.at),
    })),
    reviews: reviews.map((row) => ({
      ...bottle(row),
      id: row.id,
      text: row.description,
      language: row.language,
      state: row.state,
      at: date(row.at),
    })),
    suggestions: suggestions.map(({ id, kind, bottleId, marca, nombre, state, at }) => ({
      text: `${marca} · ${nombre}`,
      // To the queue item, or to the bottle that it became.
      path:
        state === "waiting"
          ? `/desk/queue?item=${kind}:${id}`
          : bottleId === null
            ? null
            : bottlePath(bottleId),
      state,
      at: date(at),
    })),
    prices: prices.map((row) => ({
      id: row.id,
      path:
        row.state === "held" && row.counts_from === null
          ? `/desk/queue?item=price:${row.id}`
          : bottlePath(row.originalId),
      name: `${row.marca} · ${row.nombre}`,
      text: row.shop,
      state: row.state,
      at: date(row.at),
    })),
  };
}
