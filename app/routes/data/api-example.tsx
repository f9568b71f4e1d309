/** What the addresses answer, shortened. */
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

export function ApiExample({ origin, api: text }: ApiExampleProps) {
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
