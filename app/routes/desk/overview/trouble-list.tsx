import type { Trouble } from "#app/domain/desk/troubles.ts";
import { Link } from "#app/ui/link.tsx";
import { ago, formatIn } from "#app/i18n/format.ts";
import { useDeskTranslations } from "../use-desk-translations.ts";

const backupCommand = "npm run backup -- DIR";
const dumpCommand = "npm run dump -- --accept-shrink";

const gigabyte = 1e9;

interface Shown {
  troubles: Trouble[];
  lastBackup: Date | null;
  now: Date;
}

export function Troubles({ troubles, lastBackup, now }: Shown) {
  const { language, t } = useDeskTranslations();
  const { number, decimal, percent, moment } = formatIn(language);
  const since = (last: Date) => ({ when: ago(language, last.toISOString(), now) });
  const say = (trouble: Trouble): string => {
    switch (trouble.kind) {
      case "backup":
        return trouble.last
          ? t("desk:overview.oldBackup", since(trouble.last))
          : t("desk:overview.noBackup");
      case "housekeeping":
        return trouble.last
          ? t("desk:overview.lateHousekeeping", since(trouble.last))
          : t("desk:overview.noHousekeeping");
      case "emails-failing":
        return t("desk:overview.emailsFailing", { count: number(trouble.count) });
      case "emails-dead":
        return t("desk:overview.emailsDead", { count: number(trouble.count) });
      case "emails-late":
        return t("desk:overview.emailsLate", { when: moment(trouble.since.toISOString()) });
      case "disk":
        return t("desk:overview.disk", {
          free: decimal(trouble.free / gigabyte),
          share: percent(Math.round(trouble.share * 100)),
        });
      case "data-late":
        return t("desk:overview.lateData", since(trouble.last));
      case "data-shrunk":
        return t("desk:overview.dataShrunk", { files: trouble.files.join(", ") });
    }
  };
  return (
    <section>
      <h2>{t("desk:overview.wrong")}</h2>
      {troubles.length === 0 && <p>{t("desk:overview.nothingWrong")}</p>}
      <ul className="desk-troubles">
        {troubles.map((trouble, at) => (
          <li key={at} className="label">
            {say(trouble)} <Mend trouble={trouble} />
          </li>
        ))}
      </ul>
      {lastBackup && (
        <p>{t("desk:overview.lastBackup", { when: moment(lastBackup.toISOString()) })}</p>
      )}
    </section>
  );
}

function Mend({ trouble: { kind } }: { trouble: Trouble }) {
  const { t } = useDeskTranslations();
  if (kind === "backup")
    return (
      <span className="soft">{t("desk:overview.makeBackup", { command: backupCommand })}</span>
    );
  if (kind === "data-shrunk")
    return (
      <span className="soft">{t("desk:overview.acceptShrink", { command: dumpCommand })}</span>
    );
  if (kind === "housekeeping" || kind === "disk" || kind === "data-late") return null;
  return <Link to="/desk/emails">{t("desk:overview.seeEmails")}</Link>;
}
