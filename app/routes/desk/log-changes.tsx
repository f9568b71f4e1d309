import type { ReactNode } from "react";
import type { LogEntry } from "#app/domain/desk/log/audit.ts";
import type { Names } from "#app/domain/desk/log/shown-log.ts";
import { writeAmount } from "#app/domain/prices/write-amount.ts";
import { familyIn, noteIn } from "#app/i18n/fact-words.server.ts";
import { formatIn } from "#app/i18n/format.ts";
import { Link } from "#app/ui/link.tsx";
import { bottlePath } from "./desk-paths.ts";
import { useDeskTranslations, wordIn } from "./use-desk-translations.ts";

type Values = Record<string, unknown>;

interface Changes extends Pick<LogEntry, "before" | "after"> {
  names?: Names;
}

/** Shown as part of another field, or needed by an undo only. */
export const unshown = ["name", "currency", "official"];
export const wordFields = ["state", "decision", "kind", "stance", "concentracion", "genero"];

const isForGood = (field: string, values: Values) =>
  field === "until" && values.until === null && values.suspended === true;

const isTold = (field: string, values: Values | null): values is Values =>
  values !== null && ((values[field] ?? null) !== null || isForGood(field, values));

export const toldFields = ({ before, after }: Changes) =>
  Object.keys({ ...before, ...after }).filter(
    (field) => !unshown.includes(field) && (isTold(field, before) || isTold(field, after)),
  );

export function ChangesTable({ before, after, names }: Changes) {
  const { t } = useDeskTranslations();
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t("desk:log.field")}</th>
          <th scope="col">{t("desk:log.before")}</th>
          <th scope="col">{t("desk:log.after")}</th>
        </tr>
      </thead>
      <tbody>
        {toldFields({ before, after }).map((field) => (
          <tr key={field}>
            <th scope="row">{wordIn(t("desk:log.fields", { returnObjects: true }), field)}</th>
            {[before, after].map((values, at) => (
              <td key={at}>
                {isTold(field, values) ? <Value {...{ field, values, names }} /> : "–"}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Every field that decisions write (RULES.md 10.27); what is not named here is a text, a number or a yes or no. */
function Value({
  field,
  values,
  names,
}: {
  field: string;
  values: Values;
  names: Names | undefined;
}): ReactNode {
  const { language, t } = useDeskTranslations();
  const format = formatIn(language);
  const words = t("desk:log.values", { returnObjects: true });
  const value = values[field];
  const text = [value].flat().join(" ");
  switch (field) {
    case "role":
      return wordIn(t("desk:person.roles", { returnObjects: true }), text);
    case "bottle":
    case "original":
      return <Named kind="perfume" id={text} names={names} />;
    case "into":
      return <Named kind="perfume" id={text} names={names} gone={values.name} />;
    case "dupe":
      return <Named kind="dupe" id={text} names={names} />;
    case "along": {
      const [kind = "", id] = text.split(":");
      return `${wordIn(t("desk:log.kinds", { returnObjects: true }), kind)} ${id}`;
    }
    case "amount":
      if (typeof values.currency !== "string") break;
      return writeAmount(format, Number(value), values.currency);
    case "size":
      return format.millilitres(Number(value));
    case "estimacion":
      return format.percent(Number(value));
    case "anio":
      return text;
    case "familia":
      return familyIn(language, text);
    case "notas":
      return text
        .split("|")
        .map((note) => noteIn(language, note))
        .join(", ");
    case "until":
      return isForGood(field, values) ? words.forGood : format.moment(text);
    case "said_on":
      return format.date(text);
    case "enlace":
    case "foto":
    case "estimacion_url":
    case "url":
      return <Outward address={shortened(text)} />;
  }
  if (typeof value === "number") return format.number(value);
  return typeof value === "boolean" || wordFields.includes(field)
    ? wordIn(words, text)
    : shortened(text);
}

const maxShown = 300;

const shortened = (said: string) =>
  said.length > maxShown ? `${said.slice(0, maxShown).toWellFormed()}…` : said;

function Named({
  kind,
  id,
  names,
  gone,
}: {
  kind: "perfume" | "dupe";
  id: string;
  names?: Names;
  gone?: unknown;
}) {
  const { t } = useDeskTranslations();
  const named = names?.get(`${kind}:${id}`);
  if (!named) return gone ? String(gone) : `${t(`desk:log.kinds.${kind}`)} ${id}`;
  const name = `${named.marca} · ${named.nombre}`;
  return named.perfumeId === null ? name : <Link to={bottlePath(named.perfumeId)}>{name}</Link>;
}

/** The address is untrusted: operators and imports can enter anything. */
function Outward({ address }: { address: string }) {
  if (!/^(?:https:\/|\/photos)\/\S+$/u.test(address) || address.endsWith("…")) return address;
  return (
    <a href={address} rel="noopener noreferrer nofollow">
      {address}
    </a>
  );
}
