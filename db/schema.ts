import type { Generated } from "kysely";

/** ISO 8601 time in UTC, e.g. "2026-01-31T08:00:00.000Z"; text, so that every dialect stores the same. */
type Instant = string;

type Day = string;

/** What is in a bottle. */
export interface FactsColumns {
  concentracion: Generated<Concentration | null>;
  /** of its launch */
  anio: Generated<number | null>;
  genero: Generated<"women" | "men" | "unisex" | null>;
  familia: Generated<string | null>;
  /** up to 8, joined by "|" */
  notas: Generated<string | null>;
}

export type Concentration = "parfum" | "edp" | "edt" | "edc" | "extrait" | "oil" | "mist";

/** Whose a voice is, in keyed hashes, and when it counts (RULES.md 5.7, 5.8). */
interface Voiced {
  /** stays when its person goes */
  mailbox: Generated<string | null>;
  /** null for a large provider's */
  mail_domain: Generated<string | null>;
  /** the /24 or /48, for 180 days; null for a local one */
  network: Generated<string | null>;
  /** from when on it waits for room; null once it counts, and for what never counts by itself */
  counts_from: Generated<Instant | null>;
  counted_at: Generated<Instant | null>;
}

interface Uncountable {
  /** "uncounted" while a decision excludes it */
  state: Generated<"counted" | "waiting" | "uncounted">;
}

type Alike = "same" | "close" | "different";
type Amount = "less" | "same" | "more";
type Choice = "dupe" | "either" | "original";

interface Decided {
  version: Generated<number>;
  decided_at: Generated<Instant | null>;
  decided_by: Generated<string | null>;
  reason: Generated<string | null>;
}

/** One person's suggestion. */
interface Proposal extends Decided {
  id: Generated<number>;
  created_at: Instant;
  state: Generated<"waiting" | "accepted" | "refused">;
  language: string | null;
  /** null: nobody was thanked; 0 once they were */
  thanks_due: Generated<0 | 1 | null>;
}

/** What several people suggest. */
interface Suggested extends Decided {
  id: Generated<number>;
  user_id: string | null;
  clave: string;
  twin_key: string;
  veces: Generated<number>;
  created_at: Instant;
  state: Generated<"waiting" | "accepted" | "refused" | "same">;
  bottle_id: Generated<number | null>;
}

export type ReviewState = "shown" | "hidden" | "removed";

export interface Schema {
  /** The public profile of a user. Credentials are in `accounts`, out of reach of public queries (RULES.md 9.2). */
  usuarios: {
    id: string;
    nombre_usuario: string | null;
    nombre_usuario_clave: string | null;
    nombre_completo: string;
    avatar_url: string | null;
    /** 1: an operator lets this person's voices count at once (RULES.md 5.8) */
    trusted: Generated<0 | 1>;
    created_at: Instant;
  };
  accounts: {
    user_id: string;
    email: string;
    email_clave: string;
    password_hash: string | null;
    google_sub: string | null;
    confirmed_at: Instant | null;
    created_at: Instant;
  };
  /** `*_clave` is the canonical form, which is unique (RULES.md 1.1); `marca_slug` is the brand in addresses. */
  perfumes: FactsColumns & {
    id: Generated<number>;
    marca: string;
    nombre: string;
    foto: string | null;
    popularidad: Generated<number>;
    vistas: Generated<number>;
    marca_clave: string;
    nombre_clave: string;
    marca_slug: string;
    revision: Generated<number>;
    created_at: Instant;
    updated_at: Instant;
  };
  /**
   * "The bottle `dupe_perfume_id` smells like the bottle `perfume_id`" (RULES.md 1.2). Triggers keep `nombre`, `marca` and
   * `foto` equal to the look-alike's bottle. `estimacion` is the editorial estimate in per cent; `porcentaje` is the
   * similarity shown, in per cent.
   */
  dupes: {
    id: Generated<number>;
    perfume_id: number;
    dupe_perfume_id: number;
    nombre: string;
    marca: string;
    foto: string | null;
    enlace: string | null;
    estimacion: number | null;
    /** where the estimate was published; null: it is the operators' own */
    estimacion_url: Generated<string | null>;
    porcentaje: number;
    likes: Generated<number>;
    dislikes: Generated<number>;
    /** 1: fewer than three distinct voices stand behind its three or more votes (RULES.md 1.6) */
    few_voices: Generated<0 | 1>;
    /** triggers count `dupe_sources` */
    sources_for: Generated<number>;
    sources_against: Generated<number>;
    /** of kind "catalogue", which the two above do not count */
    catalogues: Generated<number>;
    created_at: Instant;
    updated_at: Instant;
  };
  /** A public page that says that a dupe smells alike, or that it does not. */
  dupe_sources: {
    id: Generated<number>;
    dupe_id: number;
    url: string;
    title: string;
    author: string | null;
    stance: "for" | "against";
    /** a catalogue (a shop's list, a data file) is always for, and never counted as a source */
    kind: "review" | "article" | "discussion" | "maker" | "catalogue";
    said_on: Day | null;
    created_at: Instant;
  };
  fact_suggestions: FactsColumns &
    Proposal & {
      perfume_id: number;
      /** the columns that it would change, joined by ","; the others say nothing */
      changes: string;
      /** null after the account was deleted */
      user_id: string | null;
    };
  source_suggestions: Proposal & {
    dupe_id: number;
    user_id: string;
    url: string;
    author: string | null;
    stance: "for" | "against";
    said_on: Day | null;
  };
  perfume_aliases: {
    id: Generated<number>;
    marca_clave: string;
    alias_clave: string;
    perfume_id: number;
    alias: string;
    kind: "name" | "code";
  };
  perfume_redirects: {
    old_id: number;
    perfume_id: number;
  };
  dupe_redirects: {
    old_id: number;
    dupe_id: number;
  };
  /** The newest change of every row of the open data. */
  data_changes: {
    file: string;
    row_id: number;
    /** the change's public id, in the order in which transactions ended; null until it has one */
    number: Generated<number | null>;
    /** the change with which the row came; null while it is not in the file */
    shown_since: Generated<number | null>;
    at: Instant;
    /** 1: changed since it got its number */
    waits: Generated<0 | 1>;
  };
  /** Rows that came with a dump of another site, by their ids there. */
  mirrored_rows: {
    site: string;
    file: string;
    their_id: number;
    own_id: number;
  };
  search_misses: {
    day: string;
    text: string;
    times: number;
  };
  perfume_searches: {
    id: Generated<number>;
    perfume_id: number;
    user_id: string | null;
    created_at: Instant;
  };
  day_views: {
    day: Day;
    views: number;
    searched: number | null;
  };
  last_runs: {
    name: "housekeeping" | "desk-digest" | "backup";
    at: Instant;
  };
  perfume_month_views: {
    month: string;
    perfume_id: number;
    views: number;
  };
  perfume_new_views: {
    perfume_id: number;
    views: number;
  };
  user_votes: Voiced &
    Uncountable & {
      id: Generated<number>;
      dupe_id: number;
      /** null after the account was deleted: the vote stays counted */
      user_id: string | null;
      voto: 1 | -1;
      created_at: Instant;
    };
  /** What a person who wore both says of a dupe against the original; null: nothing (RULES.md 5.10). */
  verdicts: Voiced &
    Uncountable & {
      id: Generated<number>;
      dupe_id: number;
      /** null after the account was deleted: the verdict stays counted */
      user_id: string | null;
      opening: Alike | null;
      drydown: Alike | null;
      lasting: Amount | null;
      projection: Amount | null;
      again: Choice | null;
      created_at: Instant;
      updated_at: Instant;
      /** 1 while its author is suspended */
      silent: Generated<0 | 1>;
    };
  /** How many counted verdicts a dupe has, and how many give each answer. */
  verdict_counts: {
    dupe_id: number;
    verdicts: Generated<number>;
    /** questions, joined by commas, whose three or more answers are of fewer than three distinct voices (RULES.md 5.10) */
    few_voices: Generated<string>;
  } & Record<
    | `${"opening" | "drydown"}_${Alike}`
    | `${"lasting" | "projection"}_${Amount}`
    | `again_${Choice}`,
    Generated<number>
  >;
  /** Whether a person found the odd one of three strips of paper (RULES.md 5.11). */
  blind_tests: Voiced & {
    id: Generated<number>;
    dupe_id: number;
    /** null after the account was deleted: the test stays counted */
    user_id: string | null;
    code: string;
    odd: 1 | 2 | 3;
    /** the bottle on the odd strip; the other one is on both others */
    carries: "dupe" | "original";
    /** null until it is answered */
    chosen: Generated<1 | 2 | 3 | null>;
    found: Generated<0 | 1 | null>;
    liked: Generated<"dupe" | "original" | null>;
    /** when it was started; once it is answered, when that was */
    created_at: Instant;
    /** until when it can be prepared and answered */
    expires_at: Instant;
    /** "again": answered by somebody whose first one is another */
    state: Generated<"open" | "replaced" | "again" | "counted" | "waiting" | "uncounted">;
    /** 1 while its person is suspended */
    silent: Generated<0 | 1>;
  };
  blind_counts: {
    dupe_id: number;
    tests: number;
    found: number;
    /** 1: five tests or more, but of fewer than five distinct voices */
    few_voices: Generated<0 | 1>;
  };
  sugerencias_perfumes: Suggested & { nombre_perfume: string; marca_perfume: string };
  sugerencias_dupes: Suggested & { perfume_id: number; nombre_dupe: string; marca_dupe: string };
  suggestion_authors: {
    id: Generated<number>;
    perfume_suggestion_id: Generated<number | null>;
    dupe_suggestion_id: Generated<number | null>;
    /** null for a visitor */
    user_id: string | null;
    at: Instant;
    language: string | null;
    thanks_due: Generated<0 | 1>;
    /** whether it is one of `veces`; the hashes are of those that are */
    counted: Generated<0 | 1>;
    mailbox: Generated<string | null>;
    mail_domain: Generated<string | null>;
    network: Generated<string | null>;
  };
  /** Pages that support a suggested dupe. */
  suggested_pages: {
    dupe_suggestion_id: number;
    url: string;
    user_id: string | null;
    at: Instant;
  };
  operators: {
    user_id: string;
    role: "moderator" | "owner";
    since: Instant;
    language: Generated<string | null>;
  };
  audit_log: {
    id: Generated<number>;
    at: Instant;
    via: "desk" | "command";
    actor_id: string | null;
    action: string;
    subject: string;
    perfume_id: number | null;
    person_id: string | null;
    before: string | null;
    after: string | null;
    reason: string | null;
    undone_by: Generated<number | null>;
    statement_due: Generated<0 | 1>;
  };
  changed_rows: {
    id: Generated<number>;
    entry_id: number;
    at: Instant;
    place: string;
    user_id: string | null;
    key: string;
    before: string | null;
    after: string | null;
  };
  dupe_reviews: {
    id: Generated<number>;
    dupe_id: number;
    user_id: string;
    description: string;
    language: Generated<string | null>;
    created_at: Instant;
    state: Generated<ReviewState>;
    /** what it is once no decision excludes it; null where none does */
    own_state: Generated<Exclude<ReviewState, "removed"> | null>;
    version: Generated<number>;
    decided_at: Generated<Instant | null>;
  };
  review_reports: Voiced & {
    id: Generated<number>;
    review_id: number;
    /** null when the account is deleted */
    user_id: string | null;
    reason: "spam" | "offensive" | "false" | "rights";
    note: string | null;
    created_at: Instant;
    decided_at: Generated<Instant | null>;
  };
  dupe_alerts: {
    user_id: string;
    perfume_id: number;
    since: Instant;
    language: string;
  };
  /**
   * A bottle on somebody's shelf (RULES.md 7.1). `told_*` is what the last weekly email said about its dupes:
   * the best similarity in per cent, and the lowest price in minor units; all null before the first comparison.
   */
  shelf: {
    user_id: string;
    perfume_id: number;
    list: "want" | "have" | "had";
    since: Instant;
    told_at: Generated<Instant | null>;
    told_similarity: Generated<number | null>;
    told_price: Generated<number | null>;
    told_currency: Generated<string | null>;
  };
  shelf_emails: {
    user_id: string;
    language: string;
    since: Instant;
    last_sent_at: Generated<Instant | null>;
  };
  contact_messages: {
    id: Generated<number>;
    kind: Generated<"contact" | "notice">;
    name: string;
    email: string;
    message: string;
    url: Generated<string | null>;
    language: Generated<string | null>;
    privacy_accepted: 0 | 1;
    created_at: Instant;
    user_id: string | null;
    state: Generated<"open" | "answered">;
    version: Generated<number>;
    decision: Generated<"removed" | "kept" | null>;
    decision_reason: Generated<string | null>;
    answered_at: Generated<Instant | null>;
  };
  catalogue_version: {
    id: 1;
    version: number;
  };
  sessions: {
    token_hash: string;
    user_id: string;
    /** keyed hash of the client's network address: a known client is not locked out by attempts from elsewhere */
    client_hash: string;
    created_at: Instant;
    seen_at: Instant;
    proved_at: Generated<Instant | null>;
    stays: Generated<0 | 1>;
  };
  account_tokens: {
    token_hash: string;
    user_id: string;
    purpose: "confirm" | "reset";
    expires_at: Instant;
  };
  /** People who may not sign in or write, and whose texts are hidden, while `until` is null or in the future (RULES.md 9.13). */
  suspensions: {
    user_id: string;
    since: Instant;
    until: Instant | null;
    entry: number;
  };
  barred_addresses: {
    address_hash: string;
    until: Instant | null;
  };
  /** What decisions took away; it counts, or shows, again once none excludes it. */
  exclusions: {
    id: Generated<number>;
    /** id of the decision in the log; null for what nobody can undo */
    entry: number | null;
    subject: "user_votes" | "verdicts" | "blind_tests" | "dupe_reviews" | "prices";
    /** its row may be in the data of another undo */
    row_id: number;
  };
  /** Unusual votes or verdicts that an operator found to be fine. */
  looked_at: {
    /** id of the decision in the log */
    entry: number;
    ballots: "user_votes" | "verdicts" | "blind_tests";
    dupe_id: number;
    /** those said later have not been seen */
    seen_until: Instant;
    quiet_until: Instant;
  };
  /** Unused, but the release before this one writes it. */
  kept_forms: {
    token_hash: string;
    user_id: string;
    path: string;
    fields: string;
    expires_at: Instant;
  };
  second_factors: {
    user_id: string;
    secret: string;
    since: Instant;
    confirmed_at: Instant | null;
    last_step: number | null;
  };
  recovery_codes: {
    user_id: string;
    code_hash: string;
  };
  second_steps: {
    token_hash: string;
    user_id: string;
    device_hash: string;
    path: string;
    expires_at: Instant;
    stays: Generated<0 | 1>;
  };
  operator_networks: {
    user_id: string;
    network_hash: string;
    language: string;
    seen_at: Instant;
  };
  outbox: {
    id: Generated<number>;
    message_id: string;
    recipient: string;
    reply_to: string | null;
    subject: string;
    text: string;
    html: string;
    unsubscribe_url: Generated<string | null>;
    created_at: Instant;
    attempts: Generated<number>;
    next_attempt_at: Instant | null;
    lease: string | null;
    last_error: string | null;
    sent_at: Instant | null;
    dead_at: Instant | null;
  };
  rate_limits: {
    key: string;
    points: number;
    expires_at: Instant | null;
  };
  review_drafts: {
    token_hash: string;
    dupe_id: number;
    description: string;
    expires_at: Instant;
  };
  removed_perfumes: {
    id: number;
  };
  index_now: {
    id: 1;
    noted: 0 | 1;
  };
  changed_perfumes: {
    perfume_id: number;
    marca: string;
    nombre: string;
    attempts: Generated<number>;
    next_attempt_at: Instant | null;
    lease: string | null;
    last_error: string | null;
    dead_at: Instant | null;
  };
  shops: {
    host: string;
    name: string;
    country: string | null;
    currency: string | null;
    affiliate_template: string | null;
    /** the shop's own search, with `{q}` */
    search_template: Generated<string | null>;
    state: Generated<"known" | "blocked">;
  };
  prices: Decided &
    Voiced & {
      id: Generated<number>;
      perfume_id: number;
      /** in the currency's minor unit: 2490 EUR is 24.90 €, 3200 JPY is ¥3,200 */
      amount_cents: number;
      currency: string;
      size_ml: number;
      kind: "bottle" | "tester" | "decant";
      shop: string;
      url: string | null;
      country: string | null;
      seen_on: Day;
      /** null for imports and visitors, and after the account was deleted */
      user_id: string | null;
      state: "shown" | "held" | "refused";
      /** what it is once no decision excludes it; null where none does */
      own_state: Generated<"shown" | "held" | null>;
      /** 1: two people or an operator stand behind it (RULES.md 4.10) */
      vouched: Generated<0 | 1>;
      /** 1: three voices say that it is gone, and an operator decides (RULES.md 4.6) */
      disputed: Generated<0 | 1>;
      created_at: Instant;
    };
  /** A person's word that a price is gone (RULES.md 4.6). */
  price_gone: Voiced & {
    id: Generated<number>;
    price_id: number;
    user_id: string | null;
    created_at: Instant;
  };
  price_summaries: {
    perfume_id: number;
    /** "vouched": of the bottles that two people or an operator stand behind */
    kind: "bottle" | "tester" | "decant" | "vouched";
    currency: string;
    count: number;
    cheapest_id: number;
    /** the cheapest per ml of the last 60 days, else the newest */
    reference_id: number;
    highest: number;
    median_per_100_ml: number;
    /** 1: an operator stands behind one of them */
    official: 0 | 1;
    valid_until: Day;
  };
}
