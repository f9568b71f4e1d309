import type { Digest, News } from "./weekly-pass.ts";
import type { Config } from "#app/config.ts";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { type Format, formatIn } from "#app/i18n/format.ts";
import { defaultLanguage, isLanguage, type Language } from "#app/i18n/languages.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { type WrittenNews, weeklyEmail } from "#app/mail/emails.ts";
import type { Email } from "#app/mail/outbox.ts";
import { writeAmount } from "#app/domain/prices/write-amount.ts";
import type { DupeStanding } from "#app/domain/prices/standings.ts";
import { signedToken } from "#app/domain/accounts/tokens.ts";
import { unsubscribePath, unsubscribePurpose } from "./unsubscribe-path.ts";

/** bottles in one email; those that the person put on the shelf last */
const maxNews = 20;

/** @returns a function that writes the weekly email: figures, links, and the way to end it, which works signed out (RULES.md 20.6) */
export function createWeeklyEmailOf({
  origin,
  sessionSecrets,
}: Pick<Config, "origin" | "sessionSecrets">): (digest: Digest<DupeStanding>) => Email {
  return ({ userId, email, language, news }) => {
    const lang = isLanguage(language) ? language : defaultLanguage;
    const token = signedToken(sessionSecrets[0]!, unsubscribePurpose, userId);
    const to = {
      to: email,
      link: origin + inLanguage(lang, "/shelf"),
      unsubscribe: `${origin}${inLanguage(lang, unsubscribePath)}?token=${token}`,
    };
    const written = news.slice(0, maxNews).map((one) => write(origin, lang, one));
    return weeklyEmail(lang, to, written, news.length > maxNews);
  };
}

function write(origin: string, language: Language, news: News<DupeStanding>): WrittenNews {
  const { perfume, standing, closer, cheaper, before } = news;
  const format = formatIn(language);
  const { best, cheapest, similarity } = standing;
  return {
    marca: perfume.marca,
    nombre: perfume.nombre,
    link: origin + inLanguage(language, perfumePath(perfume)),
    closer:
      closer && best && similarity !== null
        ? {
            dupe: best.nombre,
            brand: best.marca,
            similarity: format.percent(similarity),
            before: before.similarity === null ? null : format.percent(before.similarity),
          }
        : null,
    cheaper:
      cheaper && cheapest && standing.price
        ? {
            dupe: cheapest.nombre,
            brand: cheapest.marca,
            price: amountIn(format, standing.price),
            before: before.price && amountIn(format, before.price),
          }
        : null,
  };
}

const amountIn = (format: Format, { amount, currency }: { amount: number; currency: string }) =>
  writeAmount(format, amount, currency);
