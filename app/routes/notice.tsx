import { z } from "zod";
import { maxNotice, receiveNotice } from "#app/domain/messages/notices.ts";
import { tellWaiting } from "#app/domain/messages/contact-messages.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import {
  emailField,
  filledLine,
  nameField,
  textField,
  tickedField,
} from "#app/http/forms/form-fields.ts";
import { admit } from "#app/http/forms/gate.ts";
import { isFromProgram } from "#app/http/forms/honeypot.ts";
import { knownWriter } from "#app/http/forms/known-writer.ts";
import { readForm } from "#app/http/forms/read-form.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import {
  config,
  currentUser,
  database,
  language,
  services,
  type RequestContext,
} from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { limitReceipt } from "#app/http/middleware/email-limits.ts";
import { limitMailbox } from "#app/http/middleware/operators-mailbox.ts";
import { Checkbox, Field, TextField } from "#app/ui/fields.tsx";
import { FormPage } from "#app/ui/form-page.tsx";
import { SiteForm, useSiteForm } from "#app/ui/site-form.tsx";
import { Honeypot } from "#app/ui/honeypot-field.tsx";
import { Link } from "#app/ui/link.tsx";
import type { Route } from "./+types/notice";

export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

/** The page works without scripts, and few people see it. */
export const handle = { scripts: false };

/** UTF-16 units of an address */
const maxAddress = 2000;

/**
 * @param typed a page's whole address, or one without its scheme, or only the path
 * @returns the whole address on this site; null when it is on another site or not an address
 */
function addressHere(typed: string, origin: string): string | null {
  const whole = /^\/(?!\/)/u.test(typed)
    ? origin + typed
    : /^https?:\/\//iu.test(typed)
      ? typed
      : `https://${typed}`;
  const url = URL.canParse(whole) ? new URL(whole) : null;
  if (!url || url.username || url.password) return null;
  // Some browsers copy another scheme than the real one, or add "www.".
  if (url.host.replace(/^www\./u, "") !== new URL(origin).host.replace(/^www\./u, "")) return null;
  return origin + url.pathname + url.search + url.hash;
}

const noticeForm = (origin: string) =>
  defineForm(
    "notice",
    z.object({
      url: filledLine("notice.url", maxAddress, "notice.url").pipe(
        z
          .string()
          .transform((typed) => addressHere(typed, origin) ?? "")
          .pipe(z.string().min(1, "notice.url").max(maxAddress, "notice.url")),
      ),
      message: textField("notice.message", maxNotice, "notice.messageTooLong"),
      name: nameField("contact.name", "contact.nameTooLong"),
      email: emailField("contact.email", "contact.email"),
      goodFaith: tickedField("notice.goodFaith"),
    }),
    {
      labels: {
        url: "pages:notice.url",
        message: "pages:notice.message",
        name: "pages:notice.name",
        email: "pages:notice.email",
        goodFaith: "pages:notice.goodFaith",
      },
      constraints: {
        url: { required: true, maxLength: maxAddress },
        message: { maxLength: maxNotice },
      },
    },
  );

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(config);
  return {
    texts: translatorIn(context.get(language)).t("pages:notice", { returnObjects: true }),
    constraints: noticeForm(site.origin).constraints,
    writer: await knownWriter(context),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { origin, contactAddress } = context.get(config);
  const code = context.get(language);
  const sent = noticeForm(origin).parse(form, code);
  // Bots get the same confirmation, and use up nobody's limit.
  const isBot = isFromProgram(form);
  const gate = { failure: "notice.error", limit: isBot ? undefined : "notice" } as const;
  return admit(context, sent, gate, async ({ url, message, name, email }, forgive) => {
    if (isBot) return thank(context);
    const typed = { url, message, name, email };
    const withReceipt = (await limitReceipt(context, email)) === null;
    const userId = context.get(currentUser)?.userId ?? null;
    const notice = { ...typed, language: code, userId };
    const mailbox = await limitMailbox(context, "notice");
    const emails = { operators: mailbox === "each" ? contactAddress : null, withReceipt };
    const db = context.get(database);
    const outcome = await receiveNotice(db, notice, emails, new Date());
    if (mailbox === "sum") await tellWaiting(db, contactAddress, origin, new Date());
    if (outcome === "duplicate") await forgive();
    context.get(services).mailWorker.runSoon();
    return thank(context);
  });
}

const thank = (context: RequestContext) =>
  redirectWithMessage(context, inLanguage(context.get(language), "/notice"), "notice.sent");

export default function Notice({ loaderData, actionData: refusal }: Route.ComponentProps) {
  const { texts, constraints, writer } = loaderData;
  const { title, description, lead } = texts;
  const form = useSiteForm<"url" | "message" | "name" | "email" | "goodFaith">("notice", {
    constraints,
    refusal,
    ...(writer && { defaultValue: writer }),
  });
  const { fields } = form;
  return (
    <FormPage {...{ title, description, lead, refusal }} index>
      <SiteForm of={form} plain name={title} submit={texts.submit}>
        <Honeypot />
        <Field
          field={fields.url}
          label={texts.url}
          hint={texts.urlHint}
          inputMode="url"
          autoComplete="off"
        />
        <TextField field={fields.message} label={texts.message} hint={texts.messageHint} rows={8} />
        <Field field={fields.name} label={texts.name} autoComplete="name" />
        <Field field={fields.email} type="email" label={texts.email} autoComplete="email" />
        <Checkbox field={fields.goodFaith}>{texts.goodFaith}</Checkbox>
        <p className="small soft">
          {texts.privacy} <Link to="/privacy-policy">{texts.privacyLink}</Link>
        </p>
      </SiteForm>
    </FormPage>
  );
}
