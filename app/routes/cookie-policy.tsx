import { analyticsCookie, cookiesInUse, hostCookie } from "#app/http/middleware/cookies.ts";
import { updatedText, siteWords } from "#app/i18n/page-text.server.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { config, language } from "#app/http/middleware/context.ts";
import { ConsentForm } from "#app/ui/consent-banner.tsx";
import { LegalPage } from "#app/ui/legal-page.tsx";
import type { Route } from "./+types/cookie-policy";

export const handle = { scripts: false };

export function loader({ context }: Route.LoaderArgs) {
  const code = context.get(language);
  const { secure } = context.get(config);
  const named = (name: string) => (name === analyticsCookie ? name : hostCookie(name, secure));
  const ofGoogle = cookiesInUse.flatMap(({ name }) =>
    name.startsWith("google_") ? named(name) : [],
  );
  const { types, durations, purposes, ...text } = translatorIn(code).t("pages:cookies", {
    returnObjects: true,
    ...siteWords(context.get(config), code),
    ofGoogle: ofGoogle.join(", "),
  });
  const cookies = cookiesInUse.map(({ name, type, duration }) => ({
    name: named(name),
    type: types[type],
    duration: durations[duration],
    purpose: purposes[name],
  }));
  return { ...text, cookies, updated: updatedText(code) };
}

export default function CookiePolicy({ loaderData }: Route.ComponentProps) {
  const extra = { which: <CookieTable {...loaderData} />, manage: <ConsentForm /> };
  return <LegalPage {...loaderData} extra={extra} />;
}

function CookieTable({
  table,
  cookies,
}: Pick<Route.ComponentProps["loaderData"], "table" | "cookies">) {
  return (
    <section className="scroll" aria-label={table.caption} tabIndex={0}>
      <table>
        <caption>{table.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{table.name}</th>
            <th scope="col">{table.type}</th>
            <th scope="col">{table.duration}</th>
            <th scope="col">{table.purpose}</th>
          </tr>
        </thead>
        <tbody>
          {cookies.map((cookie) => (
            <tr key={cookie.name}>
              <th scope="row">
                <code>{cookie.name}</code>
              </th>
              <td>{cookie.type}</td>
              <td>{cookie.duration}</td>
              <td>{cookie.purpose}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
