import type { Generated, Insertable, Selectable } from "kysely";

/** ISO 8601 instant in UTC, e.g. "2026-01-31T08:00:00.000Z": written by us, so that every dialect stores the same. */
export type Instant = string;

/** The public profile of a person. Credentials live in `accounts`, out of reach of public queries. */
export interface UsuariosTable {
  id: string;
  nombre_usuario: string | null;
  nombre_usuario_clave: string | null;
  nombre_completo: string;
  avatar_url: string | null;
  created_at: Instant;
}

export interface AccountsTable {
  user_id: string;
  email: string;
  email_clave: string;
  password_hash: string | null;
  google_sub: string | null;
  confirmed_at: Instant | null;
  created_at: Instant;
}

/** `*_clave` is the canonical form that makes a name unique; `marca_slug` is the brand's address. */
export interface PerfumesTable {
  id: Generated<number>;
  marca: string;
  nombre: string;
  foto: string | null;
  popularidad: Generated<number>;
  vistas: Generated<number>;
  marca_clave: string;
  nombre_clave: string;
  marca_slug: string;
  created_at: Instant;
  updated_at: Instant;
}

/** `estimacion` is the editorial estimate in per cent; `porcentaje` is the similarity shown, in per cent. */
export interface DupesTable {
  id: Generated<number>;
  perfume_id: number;
  nombre: string;
  marca: string;
  foto: string | null;
  enlace: string | null;
  estimacion: number | null;
  porcentaje: number;
  likes: Generated<number>;
  dislikes: Generated<number>;
  marca_clave: string;
  nombre_clave: string;
  created_at: Instant;
  updated_at: Instant;
}

export interface PerfumeSearchesTable {
  id: Generated<number>;
  perfume_id: number;
  user_id: string | null;
  created_at: Instant;
}

/** The view log summed by calendar month (UTC, "2026-01"), so that the home page never counts the log itself. */
export interface PerfumeMonthViewsTable {
  month: string;
  perfume_id: number;
  views: number;
}

export interface UserVotesTable {
  id: Generated<number>;
  dupe_id: number;
  /** null once the person has left: the vote stays counted. */
  user_id: string | null;
  voto: 1 | -1;
  created_at: Instant;
}

export interface SugerenciasPerfumesTable {
  id: Generated<number>;
  nombre_perfume: string;
  marca_perfume: string;
  user_id: string | null;
  clave: string;
  veces: Generated<number>;
  created_at: Instant;
}

export interface SugerenciasDupesTable {
  id: Generated<number>;
  perfume_id: number;
  nombre_dupe: string;
  marca_dupe: string;
  user_id: string | null;
  clave: string;
  veces: Generated<number>;
  created_at: Instant;
}

export interface DupeReviewsTable {
  id: Generated<number>;
  dupe_id: number;
  user_id: string;
  description: string;
  created_at: Instant;
}

export interface ContactMessagesTable {
  id: Generated<number>;
  name: string;
  email: string;
  message: string;
  privacy_accepted: 1;
  created_at: Instant;
}

/** One row: grows whenever the names in the catalogue change, so that other processes renew what they derived from it. */
export interface CatalogueVersionTable {
  id: 1;
  version: number;
}

/** A person signed in somewhere. The cookie holds the token, the row but its hash. */
export interface SessionsTable {
  token_hash: string;
  user_id: string;
  /** keyed hash of the client's network address: a client that is known is not locked out by others' guesses */
  client_hash: string;
  created_at: Instant;
  seen_at: Instant;
}

/** What an email's link carries: used once, superseded by the next of its purpose. */
export interface AccountTokensTable {
  token_hash: string;
  user_id: string;
  purpose: "confirm" | "reset";
  expires_at: Instant;
}

/** Emails to be sent: exactly one of `next_attempt_at`, `sent_at` and `dead_at` is set. */
export interface OutboxTable {
  id: Generated<number>;
  message_id: string;
  recipient: string;
  reply_to: string | null;
  subject: string;
  text: string;
  html: string;
  created_at: Instant;
  attempts: Generated<number>;
  next_attempt_at: Instant | null;
  /** whose turn it is to send: the process's own random word, while it tries */
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

/** A review written before signing in, kept until its author comes back. */
export interface ReviewDraftsTable {
  token_hash: string;
  dupe_id: number;
  description: string;
  expires_at: Instant;
}

/** Ids that were perfumes' once: their pages are gone for good. Filled by triggers. */
export interface RemovedPerfumesTable {
  id: number;
}

/** One row: whether changes of perfumes are noted, because there is somebody to tell them to. */
export interface IndexNowTable {
  id: 1;
  noted: 0 | 1;
}

/**
 * Perfumes whose pages changed and that search engines are to be told of, filled by triggers; the names are the last ones,
 * for perfumes that are gone. Exactly one of `next_attempt_at` and `dead_at` is set.
 */
export interface ChangedPerfumesTable {
  perfume_id: number;
  marca: string;
  nombre: string;
  attempts: Generated<number>;
  next_attempt_at: Instant | null;
  /** whose turn it is to tell: the process's own random word, while it tries */
  lease: string | null;
  last_error: string | null;
  dead_at: Instant | null;
}

export interface Schema {
  usuarios: UsuariosTable;
  accounts: AccountsTable;
  perfumes: PerfumesTable;
  dupes: DupesTable;
  perfume_searches: PerfumeSearchesTable;
  perfume_month_views: PerfumeMonthViewsTable;
  user_votes: UserVotesTable;
  sugerencias_perfumes: SugerenciasPerfumesTable;
  sugerencias_dupes: SugerenciasDupesTable;
  dupe_reviews: DupeReviewsTable;
  contact_messages: ContactMessagesTable;
  catalogue_version: CatalogueVersionTable;
  sessions: SessionsTable;
  account_tokens: AccountTokensTable;
  outbox: OutboxTable;
  rate_limits: RateLimitsTable;
  review_drafts: ReviewDraftsTable;
  removed_perfumes: RemovedPerfumesTable;
  index_now: IndexNowTable;
  changed_perfumes: ChangedPerfumesTable;
}

export type Perfume = Selectable<PerfumesTable>;
export type NewPerfume = Insertable<PerfumesTable>;
export type Dupe = Selectable<DupesTable>;
export type NewDupe = Insertable<DupesTable>;
