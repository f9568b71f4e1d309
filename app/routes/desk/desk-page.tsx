import type { ReactNode } from "react";
import { Head } from "../../seo/head.tsx";
import { Confirm, type Confirmation } from "../../ui/desk/confirm.tsx";
import { useDeskText } from "../../ui/desk/texts.ts";
import { Refused } from "../../ui/refused.tsx";
import type { Refusal } from "../../forms/refusal.ts";

/** What an action of the desk answers with, when it stays on the page. */
export type StayingAnswer = Refusal | Confirmation;

/** A page of the desk: its head and heading, why an action was refused, or the question before one that destroys. */
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
  const refusal = answer && !("asks" in answer) ? answer : undefined;
  return (
    <>
      <Head
        title={`${title} · ${texts.title}`}
        description={texts.description}
        index={false}
        failed={refusal !== undefined}
      />
      <Refused refusal={refusal} />
      {asked ? (
        <Confirm {...asked} />
      ) : (
        <>
          <h1>{title}</h1>
          {children}
        </>
      )}
    </>
  );
}
