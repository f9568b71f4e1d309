import type { ReactNode } from "react";
import { DeskForm } from "../desk-form.tsx";
import { PostForm } from "../post-form.tsx";
import { useDeskTranslations } from "../use-desk-translations.ts";
import type { PersonData } from "./load-person.ts";
import { suspendForm } from "./person-intents.ts";

export function Actions({ person }: { person: PersonData }) {
  const { t } = useDeskTranslations();
  const { suspended, isNew, isTrusted, mayName, role } = person;
  const { counts } = person.did;
  return (
    <>
      {suspended?.notYours ? (
        <p className="soft">{suspended.notYours}</p>
      ) : suspended ? (
        <Plain intent="restore">{t("desk:person.restore")}</Plain>
      ) : (
        <Suspension isSelf={person.isSelf} />
      )}
      <div className="desk-buttons">
        {counts.reviews > 0 && (
          <Plain intent="remove-reviews">{t("desk:person.removeReviews")}</Plain>
        )}
        {counts.votes + counts.verdicts + counts.tests > 0 && (
          <Plain intent="remove-votes">{t("desk:person.removeVotes")}</Plain>
        )}
        {counts.prices > 0 && <Plain intent="remove-prices">{t("desk:person.removePrices")}</Plain>}
      </div>
      {counts.reviews + counts.votes + counts.verdicts + counts.tests + counts.prices > 0 && (
        <p className="small soft">{t("desk:person.reversible")}</p>
      )}
      {isNew && <Plain intent="count-now">{t("desk:person.countNow")}</Plain>}
      {isTrusted && <p className="soft">{t("desk:person.countsNow")}</p>}
      {mayName && (
        <div className="desk-buttons">
          {(["moderator", "owner"] as const)
            .filter((one) => one !== role)
            .map((one) => (
              <Plain key={one} intent="grant" role={one}>
                {t("desk:person.grant")}: {t(`desk:person.roles.${one}`)}
              </Plain>
            ))}
          {role !== null && <Plain intent="revoke">{t("desk:person.revoke")}</Plain>}
        </div>
      )}
    </>
  );
}

function Plain({ intent, role, children }: { intent: string; role?: string; children: ReactNode }) {
  return (
    <PostForm>
      <input type="hidden" name="intent" value={intent} />
      {role && <input type="hidden" name="role" value={role} />}
      <button className="button">{children}</button>
    </PostForm>
  );
}

function Suspension({ isSelf }: Pick<PersonData, "isSelf">) {
  const { t } = useDeskTranslations();
  if (isSelf) return <p className="soft">{t("desk:person.ownAccount")}</p>;
  return (
    <section aria-labelledby="suspend-title">
      <h2 id="suspend-title">{t("desk:person.suspendTitle")}</h2>
      <DeskForm
        form={suspendForm}
        className="form label"
        inputs={{
          reason: { hint: t("desk:person.reasonHint"), rows: 2 },
          days: { hint: t("desk:person.daysHint") },
        }}
        submit={t("desk:person.suspend")}
        main
      />
    </section>
  );
}
