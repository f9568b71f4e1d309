import { Link } from "#app/ui/link.tsx";
import { SignInHint } from "./sign-in-hint.tsx";
import type { ShelfTexts } from "./shelf-texts.ts";

/** Three bottles that are not there yet, and the way to some. */
export function EmptyShelf({ texts, signedIn }: { texts: ShelfTexts; signedIn: boolean }) {
  return (
    <section className="label bare" aria-labelledby="empty-title">
      <svg viewBox="0 0 240 112" width="240" height="112" aria-hidden="true">
        <path d="M44 100V52q0-8 8-8h4V30h16v14h4q8 0 8 8v48M104 100V40h8V22h16v18h8v60M164 100q-8-40 8-52h4V34h12v14h4q16 12 8 52" />
        <path className="board" d="M8 101h224v6H8z" />
      </svg>
      <h2 id="empty-title">{texts.emptyTitle}</h2>
      <p>{texts.emptyText}</p>
      <Link className="button main" to="/#explore">
        {texts.emptyButton}
      </Link>
      {!signedIn && <SignInHint text={texts.emptyVisitor} link={texts.visitorLink} />}
    </section>
  );
}
