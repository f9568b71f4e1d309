import { blindCountsOf } from "#app/domain/reviews/blind-counts.ts";
import { ownBlindTest } from "#app/domain/reviews/blind-tests.ts";
import {
  currentUser,
  database,
  language,
  type RequestContext,
} from "#app/http/middleware/context.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { blindAddress, testsInWords } from "./blind-words.ts";

interface Asked {
  dupeId: number;
  names: { dupe: string; original: string };
}

export type OpenBlind = Awaited<ReturnType<typeof openBlind>>;

/** What blind tests of a dupe say, and the reader's own: its order only once it is answered (RULES.md 5.11). */
export async function openBlind(context: RequestContext, { dupeId, names }: Asked) {
  const db = context.get(database);
  const code = context.get(language);
  const user = context.get(currentUser);
  const { t } = translatorIn(code);
  const address = blindAddress(context);
  const [all, own] = await Promise.all([
    blindCountsOf(db, [dupeId]),
    user && ownBlindTest(db, user.userId, dupeId, new Date()),
  ]);
  const counts = all.get(dupeId);
  const answered = own?.answered;
  const result = answered && {
    strip: String(answered.odd),
    bottle: names[answered.carries],
  };
  return {
    dupeId,
    text: t("pages:blind", { returnObjects: true, address }),
    said: counts && testsInWords(code, counts),
    result: result && t(`pages:blind.${answered.found ? "right" : "wrong"}`, result),
    /** the code of the open test */
    code: own?.open,
    bottles: [
      { value: "dupe", text: names.dupe },
      { value: "original", text: names.original },
      { value: "", text: t("pages:verdict.unanswered") },
    ],
  };
}
