import type { ReactNode } from "react";
import { DeskForm } from "../desk-form.tsx";
import { PostForm } from "../post-form.tsx";
import { useDeskText } from "../use-desk-text.ts";
import type { PersonData } from "./load-person.ts";
import { suspendForm } from "./person-intents.ts";

export function Actions({ person }: { person: PersonData }) {
  const { texts } = useDeskText("person");
  const { suspended, isNew, isTrusted, mayName, role } = person;
  const { counts } = person.did;
  return (
    <>
      {suspended?.notYours ? (
        <p className="soft">{suspended.notYours}</p>
      ) : suspended ? (
        <Plain intent="restore">{texts.restore}</Plain>
      ) : (
        <Suspension isSelf={person.isSelf} />
      )}
      <div className="desk-buttons">
        {counts.reviews > 0 && <Plain intent="remove-reviews">{texts.removeReviews}</Plain>}
        {counts.votes + counts.verdicts > 0 && (
          <Plain intent="remove-votes">{texts.removeVotes}</Plain>
        )}
        {counts.prices > 0 && <Plain intent="remove-prices">{texts.removePrices}</Plain>}
      </div>
      {counts.reviews + counts.votes + counts.verdicts + counts.prices > 0 && (
        <p className="small soft">{texts.reversible}</p>
      )}
      {isNew && <Plain intent="count-now">{texts.countNow}</Plain>}
      {isTrusted && <p className="soft">{texts.countsNow}</p>}
      {mayName && (
        <div className="desk-buttons">
          {(["moderator", "owner"] as const)
            .filter((one) => one !== role)
            .map((one) => (
              <Plain key={one} intent="grant" role={one}>
                {texts.grant}: {texts.roles[one]}
              </Plain>
            ))}
          {role !== null && <Plain intent="revoke">{texts.revoke}</Plain>}
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
  const { texts } = useDeskText("person");
  if (isSelf) return <p className="soft">{texts.ownAccount}</p>;
  return (
    <section aria-labelledby="suspend-title">
      <h2 id="suspend-title">{texts.suspendTitle}</h2>
      <DeskForm
        form={suspendForm}
        className="form label"
        inputs={{ reason: { hint: texts.reasonHint, rows: 2 }, days: { hint: texts.daysHint } }}
        submit={texts.suspend}
        main
      />
    </section>
  );
}
