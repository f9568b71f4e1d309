import { useDeskText } from "../../../ui/desk/texts.ts";
import { DeskPage } from "../desk-page.tsx";

export default function Queue() {
  const { texts } = useDeskText("queue");
  return (
    <DeskPage title={texts.title} answer={undefined}>
      {null}
    </DeskPage>
  );
}
