import { Link } from "#app/ui/link.tsx";
import { PostForm } from "./post-form.tsx";
import { useDeskText } from "./use-desk-text.ts";

export interface Confirmation {
  asks: true;
  title: string;
  /** what would be lost */
  losses: string[];
  /** other consequences, and whether it can be undone */
  notes?: string[];
  submit: string;
  /** path without language */
  back: string;
  fields: [name: string, value: string][];
}

/** Asks before a destructive action, then sends the same form again (RULES.md 10.15). */
export function Confirm({ title, losses, notes = [], submit, back, fields }: Confirmation) {
  const { texts } = useDeskText("frame");
  return (
    <PostForm className="form label desk-confirm">
      {fields.map(([name, value], at) => (
        <input key={at} type="hidden" name={name} value={value} />
      ))}
      <h1>{title}</h1>
      {losses.length > 0 && (
        <>
          <p>{texts.goes}</p>
          <ul>
            {losses.map((loss) => (
              <li key={loss}>{loss}</li>
            ))}
          </ul>
        </>
      )}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <p className="desk-buttons">
        <button className="button main" name="confirmed" value="yes">
          {submit}
        </button>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the safe choice gets the focus */}
        <Link className="button" to={back} autoFocus>
          {texts.back}
        </Link>
      </p>
    </PostForm>
  );
}
