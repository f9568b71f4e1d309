import type { Changed, ShownEntry, Value } from "#app/domain/desk/log/shown-log.ts";
import { familyIn, noteIn } from "#app/i18n/fact-words.server.ts";
import { formatIn } from "#app/i18n/format.ts";
import { Link } from "#app/ui/link.tsx";
import { useDeskTranslations, wordIn } from "./use-desk-translations.ts";

export function Changes({ id, changes }: Pick<ShownEntry, "id" | "changes">) {
  const { t } = useDeskTranslations();
  return (
    <details>
      <summary>
        {t("desk:log.what")}
        <span className="unseen"> ({id})</span>
      </summary>
      <ChangesTable changes={changes} />
    </details>
  );
}

export function ChangesTable({ changes }: { changes: Changed[] }) {
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
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{wordIn(t("desk:log.fields", { returnObjects: true }), field)}</th>
            <td>
              <LogValue value={before} />
            </td>
            <td>
              <LogValue value={after} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function LogValue({ value }: { value: Value | null }) {
  const { language, t } = useDeskTranslations();
  const { number, percent, millilitres, money, moment, date } = formatIn(language);
  if (value === null) return "–";
  switch (value.kind) {
    case "text":
      return value.text;
    case "family":
      return familyIn(language, value.text);
    case "notes":
      return value.text
        .split(", ")
        .map((note) => noteIn(language, note))
        .join(", ");
    case "link":
      return <Outward address={value.text} />;
    case "word":
      return wordIn(t("desk:log.values", { returnObjects: true }), value.word);
    case "role":
      return wordIn(t("desk:person.roles", { returnObjects: true }), value.word);
    case "number":
      return number(value.value);
    case "percent":
      return percent(value.value);
    case "millilitres":
      return millilitres(value.value);
    case "money":
      return money(value.amount, value.currency);
    case "moment":
      return moment(value.at);
    case "day":
      return date(value.day);
    case "subject":
      return `${wordIn(t("desk:log.kinds", { returnObjects: true }), value.of)} ${value.id}`;
    case "perfume":
    case "dupe":
      return <Named value={value} />;
  }
}

function Named({ value }: { value: Extract<Value, { kind: "perfume" | "dupe" }> }) {
  const { t } = useDeskTranslations();
  const { kind, id, named } = value;
  if (!named) return `${t(`desk:log.kinds.${kind}`)} ${id}`;
  const name = `${named.marca} · ${named.nombre}`;
  if (named.perfumeId === null) return name;
  return <Link to={`/desk/perfumes/${named.perfumeId}`}>{name}</Link>;
}

/** The address is untrusted: operators and imports can enter anything. */
function Outward({ address }: { address: string }) {
  if (!/^(?:https:\/\/|\/photos\/)/u.test(address) || address.endsWith("…")) return address;
  return (
    <a href={address} rel="noopener noreferrer nofollow">
      {address}
    </a>
  );
}
