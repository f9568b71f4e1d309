import css from "#app/styles/notice.css?inline";
import { Sheet } from "./style-sheet.tsx";

/** The styles of messages, in a sheet of their own because most pages have none. */
export function NoticeSheet() {
  return <Sheet name="notice" css={css} />;
}
