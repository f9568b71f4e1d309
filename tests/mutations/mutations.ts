/** A mistake that breaks a rule of app/RULES.md, and the tests nearest to it. */
export interface Mutation {
  rule: string;
  /** what happens instead */
  breaks: string;
  file: string;
  /** occurs exactly once in the file */
  find: string;
  put: string;
  tests: string[];
}

const accounts = "app/domain/accounts";
const catalog = "app/domain/catalog";
const prices = "app/domain/prices";
const reviews = "app/domain/reviews";
const voices = "app/domain/voices";

export const mutations: Mutation[] = [
  {
    rule: "1.5",
    breaks: "without votes the figure is the estimate of others, not 85",
    file: `${catalog}/similarity.ts`,
    find: "weight * (estimate ?? defaultEstimate)) /",
    put: "weight * (estimate || defaultEstimate)) /",
    tests: [`${catalog}/similarity.test.ts`],
  },
  {
    rule: "1.7",
    breaks: "a dupe of exactly 50 % counts as rejected",
    file: `${catalog}/dupe-order.ts`,
    find: "votesOn(dupe) >= enoughToReject && dupe.porcentaje < half",
    put: "votesOn(dupe) >= enoughToReject && dupe.porcentaje <= half",
    tests: [`${catalog}/dupe-order.test.ts`],
  },
  {
    rule: "1.7",
    breaks: "as many sources against as for are no dispute, in SQL",
    file: `${catalog}/dupe-order.ts`,
    find: "and ${support} <= 0)`",
    put: "and ${support} < 0)`",
    tests: [`${catalog}/dupe-order.test.ts`],
  },
  {
    rule: "1.15",
    breaks: "a page's host may have letters that imitate others",
    file: `${catalog}/source-urls.ts`,
    find: "if (!address?.url || isPunycode(address.host)) return null;",
    put: "if (!address?.url) return null;",
    tests: [`${catalog}/source-urls.test.ts`],
  },
  {
    rule: "4.2",
    breaks: "sizes below 1 ml are refused",
    file: `${prices}/sizes.ts`,
    find: "[0.5, 1000]",
    put: "[1, 1000]",
    tests: [`${prices}/sizes.test.ts`],
  },
  {
    rule: "4.4",
    breaks: "only prices far above the usual are held, not those far below",
    file: `${prices}/judge.ts`,
    find: "const isNear = value * usualFactor >= middle && value <= middle * usualFactor;",
    put: "const isNear = value <= middle * usualFactor;",
    tests: [`${prices}/add-sighting.test.ts`],
  },
  {
    rule: "4.4",
    breaks: "the vouched prices of a blocked shop are compared with",
    file: `${prices}/judge.ts`,
    find: `of.selectFrom("shops").select("host").where("state", "=", "blocked")`,
    put: `of.selectFrom("shops").select("host").where("state", "=", "unknown" as "blocked")`,
    tests: [`${prices}/add-sighting.test.ts`],
  },
  {
    rule: "4.5",
    breaks: "a saving can be 100 %",
    file: `${prices}/bottle-prices.ts`,
    find: "Math.max(1, share) - 100",
    put: "Math.max(0, share) - 100",
    tests: [`${prices}/bottle-prices.test.ts`],
  },
  {
    rule: "4.6",
    breaks: "words from before an operator's decision still hold the price",
    file: `${prices}/gone.ts`,
    find: `row.or([row("decided_at", "is", null), row("word.created_at", ">=", row.ref("decided_at"))]),`,
    put: `row.or([row("decided_at", "is", null), row("decided_at", "is not", null)]),`,
    tests: [`${prices}/gone.test.ts`, "app/domain/desk/prices-that-stand.test.ts"],
  },
  {
    rule: "4.7",
    breaks: "of currencies used equally the last wins",
    file: `${prices}/page-prices.ts`,
    find: "currencies[counts.indexOf(highest)]",
    put: "currencies[counts.lastIndexOf(highest)]",
    tests: [`${prices}/page-prices.test.ts`],
  },
  {
    rule: "4.10",
    breaks: "one person's two prices vouch for each other",
    file: `${prices}/vouched.ts`,
    find: "areDistinct(one, other) && agree(one, other)",
    put: "one !== other && agree(one, other)",
    tests: [`${prices}/vouched.test.ts`],
  },
  {
    rule: "5.7",
    breaks: "voices need not differ in their network",
    file: `${voices}/speaker.ts`,
    find: `["user_id", "mailbox", "mail_domain", "network"] as const`,
    put: `["user_id", "mailbox", "mail_domain"] as const`,
    tests: [`${voices}/speaker.test.ts`],
  },
  {
    rule: "5.8",
    breaks: "voices of new accounts count after 48 hours",
    file: `${voices}/waits.ts`,
    find: "const newAccountsWait = 3 * day;",
    put: "const newAccountsWait = 2 * day;",
    tests: [`${voices}/waits.test.ts`],
  },
  {
    rule: "5.8",
    breaks: "seven voices of a network count in a week",
    file: `${voices}/waits.ts`,
    find: "Number(rows[0]!.counted) >= roomOfNetwork",
    put: "Number(rows[0]!.counted) > roomOfNetwork",
    tests: [`${voices}/waits.test.ts`],
  },
  {
    rule: "5.5",
    breaks: "reports of suspended people hide a review",
    file: `${reviews}/reports.ts`,
    find: `.where(notSuspended("review_reports.user_id"))`,
    put: "",
    tests: [`${reviews}/reports.test.ts`],
  },
  {
    rule: "5.10",
    breaks: "two people's answers show as counts",
    file: `${reviews}/verdict-questions.ts`,
    find: "export const fewestAnswers = 3;",
    put: "export const fewestAnswers = 2;",
    tests: [`${reviews}/verdict-questions.test.ts`],
  },
  {
    rule: "9.4",
    breaks: "a reset link still works after an hour",
    file: `${accounts}/link-tokens.ts`,
    find: "reset: 60 * minute",
    put: "reset: 90 * minute",
    tests: [`${accounts}/link-tokens.test.ts`],
  },
  {
    rule: "9.5",
    breaks: "a session in use never ends",
    file: `${accounts}/session-lifetime.ts`,
    find: `      row("sessions.created_at", ">", before(now, limits.maxAge)),\n`,
    put: "",
    tests: [`${accounts}/sessions.test.ts`],
  },
  {
    rule: "9.8",
    breaks: "reserved words with a plural's s are free",
    file: `${accounts}/usernames.ts`,
    find: "(?:${asWords})s?(?![a-z])",
    put: "(?:${asWords})(?![a-z])",
    tests: [`${accounts}/usernames.test.ts`],
  },
  {
    rule: "9.16",
    breaks: "a sign-in an hour ago is recent",
    file: `${accounts}/recent-sign-in.ts`,
    find: "export const recent = 30 * 60 * 1000;",
    put: "export const recent = 60 * 60 * 1000;",
    tests: [`${accounts}/recent-sign-in.test.ts`],
  },
  {
    rule: "9.17",
    breaks: "signs after a common password make it good",
    file: `${accounts}/common-passwords.ts`,
    find: `text.replace(/[\\d@$!%*?&]+$/u, "")`,
    put: `text.replace(/\\d+$/u, "")`,
    tests: [`${accounts}/common-passwords.test.ts`],
  },
];
