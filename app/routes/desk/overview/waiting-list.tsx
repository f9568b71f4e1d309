import type { WaitingCounts } from "#app/domain/desk/overview.ts";
import { formatIn } from "#app/i18n/format.ts";
import { Link } from "#app/ui/link.tsx";
import { useDeskText } from "../use-desk-text.ts";

const places = [
  ["perfumes", "/desk/queue?kind=perfume"],
  ["dupes", "/desk/queue?kind=dupe"],
  ["facts", "/desk/queue?kind=facts"],
  ["prices", "/desk/queue?kind=price"],
  ["reviews", "/desk/queue?kind=review"],
  ["unusualVotes", "/desk/votes"],
  ["messages", "/desk/messages"],
  ["deadEmails", "/desk/emails"],
] as const;

type Waiting = WaitingCounts & { unusualVotes: number };

export function WaitingList({ waiting }: { waiting: Waiting }) {
  const { language, texts } = useDeskText("overview");
  const { number } = formatIn(language);
  const some = places.filter(([kind]) => waiting[kind] > 0);
  return (
    <section>
      <h2>{texts.waits}</h2>
      {some.length === 0 && <p>{texts.nothingWaits}</p>}
      <ul className="desk-counts">
        {some.map(([kind, path]) => (
          <li key={kind}>
            <Link to={path} className="label">
              {texts.waiting[kind]} <strong>{number(waiting[kind])}</strong>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
