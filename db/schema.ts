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

/** `*_clave` is the canonical form that makes a name unique; `marca_slug` is the house's address. */
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
}

export type Perfume = Selectable<PerfumesTable>;
export type NewPerfume = Insertable<PerfumesTable>;
export type Dupe = Selectable<DupesTable>;
export type NewDupe = Insertable<DupesTable>;
