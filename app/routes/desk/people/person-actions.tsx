import type { ReactNode } from "react";
import type { Refusal } from "#app/http/forms/refusal.ts";
import type { Constraints } from "#app/http/forms/sent-form.ts";
import { Field, TextField } from "#app/ui/fields.tsx";
import { useSiteForm } from "#app/ui/site-form.ts";
import { Controls, Submit } from "#app/ui/submit.tsx";
import { useDeskText } from "../use-desk-text.ts";
import { PostForm } from "../post-form.tsx";
import type { PersonData } from "./load-person.ts";

interface Props {
  person: PersonData;
  constraints: Constraints;
  refusal: Refusal | undefined;
}

export function Actions({ person, constraints, refusal }: Props) {
  const { texts } = useDeskText("person");
  const { suspended, counts, isNew, isTrusted, mayName, role } = person;
  return (
    <>
      {suspended?.notYours ? (
        <p className="soft">{suspended.notYours}</p>
      ) : suspended ? (
        <Plain intent="restore">{texts.restore}</Plain>
      ) : (
        <Suspension {...{ person, constraints, refusal }} />
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

function Suspension({ person, constraints, refusal }: Props) {
  const { texts } = useDeskText("person");
  if (person.isSelf) return <p className="soft">{texts.ownAccount}</p>;
  return (
    <section aria-labelledby="suspend-title">
      <h2 id="suspend-title">{texts.suspendTitle}</h2>
      <SuspendForm {...{ constraints, refusal }} />
    </section>
  );
}

function SuspendForm({ constraints, refusal }: Omit<Props, "person">) {
  const { texts } = useDeskText("person");
  const { formProps, fields } = useSiteForm<"reason" | "days">("suspend", { constraints, refusal });
  return (
    <PostForm className="form label" {...formProps}>
      <Controls name={texts.suspendTitle} sending={false}>
        <TextField field={fields.reason} label={texts.reason} hint={texts.reasonHint} rows={2} />
        <Field
          field={fields.days}
          label={texts.days}
          hint={texts.daysHint}
          inputMode="numeric"
          autoComplete="off"
        />
        <Submit intent="suspend" sending={false}>
          {texts.suspend}
        </Submit>
      </Controls>
    </PostForm>
  );
}
