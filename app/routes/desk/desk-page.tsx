import type { ReactNode } from "react";
import css from "#app/styles/desk.css?inline";
import fieldsCss from "#app/styles/fields.css?inline";
import { Head } from "#app/ui/head.tsx";
import { Confirm, type Confirmation } from "./confirmation.tsx";
import { useDeskText } from "./use-desk-text.ts";
import { Refused } from "#app/ui/refused.tsx";
import { Sheet } from "#app/ui/style-sheet.tsx";
import type { Refusal } from "#app/http/forms/refusal.ts";

export type StayingAnswer = Refusal | Confirmation;

export const refusalIn = (answer: StayingAnswer | undefined): Refusal | undefined =>
  answer && "asks" in answer ? answer.proof?.refusal : answer;

/** The layout of a page: head, heading, and a refusal or confirmation. */
export function DeskPage({
  title,
  answer,
  children,
}: {
  title: string;
  answer: StayingAnswer | undefined;
  children: ReactNode;
}) {
  const { texts } = useDeskText("frame");
  const asked = answer && "asks" in answer ? answer : null;
  const refusal = refusalIn(answer);
  return (
    <div className="wrap desk">
      <Head
        title={`${title} · ${texts.title}`}
        description={texts.description}
        index={false}
        failed={refusal !== undefined}
      />
      <Sheet name="fields" css={fieldsCss} />
      <Sheet name="desk" css={css} />
      <Refused refusal={refusal} />
      {asked ? (
        <Confirm {...asked} />
      ) : (
        <>
          <h1>{title}</h1>
          {children}
        </>
      )}
    </div>
  );
}
