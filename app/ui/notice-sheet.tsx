import css from "../styles/notice.css?inline";
import { Sheet } from "./sheet.tsx";

/** How what an action has to say looks; most pages have nothing to say. */
export function NoticeSheet() {
  return <Sheet name="notice" css={css} />;
}
