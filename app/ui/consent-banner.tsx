import { useLocation } from "react-router";
import { meaningfulQuery } from "#app/http/page-kinds.ts";
import css from "#app/styles/consent.css?inline";
import { Link } from "./link.tsx";
import { useRoot } from "#app/http/root-data.ts";
import { Sheet } from "./style-sheet.tsx";

/** Asks for consent until the person answers; "yes" and "no" look equal (RULES.md 13.9). */
export function ConsentBanner() {
  const consent = useRoot()?.consent;
  if (!consent || consent.given) return null;
  const { purposes, texts } = consent;
  const question =
    purposes.length > 1 ? "askBoth" : purposes[0] === "ads" ? "askAds" : "askAnalytics";
  return (
    <section className="consent" aria-label={texts.title}>
      <ConsentSheet />
      <form className="wrap" method="post" action="/consent">
        <Path />
        <p>
          {texts[question]} <Link to="/cookie-policy#manage">{texts.more}</Link>
        </p>
        <button className="button" name="choice" value="refuse">
          {texts.refuse}
        </button>
        <button className="button" name="choice" value="accept">
          {texts.accept}
        </button>
      </form>
    </section>
  );
}

export function ConsentForm() {
  const consent = useRoot()?.consent;
  if (!consent) return null;
  const { texts } = consent;
  return (
    <form className="label choice" method="post" action="/consent">
      <ConsentSheet />
      <Path />
      <fieldset>
        <legend>{texts.allow}</legend>
        {consent.purposes.map((purpose) => (
          <label key={purpose}>
            <input
              type="checkbox"
              name="purpose"
              value={purpose}
              defaultChecked={consent.given?.includes(purpose)}
              autoComplete="off"
            />
            {texts[purpose]}
          </label>
        ))}
      </fieldset>
      {consent.given === null && <p className="small soft">{texts.none}</p>}
      <button className="button" name="choice" value="some">
        {texts.save}
      </button>
    </form>
  );
}

function Path() {
  const { pathname, search } = useLocation();
  return <input type="hidden" name="path" value={pathname + meaningfulQuery(search)} />;
}

/** Only on the server, because the banner's forms always load a new document. */
function ConsentSheet() {
  return <Sheet name="consent" css={import.meta.env.SSR ? css : ""} />;
}
