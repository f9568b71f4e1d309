import type { ReactNode } from "react";
import { Link } from "#app/ui/link.tsx";
import { useDeskText } from "../use-desk-text.ts";
import { entryPath } from "../log-entry.tsx";
import type { PersonData } from "./load-person.ts";

export function Rows({
  title,
  count,
  shown,
  children,
}: {
  title: string;
  count: number;
  shown: string;
  children: ReactNode[];
}) {
  const { texts, t } = useDeskText("person");
  return (
    <section>
      <h2>
        {title} ({count})
      </h2>
      {children.length === 0 ? <p>{texts.none}</p> : <ul className="desk-rows">{children}</ul>}
      {count > children.length && children.length > 0 && (
        <p className="small soft">{t("newest", { count: shown })}</p>
      )}
    </section>
  );
}

export function Decisions({ decisions, id: personId }: Pick<PersonData, "decisions" | "id">) {
  const { texts } = useDeskText("person");
  const { texts: log } = useDeskText("log");
  const actions: Record<string, string> = log.actions;
  return (
    <section>
      <h2>{texts.decisions}</h2>
      {decisions.length === 0 && <p>{texts.none}</p>}
      <ul className="desk-rows">
        {decisions.map(({ id, action, reason, via, who, at }) => (
          <li key={id}>
            <Link to={entryPath(id)}>{actions[action] ?? action}</Link>{" "}
            <span className="small soft">
              {via === "command" ? log.command : (who ?? log.somebody)} · {at}
            </span>
            {reason !== null && <p>{reason}</p>}
          </li>
        ))}
      </ul>
      <p>
        <Link className="button" to={`/desk/log?person=${encodeURIComponent(personId)}`}>
          {log.title}
        </Link>
      </p>
    </section>
  );
}
