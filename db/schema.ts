import type { Generated } from "kysely";

/** ISO 8601 time in UTC, e.g. "2026-01-31T08:00:00.000Z"; a text, so that every dialect stores the same. */
type Instant = string;

/** ISO 8601 date, e.g. "2026-01-31". */
type Day = string;

/** The public profile of a user. Credentials are in `accounts`, out of reach of public queries (RULES.md 7.1). */
interface UsuariosTable {
  id: string;
  nombre_usuario: string | null;
  nombre_usuario_clave: string | null;
  nombre_completo: string;
  avatar_url: string | null;
  created_at: Instant;
}

interface AccountsTable {
  user_id: string;
  email: string;
  email_clave: string;
  password_hash: string | null;
  google_sub: string | null;
  confirmed_at: Instant | null;
  created_at: Instant;
}

/** `*_clave` is the canonical form, which is unique (RULES.md 5.1); `marca_slug` is the brand in addresses. */
interface PerfumesTable {
  id: Generated<number>;
  marca: string;
  nombre: string;
  foto: string | null;
  popularidad: Generated<number>;
  vistas: Generated<number>;
  marca_clave: string;
  nombre_clave: string;
  marca_slug: string;
  /** grows, by a trigger, with each change of names, popularity or photo */
  revision: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
}

/**
 * "The bottle `dupe_perfume_id` smells like the bottle `perfume_id`" (RULES.md 5.10). Triggers keep `nombre`, `marca` and
 * `foto` those of the look-alike's bottle. `estimacion` is the editorial estimate in per cent; `porcentaje` is the
 * similarity shown, in per cent.
 */
interface DupesTable {
  id: Generated<number>;
  perfume_id: number;
  dupe_perfume_id: number;
  nombre: string;
  marca: string;
  foto: string | null;
  enlace: string | null;
  estimacion: number | null;
  porcentaje: number;
  likes: Generated<number>;
  dislikes: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
}

/** Other names and printed codes of a bottle, unique within its brand. `marca_clave` is the bottle's, by a trigger. */
interface PerfumeAliasesTable {
  marca_clave: string;
  alias_clave: string;
  perfume_id: number;
  alias: string;
  kind: "name" | "code";
}

/** Where the addresses of merged bottles lead. */
interface PerfumeRedirectsTable {
  old_id: number;
  perfume_id: number;
}

/** Which dupe another one became when bottles were merged: pages that are open still send its id. */
interface DupeRedirectsTable {
  old_id: number;
  dupe_id: number;
}

/** Searches that found nothing, by day (UTC, "2026-01-31"): the folded text and how often; nobody's. */
interface SearchMissesTable {
  day: string;
  text: string;
  times: number;
}

interface PerfumeSearchesTable {
  id: Generated<number>;
  perfume_id: number;
  user_id: string | null;
  created_at: Instant;
}

/** Views by day (UTC), for the desk; `searched` is how many came through a search, null where that was not counted all day. */
interface DayViewsTable {
  day: Day;
  views: number;
  searched: number | null;
}

/** When something was done last that is done once in a while, by whichever process. */
interface LastRunsTable {
  name: "housekeeping" | "desk-digest" | "backup";
  at: Instant;
}

/** Views that the roll-ups have and `perfumes.vistas` has not yet (RULES.md 5.7). */
interface PerfumeNewViewsTable {
  perfume_id: number;
  views: number;
}

/** Logs of a proxy whose views were counted, as far as they had been written then. */
interface ImportedLogsTable {
  /** SHA-256 of what was read of it, from its beginning */
  digest: string;
  /** SHA-256 of its first line */
  start: string;
  /** how much that was */
  bytes: number;
  at: Instant;
}

/** Views by calendar month (UTC, "2026-01"), so that the home page need not count the view log. */
interface PerfumeMonthViewsTable {
  month: string;
  perfume_id: number;
  views: number;
}

interface UserVotesTable {
  id: Generated<number>;
  dupe_id: number;
  /** null after the account was deleted: the vote stays counted */
  user_id: string | null;
  voto: 1 | -1;
  created_at: Instant;
}

/** What operators decided on it (RULES.md 21.3). */
interface Decided {
  /** grows with each change of the state: who decides on what has changed since is told so */
  version: Generated<number>;
  decided_at: Generated<Instant | null>;
  /** null for commands, and after the account was deleted */
  decided_by: Generated<string | null>;
  reason: Generated<string | null>;
}

interface SugerenciasPerfumesTable extends Decided {
  id: Generated<number>;
  nombre_perfume: string;
  marca_perfume: string;
  user_id: string | null;
  clave: string;
  /** of the names in any spelling (RULES.md 6.5): equal for what means the same */
  twin_key: string;
  veces: Generated<number>;
  created_at: Instant;
  state: Generated<"waiting" | "accepted" | "refused" | "same">;
  /** the bottle that it became, or was already */
  bottle_id: Generated<number | null>;
}

interface SugerenciasDupesTable extends Decided {
  id: Generated<number>;
  perfume_id: number;
  nombre_dupe: string;
  marca_dupe: string;
  user_id: string | null;
  clave: string;
  /** of the names in any spelling (RULES.md 6.5): equal for what means the same */
  twin_key: string;
  veces: Generated<number>;
  created_at: Instant;
  state: Generated<"waiting" | "accepted" | "refused" | "same">;
  /** the bottle that it became, or was already */
  bottle_id: Generated<number | null>;
}

/** Everybody with an account who suggested something, since when; exactly one of the two ids is set. */
export interface SuggestionAuthorsTable {
  id: Generated<number>;
  perfume_suggestion_id: Generated<number | null>;
  dupe_suggestion_id: Generated<number | null>;
  user_id: string;
  at: Instant;
  /** of the page on which they did; null for those from before that was stored */
  language: string | null;
  /** 1 from the acceptance until the email that thanks them is queued */
  thanks_due: Generated<0 | 1>;
}

export interface OperatorsTable {
  user_id: string;
  role: "moderator" | "owner";
  since: Instant;
  /** of the desk when they opened it last; null while they have not */
  language: Generated<string | null>;
}

/** Every decision of operators (RULES.md 21.2), written in its transaction. */
export interface AuditLogTable {
  id: Generated<number>;
  at: Instant;
  via: "desk" | "command";
  /** null for commands, and after the account was deleted */
  actor_id: string | null;
  action: string;
  /** kind and id, e.g. "perfume-suggestion:12"; "person" once that person's account was deleted */
  subject: string;
  /** the bottle that it concerns; may be gone */
  perfume_id: number | null;
  /** whom it concerns: by a trigger, what it says goes with them */
  person_id: string | null;
  /** JSON */
  before: string | null;
  after: string | null;
  reason: string | null;
  /** the entry that undid this one */
  undone_by: Generated<number | null>;
  /** 1 until the email that tells the person is queued (RULES.md 27.9) */
  statement_due: Generated<0 | 1>;
}

/** A row that a decision on the catalogue changed, for undoing it (RULES.md 26.5). */
interface ChangedRowsTable {
  id: Generated<number>;
  entry_id: number;
  at: Instant;
  /** the table */
  place: string;
  /** whose row it was, if it came or went: what is kept of it goes with the account */
  user_id: string | null;
  /** JSON: what identifies the row */
  key: string;
  /** JSON: the row, or of a row that stayed what changed; null for one that came */
  before: string | null;
  /** JSON; null for one that went */
  after: string | null;
}

interface DupeReviewsTable {
  id: Generated<number>;
  dupe_id: number;
  user_id: string;
  description: string;
  /** of the page on which it was written; null for reviews from before that was stored */
  language: Generated<string | null>;
  created_at: Instant;
  /** `hidden` until reports of it are decided on; `removed` by a decision (RULES.md 24.3) */
  state: Generated<ReviewState>;
  /** how many decisions there were */
  version: Generated<number>;
  /** of the last decision */
  decided_at: Generated<Instant | null>;
}

export type ReviewState = "shown" | "hidden" | "removed";

/** One person's report of a review; `decided_at` is null while it waits for a decision. */
interface ReviewReportsTable {
  review_id: number;
  user_id: string;
  reason: "spam" | "offensive" | "false" | "rights";
  note: string | null;
  created_at: Instant;
  decided_at: Generated<Instant | null>;
}

/** Who wants to be told of a bottle's first dupe (RULES.md 6.8); `language` is that of the page on which they asked. */
interface DupeAlertsTable {
  user_id: string;
  perfume_id: number;
  since: Instant;
  language: string;
}

/**
 * A bottle on somebody's shelf (RULES.md 20.1). `told_*` is what its owner was last told of its dupes, for the weekly email:
 * the best similarity in per cent, and the cheapest in minor units; all null where there is nothing to compare with yet.
 */
export interface ShelfTable {
  user_id: string;
  perfume_id: number;
  list: "want" | "have" | "had";
  since: Instant;
  told_at: Generated<Instant | null>;
  told_similarity: Generated<number | null>;
  told_price: Generated<number | null>;
  told_currency: Generated<string | null>;
}

/** Who asked for the weekly email (RULES.md 20.5); `language` is that of the page on which they asked. */
interface ShelfEmailsTable {
  user_id: string;
  language: string;
  since: Instant;
  last_sent_at: Generated<Instant | null>;
}

/** A message of the contact form, or a rights holder's notice (RULES.md 24.5). */
interface ContactMessagesTable {
  id: Generated<number>;
  kind: Generated<"contact" | "notice">;
  name: string;
  email: string;
  message: string;
  /** of a notice: the whole address of this site that it is about */
  url: Generated<string | null>;
  /** of a notice: of the page on which it was written */
  language: Generated<string | null>;
  /** notices do not ask for it */
  privacy_accepted: 0 | 1;
  created_at: Instant;
  /** who was signed in when they sent it */
  user_id: string | null;
  state: Generated<"open" | "answered">;
  /** how often it was answered */
  version: Generated<number>;
  /** what became of what a notice is about, and why: told to who sent it */
  decision: Generated<"removed" | "kept" | null>;
  decision_reason: Generated<string | null>;
  answered_at: Generated<Instant | null>;
}

/** One row: a number that grows when names in the catalogue change, so that other processes rebuild their search index. */
interface CatalogueVersionTable {
  id: 1;
  version: number;
}

/** The cookie has the token, the row only its hash. */
interface SessionsTable {
  token_hash: string;
  user_id: string;
  /** keyed hash of the client's network address: a known client is not locked out by attempts from elsewhere */
  client_hash: string;
  created_at: Instant;
  seen_at: Instant;
  /** when its owner last showed a password or came from Google; null for sessions from before that was stored */
  proved_at: Generated<Instant | null>;
}

/** Who may not sign in or write, and whose texts are hidden, while `until` is null or to come (RULES.md 27.2). */
interface SuspensionsTable {
  user_id: string;
  since: Instant;
  until: Instant | null;
  /** the entry of the log */
  entry: number;
}

/** Keyed hashes of addresses whose account was deleted while it was suspended (RULES.md 27.4). */
interface BarredAddressesTable {
  address_hash: string;
  until: Instant | null;
}

/** Votes that a decision took out, for 30 days (RULES.md 27.5). */
interface RemovedVotesTable {
  /** the entry of the log */
  entry: number;
  user_id: string;
  dupe_id: number;
  voto: 1 | -1;
  created_at: Instant;
}

/** Reviews that a decision took away, for 30 days: their state before, and their version after it (RULES.md 27.5). */
interface RemovedReviewsTable {
  /** the entry of the log */
  entry: number;
  review_id: number;
  state: Exclude<ReviewState, "removed">;
  version: number;
}

/** A form that waits until its sender has shown the password again (RULES.md 27.6). */
interface KeptFormsTable {
  token_hash: string;
  user_id: string;
  /** of this site, to which it was posted */
  path: string;
  /** JSON: names and values */
  fields: string;
  expires_at: Instant;
}

/** What makes an operator's codes (RULES.md 27.7); `secret` is encrypted. */
interface SecondFactorsTable {
  user_id: string;
  secret: string;
  since: Instant;
  /** null until the first code was typed: not asked for yet */
  confirmed_at: Instant | null;
  /** the time step of the last code that was used: none up to it is taken again */
  last_step: number | null;
}

interface RecoveryCodesTable {
  user_id: string;
  code_hash: string;
}

/** A sign-in that lacks its second step. */
interface SecondStepsTable {
  token_hash: string;
  user_id: string;
  /** of the browser in which the first step was made */
  device_hash: string;
  /** where to go then */
  path: string;
  expires_at: Instant;
}

/** Networks from which an operator has signed in, as keyed hashes (RULES.md 27.8). */
interface OperatorNetworksTable {
  user_id: string;
  network_hash: string;
  language: string;
  seen_at: Instant;
}

/** Tokens of links in emails, at most one per user and purpose. */
export interface AccountTokensTable {
  token_hash: string;
  user_id: string;
  purpose: "confirm" | "reset";
  expires_at: Instant;
}

/** Queued and sent emails: exactly one of `next_attempt_at`, `sent_at` and `dead_at` is set. */
export interface OutboxTable {
  id: Generated<number>;
  message_id: string;
  recipient: string;
  reply_to: string | null;
  subject: string;
  text: string;
  html: string;
  /** the address of `List-Unsubscribe`; null for emails that nobody subscribes to */
  unsubscribe_url: Generated<string | null>;
  created_at: Instant;
  attempts: Generated<number>;
  next_attempt_at: Instant | null;
  /** the random id of the worker that is sending it */
  lease: string | null;
  last_error: string | null;
  sent_at: Instant | null;
  dead_at: Instant | null;
}

export interface RateLimitsTable {
  key: string;
  points: number;
  expires_at: Instant | null;
}

interface ReviewDraftsTable {
  token_hash: string;
  dupe_id: number;
  description: string;
  expires_at: Instant;
}

/** Ids of removed perfumes, whose pages answer 410. Filled by triggers. */
interface RemovedPerfumesTable {
  id: number;
}

/** One row: whether the triggers fill `changed_perfumes`. */
interface IndexNowTable {
  id: 1;
  noted: 0 | 1;
}

/** Changed perfumes, for IndexNow, filled by triggers. Exactly one of `next_attempt_at` and `dead_at` is set. */
interface ChangedPerfumesTable {
  perfume_id: number;
  marca: string;
  nombre: string;
  attempts: Generated<number>;
  next_attempt_at: Instant | null;
  lease: string | null;
  last_error: string | null;
  dead_at: Instant | null;
}

/** A shop by its host, e.g. "druni.es" (RULES.md 19.3). A blocked one's prices are neither taken nor shown. */
export interface ShopsTable {
  host: string;
  name: string;
  /** ISO 3166-1 alpha-2 */
  country: string | null;
  /** ISO 4217 */
  currency: string | null;
  /** an https address with `{url}`, which the shop's own address is put into */
  affiliate_template: string | null;
  state: Generated<"known" | "blocked">;
}

/** A bottle seen in a shop at a price (RULES.md 19.1). A row is never changed but for its state and who decided on that. */
export interface PricesTable extends Decided {
  id: Generated<number>;
  perfume_id: number;
  /** in the currency's minor unit: 2490 EUR is 24.90 €, 3200 JPY is ¥3,200 */
  amount_cents: number;
  /** ISO 4217 */
  currency: string;
  /** with one decimal */
  size_ml: number;
  kind: "bottle" | "tester" | "decant";
  /** the host of a shop, known or not; else its name */
  shop: string;
  /** https */
  url: string | null;
  /** ISO 3166-1 alpha-2 */
  country: string | null;
  seen_on: Day;
  /** null for imports and visitors, and after the account was deleted: nothing else in the row is of a person */
  user_id: string | null;
  state: "shown" | "held" | "refused";
  created_at: Instant;
}

/** "No longer true" (`gone` 1), or seen again (0), said of a sighting: one row per person or network. */
interface PriceGoneTable {
  price_id: number;
  /** keyed hash of the person or network */
  voter: string;
  user_id: string | null;
  gone: 0 | 1;
  at: Instant;
}

/**
 * What a page needs of a bottle's shown sightings of the last 180 days, by kind and currency, written in the transaction that
 * changes them (app/domain/prices/summaries.ts). Amounts are in minor units. After the day `valid_until` it counts one that is too old.
 */
export interface PriceSummariesTable {
  perfume_id: number;
  kind: "bottle" | "tester" | "decant";
  currency: string;
  count: number;
  /** the sighting with the lowest amount: its id and, so that a page reads nothing else, what it says */
  cheapest_id: number;
  amount_cents: number;
  size_ml: number;
  shop: string;
  url: string | null;
  seen_on: Day;
  /** the highest amount */
  highest: number;
  /** of 100 ml: the lowest, and the median */
  best_per_100_ml: number;
  median_per_100_ml: number;
  valid_until: Day;
}

export interface Schema {
  usuarios: UsuariosTable;
  accounts: AccountsTable;
  perfumes: PerfumesTable;
  dupes: DupesTable;
  perfume_aliases: PerfumeAliasesTable;
  perfume_redirects: PerfumeRedirectsTable;
  dupe_redirects: DupeRedirectsTable;
  search_misses: SearchMissesTable;
  perfume_searches: PerfumeSearchesTable;
  day_views: DayViewsTable;
  last_runs: LastRunsTable;
  perfume_month_views: PerfumeMonthViewsTable;
  perfume_new_views: PerfumeNewViewsTable;
  imported_logs: ImportedLogsTable;
  user_votes: UserVotesTable;
  sugerencias_perfumes: SugerenciasPerfumesTable;
  sugerencias_dupes: SugerenciasDupesTable;
  suggestion_authors: SuggestionAuthorsTable;
  operators: OperatorsTable;
  audit_log: AuditLogTable;
  changed_rows: ChangedRowsTable;
  dupe_reviews: DupeReviewsTable;
  review_reports: ReviewReportsTable;
  dupe_alerts: DupeAlertsTable;
  shelf: ShelfTable;
  shelf_emails: ShelfEmailsTable;
  contact_messages: ContactMessagesTable;
  catalogue_version: CatalogueVersionTable;
  sessions: SessionsTable;
  account_tokens: AccountTokensTable;
  suspensions: SuspensionsTable;
  barred_addresses: BarredAddressesTable;
  removed_votes: RemovedVotesTable;
  removed_reviews: RemovedReviewsTable;
  kept_forms: KeptFormsTable;
  second_factors: SecondFactorsTable;
  recovery_codes: RecoveryCodesTable;
  second_steps: SecondStepsTable;
  operator_networks: OperatorNetworksTable;
  outbox: OutboxTable;
  rate_limits: RateLimitsTable;
  review_drafts: ReviewDraftsTable;
  removed_perfumes: RemovedPerfumesTable;
  index_now: IndexNowTable;
  changed_perfumes: ChangedPerfumesTable;
  shops: ShopsTable;
  prices: PricesTable;
  price_gone: PriceGoneTable;
  price_summaries: PriceSummariesTable;
}
