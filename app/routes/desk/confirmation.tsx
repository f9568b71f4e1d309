import { Link } from "#app/ui/link.tsx";
import { PostForm } from "./post-form.tsx";
import { useDeskText } from "./desk-text.ts";

/** The question before something is destroyed: what would go, and the form as it was sent. */
export interface Confirmation {
  asks: true;
  title: string;
  /** everything that would go, a line each */
  losses: string[];
  /** what else would happen, and whether it can be undone: a sentence each */
  notes?: string[];
  /** the button's text */
  submit: string;
  /** where to go instead, without language */
  back: string;
  /** the fields of the form */
  fields: [name: string, value: string][];
}

/** Asks before something is destroyed (RULES.md 25.4); the same form, sent from here, is carried out. */
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
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- what changes nothing has the focus first */}
        <Link className="button" to={back} autoFocus>
          {texts.back}
        </Link>
      </p>
    </PostForm>
  );
}
