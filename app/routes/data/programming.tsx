import { Sections } from "#app/ui/prose.tsx";

const changeLine = `{"id":8124,"at":"2026-11-20T09:30:12.000Z","file":"aliases","kind":"add","row":{"id":87,"marca":"Creed","nombre":"Aventus","alias":"Creed AV","tipo":"code"}}`;

type SectionList = React.ComponentProps<typeof Sections>["sections"];

interface ProgrammingProps extends React.ComponentProps<typeof ApiExample> {
  programming: {
    title: string;
    sections: SectionList;
    example: string;
    mirror: string;
    checksums: string;
  };
  lastChange: number;
}

export function Programming({ origin, api, programming: text, lastChange }: ProgrammingProps) {
  const changes = `${origin}/data/changes.jsonl?since=${lastChange}`;
  const check = `curl -s ${origin}/data/manifest.json | jq -r '.files[] | .sha256 + "  " + .name' | sha256sum --check --ignore-missing`;
  const extra = {
    api: <ApiExample origin={origin} api={api} />,
    changes: (
      <>
        <p>
          <code>{changes}</code>
        </p>
        <p>{text.example}</p>
        <pre className="scroll">{changeLine}</pre>
        <p>{text.mirror}</p>
      </>
    ),
  };
  return (
    <details>
      <summary className="button">{text.title}</summary>
      <Sections sections={text.sections} extra={extra} />
      <section id="checksums">
        <p>{text.checksums}</p>
        <pre className="scroll">{check}</pre>
      </section>
    </details>
  );
}

const answers = {
  search: `{"perfumes": [{"id": ID, "marca": "Creed", "nombre": "Aventus", …}, …], …}`,
  dupes: `{"dupes": [{"marca": "Armaf", "nombre": "Club de Nuit Intense Man",
  "similarity": 93, "likes": 41, "dislikes": 3, …,
  "prices": [{"importe": "24.95", "moneda": "EUR", "ml": 105, "tienda": "druni.es",
    "fecha": "2026-11-03", …}]}, …], "next": null}`,
};

interface ApiExampleProps {
  origin: string;
  api: { notes: string[]; all: string };
}

function ApiExample({ origin, api: text }: ApiExampleProps) {
  const address = `${origin}/api/v1`;
  const description = `${address}/openapi.json`;
  return (
    <>
      <pre className="scroll">
        {[
          `curl '${address}/search?q=creed+aventus'`,
          answers.search,
          `curl '${address}/perfumes/ID/dupes'`,
          answers.dupes,
        ].join("\n")}
      </pre>
      <ul>
        {text.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <p>
        {text.all} <a href={description}>{description}</a>
      </p>
    </>
  );
}
