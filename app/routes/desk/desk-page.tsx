import type { ReactNode } from "react";
import { useActionData } from "react-router";
import css from "#app/styles/desk.css?inline";
import fieldsCss from "#app/styles/fields.css?inline";
import { Head } from "#app/ui/head.tsx";
import { Confirm, type Confirmation } from "./confirmation.tsx";
import { useDeskTranslations } from "./use-desk-translations.ts";
import { formatIn } from "#app/i18n/format.ts";
import { PageLinks } from "#app/ui/page-links.tsx";
import { Refused } from "#app/ui/refused.tsx";
import { Sheet } from "#app/ui/style-sheet.tsx";
import type { Refusal } from "#app/http/forms/refusal.ts";

export type StayingAnswer = Refusal | Confirmation;

function useAnswer(): StayingAnswer | undefined {
  const answer = useActionData<StayingAnswer | object>();
  return answer && ("asks" in answer || "form" in answer) ? answer : undefined;
}

export function useRefusal(): Refusal | undefined {
  const answer = useAnswer();
  return answer && "asks" in answer ? answer.proof?.refusal : answer;
}

export function DeskPage({ title, children }: { title: string; children?: ReactNode }) {
  const { t } = useDeskTranslations();
  const answer = useAnswer();
  const refusal = useRefusal();
  return (
    <div className="wrap desk">
      <Head
        title={`${title} · ${t("desk:frame.title")}`}
        description={t("desk:frame.description")}
        index={false}
        failed={refusal !== undefined}
      />
      <Sheet name="fields" css={fieldsCss} />
      <Sheet name="desk" css={css} />
      <Refused refusal={refusal} />
      {answer && "asks" in answer ? (
        <Confirm {...answer} />
      ) : (
        <>
          <h1>{title}</h1>
          {children}
        </>
      )}
    </div>
  );
}

/** @param props.path the first page's @param props.pages how many there are */
export function NumberedPages(props: { path: string; page: number; pages: number }) {
  const { language, t } = useDeskTranslations();
  const { number } = formatIn(language);
  const numbers = Array.from({ length: props.pages }, (_, at) => number(at + 1));
  return <PageLinks label={t("desk:frame.pager")} {...props} pages={numbers} />;
}
