import { redirectDocument } from "react-router";
import { z } from "zod";
import type { StoredFacts } from "#app/domain/catalog/facts.ts";
import { storedFacts } from "#app/domain/catalog/perfumes.ts";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import type { Refused } from "#app/domain/refused-act.ts";
import { suggestFacts as keepSuggestion } from "#app/domain/suggestions/fact-suggestions.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import {
  factConstraints,
  factFields,
  factLabels,
  hiddenField,
} from "#app/http/forms/form-fields.ts";
import { admitPerson } from "#app/http/forms/gate.ts";
import { factsInEnglish, factsToType } from "#app/http/forms/typed-facts.ts";
import { isFromProgram } from "#app/http/forms/honeypot.ts";
import { readShown } from "#app/http/forms/shown-fields.ts";
import {
  answersForm,
  currentUser,
  database,
  language,
  openFacts,
  type RequestContext,
} from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { cleanLine } from "#app/i18n/clean-text.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { missingPerfume, type Place } from "./place.ts";

const factsForm = defineForm(
  "suggest-facts",
  z.object({ ...factFields(cleanLine), shown: hiddenField() }),
  { labels: factLabels, constraints: factConstraints },
);

const formPath = (path: string) => `${path}?suggest=facts`;

/** Stores what somebody says is in the bottle, for operators to decide (RULES.md 6.3). */
export async function suggestFacts(
  context: RequestContext,
  form: FormData,
  { perfumeId, path }: Place,
) {
  context.set(openFacts, true);
  const lang = context.get(language);
  const sent = factsForm.parse(form, lang);
  const gate = {
    failure: "perfume.errorSuggestionSubmit",
    limit: "suggestion",
    signIn: { message: "facts.mustLogin", back: formPath(path) },
    async more({ code }: Refused) {
      if (code === "no-such-perfume") throw await missingPerfume(context);
      return {};
    },
  } as const;
  return admitPerson(context, sent, gate, async (typed, { userId }) => {
    if (!isFromProgram(form)) {
      const db = context.get(database);
      const known = await storedFacts(db, perfumeId);
      const facts = factsInEnglish(lang, touched(form, typed), known);
      await keepSuggestion(db, { perfumeId, userId, language: lang, facts }, new Date());
    }
    return redirectWithMessage(context, path, "perfume.suggested");
  });
}

/** Without the fields that are as the form showed them, which operators may have changed since. */
function touched(form: FormData, { shown, ...typed }: FactsTyped): Partial<StoredFacts> {
  const before = readShown(shown);
  return Object.fromEntries(
    Object.entries(typed).filter(([name]) => form.get(name) !== before[name]),
  );
}

type FactsTyped = NonNullable<ReturnType<typeof factsForm.parse>["value"]>;

/**
 * Data for `?suggest=facts`: the form, on a page without scripts; null when it was not asked for.
 * @throws a redirect to the same address as a new document, when the client router asks for it
 */
export async function factsPage(
  request: Request,
  context: RequestContext,
  query: URLSearchParams,
  perfume: { id: number; marca: string; nombre: string },
) {
  if (query.get("suggest") !== "facts" && !context.get(openFacts)) return null;
  const code = context.get(language);
  const answers = context.get(answersForm);
  const path = inLanguage(code, perfumePath(perfume));
  if (new URL(request.url).pathname.endsWith(".data") && !answers)
    throw redirectDocument(formPath(path));
  const known = await storedFacts(context.get(database), perfume.id);
  if (!known) return null;
  const { marca, nombre } = perfume;
  return {
    scripts: false as const,
    bottle: { marca, nombre },
    known: factsToType(code, known),
    texts: translatorIn(code).t("pages:facts", { returnObjects: true }),
    constraints: factsForm.constraints,
    back: perfumePath(perfume),
    /** where signed-out readers come back to */
    signIn: context.get(currentUser) || answers ? null : formPath(path),
  };
}
