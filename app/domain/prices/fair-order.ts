// Which prices a limit keeps: operators' first, then as many of each voice, so that nobody's mass pushes others out.
import { sql } from "kysely";

export const official = sql<boolean>`(decided_at is not null or (user_id is null and mailbox is null))`;

const place = (of: string) =>
  sql`row_number() over (partition by coalesce(${sql.raw(of)}) order by seen_on desc, id desc)`;
const [ofNetwork, ofPerson] = [
  place("network, mail_domain, mailbox, user_id"),
  place("mail_domain, mailbox, user_id"),
];

/** A price's place among those of its network, or of its person or own mail domain, the newest first. */
export const turn = sql<number>`case when ${ofNetwork} > ${ofPerson} then ${ofNetwork} else ${ofPerson} end`;

export const fairly = sql`${official} desc, ${turn}, seen_on desc, id desc`;
