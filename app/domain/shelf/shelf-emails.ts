import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { signedToken } from "#app/domain/accounts/secrets.ts";
import { writeAmount } from "#app/domain/prices/write-amount.ts";
import { formatIn } from "#app/i18n/format.ts";
import { knownLanguage, type Language } from "#app/i18n/languages.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import type { Email } from "#app/mail/outbox.ts";
import { writeEmail } from "#app/mail/email-template.ts";
import { unsubscribePath, unsubscribePurpose } from "./weekly-subscription.ts";
import type { News } from "./weekly-news.ts";

// The most recently added ones.
const maxNews = 20;

interface DueAlert {
  email: string;
  language: string;
  since: string;
  perfume: { id: number; marca: string; nombre: string };
}

export function firstDupeEmail(
  origin: string,
  { email, since, perfume, ...alert }: DueAlert,
): Email {
  const language = knownLanguage(alert.language);
  const link = origin + inLanguage(language, perfumePath(perfume));
  const { marca, nombre } = perfume;
  const texts = translatorIn(language).t("emails:firstDupe", {
    returnObjects: true,
    marca,
    nombre,
    date: formatIn(language).date(since),
  });
  return writeEmail(language, { to: email, link }, texts);
}

export interface Subscriber {
  user_id: string;
  email: string;
  language: string;
}

export interface Sender {
  origin: string;
  sessionSecrets: readonly string[];
}

/** The link at the end of these emails works without signing in (RULES.md 7.6). */
export function weeklyEmail(
  { origin, sessionSecrets }: Sender,
  subscriber: Subscriber,
  news: readonly News[],
): Email {
  const language = knownLanguage(subscriber.language);
  const token = signedToken(sessionSecrets[0]!, unsubscribePurpose, subscriber.user_id);
  const addresses = {
    to: subscriber.email,
    link: origin + inLanguage(language, "/shelf"),
    unsubscribe: `${origin}${inLanguage(language, unsubscribePath)}?token=${token}`,
  };
  const { t } = translatorIn(language);
  const texts = t("emails:weekly", { returnObjects: true });
  const nombre = news[0]?.perfume.nombre ?? "";
  return writeEmail(language, addresses, {
    ...texts,
    subject: t("emails:weekly.subject", { nombre }),
    facts: news.slice(0, maxNews).map((one) => factOf(origin, language, one)),
    notes: news.length > maxNews ? [texts.more, ...texts.notes] : texts.notes,
  });
}

function factOf(origin: string, language: Language, { perfume, standing, ...news }: News) {
  const format = formatIn(language);
  const amount = (price: NonNullable<News["before"]["price"]>) =>
    writeAmount(format, price.amount, price.currency);
  const { best, cheapest, similarity, price } = standing;
  const { before } = news;
  const lines: string[] = [];
  if (news.closer && best && similarity !== null)
    lines.push(
      newsLine(
        language,
        "closer",
        { dupe: best.nombre, brand: best.marca, similarity: format.percent(similarity) },
        before.similarity === null ? null : format.percent(before.similarity),
      ),
    );
  if (news.cheaper && cheapest && price) {
    const size = format.millilitres(cheapest.price.cheapest.size);
    lines.push(
      newsLine(
        language,
        "cheaper",
        { dupe: cheapest.nombre, brand: cheapest.marca, price: `${amount(price)} · ${size}` },
        before.price && amount(before.price),
      ),
    );
  }
  return {
    name: `${perfume.nombre} · ${perfume.marca}`,
    url: origin + inLanguage(language, perfumePath(perfume)),
    value: lines.join("\n"),
  };
}

function newsLine(
  language: Language,
  kind: "closer" | "cheaper",
  values: { dupe: string; brand: string; similarity?: string; price?: string },
  before: string | null,
): string {
  const { t } = translatorIn(language);
  const line = t(`emails:weekly.${kind}`, values);
  return before === null ? line : `${line} ${t("emails:weekly.before", { before })}`;
}
