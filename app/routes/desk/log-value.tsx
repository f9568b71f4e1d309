import type { Value } from "#app/domain/desk/log/shown-log.ts";
import { formatIn } from "#app/i18n/format.ts";
import { Link } from "#app/ui/link.tsx";
import { useDeskText } from "./desk-text.ts";

/** @returns the text of a word of the log, or `otherwise` where it has none */
export const said = (texts: Record<string, string>, word: string, otherwise = word) =>
  Object.hasOwn(texts, word) ? texts[word]! : otherwise;

/** One value of what changed, in the page's language. */
export function LogValue({ value }: { value: Value | null }) {
  const { language, texts } = useDeskText("log");
  const { texts: person } = useDeskText("person");
  const { number, percent, millilitres, money, moment } = formatIn(language);
  if (value === null) return "–";
  switch (value.kind) {
    case "text":
      return value.text;
    case "link":
      return <Outward address={value.text} />;
    case "word":
      return said(texts.values, value.word);
    case "role":
      return said(person.roles, value.word);
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
    case "subject":
      return `${said(texts.kinds, value.of)} ${value.id}`;
    case "perfume":
    case "dupe":
      return <Named value={value} />;
  }
}

function Named({ value }: { value: Extract<Value, { kind: "perfume" | "dupe" }> }) {
  const { texts } = useDeskText("log");
  const { kind, id, named } = value;
  if (!named) return `${texts.kinds[kind]} ${id}`;
  const name = `${named.marca} · ${named.nombre}`;
  if (named.perfumeId === null) return name;
  return <Link to={`/desk/perfumes/${named.perfumeId}`}>{name}</Link>;
}

/** What operators or imports gave as an address: followed only where it is one. */
function Outward({ address }: { address: string }) {
  if (!/^(?:https:\/\/|\/photos\/)/u.test(address) || address.endsWith("…")) return address;
  return (
    <a href={address} rel="noopener noreferrer nofollow">
      {address}
    </a>
  );
}
