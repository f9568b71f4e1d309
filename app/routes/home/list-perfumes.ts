import type { RouterContextProvider } from "react-router";
import { mostSearched, mostWereOpened } from "#app/domain/catalog/perfumes.ts";
import {
  answersForm,
  clientAddress,
  database,
  language,
  services,
} from "#app/http/middleware/context.ts";
import { logFailure } from "#app/http/middleware/log-failure.ts";
import { type Format, formatIn } from "#app/i18n/format.ts";
import { message } from "#app/i18n/messages.server.ts";
import { slugify } from "#app/i18n/text.ts";
import { presentCard, type PresentedCard, presentFound } from "#app/ui/perfume-card.tsx";
import type { Nothing } from "./nothing-found.tsx";

/** bottles shown when nothing was found: two rows of three on a wide screen, three of two on a narrow one */
const popularShown = 6;

interface Listed {
  perfumes: PresentedCard[];
  /** false if fewer than eight were opened this month (RULES.md 3.2) */
  opened: boolean;
  count: number;
  pages: number;
  problem: string | null;
  nothing?: Nothing;
}

/** @param isNew false when the person has seen the results already and the page only adds a form */
export async function listFound(
  context: Readonly<RouterContextProvider>,
  query: string,
  page: number,
  isNew: boolean,
): Promise<Listed> {
  return orProblem(context, "home.errorLoading", async (format) => {
    const address = isNew && !context.get(answersForm) ? context.get(clientAddress) : null;
    const found = await context.get(services).search.find(query, page, address);
    const perfumes = found.perfumes.map((perfume) => presentFound(perfume, format));
    const nothing = found.count === 0 ? await waysOn(context, query, format) : undefined;
    return { ...found, perfumes, opened: false, ...(nothing && { nothing }) };
  });
}

async function waysOn(
  context: Readonly<RouterContextProvider>,
  query: string,
  format: Format,
): Promise<Nothing> {
  const { search } = context.get(services);
  const { marca } = await search.splitName(query);
  const popular = await mostSearched(context.get(database), new Date(), popularShown);
  return {
    near: await search.nearest(query),
    brand: marca ? { marca, slug: slugify(marca) } : null,
    popular: popular.map((perfume) => presentCard(perfume, format)),
  };
}

export async function listMostSearched(context: Readonly<RouterContextProvider>): Promise<Listed> {
  return orProblem(context, "home.errorTop", async (format) => {
    const db = context.get(database);
    const now = new Date();
    const [perfumes, opened] = await Promise.all([mostSearched(db, now), mostWereOpened(db, now)]);
    return {
      perfumes: perfumes.map((perfume) => presentCard(perfume, format)),
      opened,
      count: perfumes.length,
      pages: 1,
    };
  });
}

/** Logs a failure and shows it in place of the list, because the rest of the page is still useful (RULES.md 12.7). */
async function orProblem(
  context: Readonly<RouterContextProvider>,
  problem: "home.errorTop" | "home.errorLoading",
  list: (format: Format) => Promise<Omit<Listed, "problem">>,
): Promise<Listed> {
  try {
    return { ...(await list(formatIn(context.get(language)))), problem: null };
  } catch (error) {
    logFailure(context, error);
    const text = message(context.get(language), problem);
    return { perfumes: [], opened: false, count: 0, pages: 0, problem: text };
  }
}
