import type { Trouble } from "#app/domain/desk/troubles.ts";
import { Link } from "#app/ui/link.tsx";
import { ago, formatIn } from "#app/i18n/format.ts";
import { useDeskText } from "../use-desk-text.ts";

const backupCommand = "npm run backup -- DIR";
const dumpCommand = "npm run dump -- --accept-shrink";

const gigabyte = 1e9;

interface Shown {
  troubles: Trouble[];
  lastBackup: Date | null;
  now: Date;
}

/** RULES.md 10.24 */
export function Troubles({ troubles, lastBackup, now }: Shown) {
  const { language, texts, t } = useDeskText("overview");
  const { number, decimal, percent, moment } = formatIn(language);
  const since = (last: Date) => ({ when: ago(language, last.toISOString(), now) });
  const say = (trouble: Trouble): string => {
    switch (trouble.kind) {
      case "backup":
        return trouble.last ? t("oldBackup", since(trouble.last)) : texts.noBackup;
      case "housekeeping":
        return trouble.last ? t("lateHousekeeping", since(trouble.last)) : texts.noHousekeeping;
      case "emails-failing":
        return t("emailsFailing", { count: number(trouble.count) });
      case "emails-dead":
        return t("emailsDead", { count: number(trouble.count) });
      case "emails-late":
        return t("emailsLate", { when: moment(trouble.since.toISOString()) });
      case "disk":
        return t("disk", {
          free: decimal(trouble.free / gigabyte),
          share: percent(Math.round(trouble.share * 100)),
        });
      case "data-late":
        return t("lateData", since(trouble.last));
      case "data-shrunk":
        return t("dataShrunk", { files: trouble.files.join(", ") });
    }
  };
  return (
    <section>
      <h2>{texts.wrong}</h2>
      {troubles.length === 0 && <p>{texts.nothingWrong}</p>}
      <ul className="desk-troubles">
        {troubles.map((trouble, at) => (
          <li key={at} className="label">
            {say(trouble)} <Mend trouble={trouble} />
          </li>
        ))}
      </ul>
      {lastBackup && <p>{t("lastBackup", { when: moment(lastBackup.toISOString()) })}</p>}
    </section>
  );
}

function Mend({ trouble: { kind } }: { trouble: Trouble }) {
  const { texts, t } = useDeskText("overview");
  if (kind === "backup")
    return <span className="soft">{t("makeBackup", { command: backupCommand })}</span>;
  if (kind === "data-shrunk")
    return <span className="soft">{t("acceptShrink", { command: dumpCommand })}</span>;
  if (kind === "housekeeping" || kind === "disk" || kind === "data-late") return null;
  return <Link to="/desk/emails">{texts.seeEmails}</Link>;
}
