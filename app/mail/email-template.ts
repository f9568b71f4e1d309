import type { Language } from "#app/i18n/languages.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import type { Email } from "./outbox.ts";

interface EmailParts {
  heading: string;
  paragraphs: string[];
  /** `value` keeps its line breaks; `url` makes the name a link */
  facts?: { name: string; value: string; url?: string }[];
  link?: { button: string; url: string; fallback: string };
  notes: string[];
  unsubscribe?: { text: string; url: string };
  footer?: string;
}

function emailText(email: EmailParts) {
  const { heading, paragraphs, facts, link, notes, unsubscribe, footer } = email;
  const parts = [
    heading,
    ...paragraphs,
    ...(facts ?? []).map(({ name, value, url }) => `${name}\n${value}${url ? `\n${url}` : ""}`),
    ...(link ? [`${link.button}\n${link.url}`] : []),
    ...notes,
    ...(unsubscribe ? [`${unsubscribe.text}\n${unsubscribe.url}`] : []),
    ...(footer ? [`-- \n${footer}`] : []),
  ];
  return `${parts.join("\n\n")}\n`;
}

const serif = "font-family:'Iowan Old Style',Palatino,'Book Antiqua',Georgia,serif";
const sans = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";

// Mail programs that ignore this invert the light colours themselves.
const dark = `@media (prefers-color-scheme:dark){body,.paper{background:#16120e!important}.card{background:#1e1914!important;border-color:#3a3027!important}.ink{color:#f4ecdf!important}.soft{color:#b3a593!important}.amber{color:#f0a662!important}.button{background:#f0a662!important;color:#1d120a!important}}`;

// Styles are inline, because many mail programs drop style sheets. Nothing is fetched.
function emailHtml(
  language: Language,
  subject: string,
  { heading, paragraphs, facts = [], link, notes, unsubscribe, footer }: EmailParts,
): string {
  const line = (text: string, look: string, name = "ink") =>
    `<p class="${name}" style="margin:0 0 16px;${look}">${escaped(text).replace(/\n/g, "<br>")}</p>`;
  const body = `color:#211a15;font-size:16px;line-height:1.55`;
  const small = `color:#6a5d50;font-size:14px;line-height:1.5`;
  const linkLine = (text: string, url: string) =>
    `<p style="margin:0;font-size:18px;line-height:1.3;${serif}"><a class="ink" href="${escaped(url)}" style="color:#211a15">${escaped(text)}</a></p>`;
  const smallLink = (text: string, url: string) =>
    `<p style="margin:0 0 16px;font-size:14px;line-height:1.5"><a class="amber" href="${escaped(url)}" style="color:#9a4510">${escaped(text)}</a></p>`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${dark}</style>
</head>
<body style="margin:0;background:#faf6ee;${sans}">
<table class="paper" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#faf6ee">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td class="ink" style="padding:0 0 20px;color:#211a15;font-size:22px;${serif}">Sosia</td></tr>
<tr><td class="card" align="left" style="padding:32px 28px 16px;background:#fffdf8;border:1px solid #e3d9c8;border-radius:4px;overflow-wrap:anywhere;${sans}">
<h1 class="ink" style="margin:0 0 16px;color:#211a15;font-size:26px;font-weight:normal;line-height:1.2;${serif}">${escaped(heading)}</h1>
${[
  ...paragraphs.map((text) => line(text, body)),
  ...facts.map(
    ({ name, value, url }) =>
      `${url ? linkLine(name, url) : line(name, `${small};margin:0`, "soft")}\n${line(value, body)}`,
  ),
  ...(link
    ? [
        `<p style="margin:24px 0"><a class="button" href="${escaped(link.url)}" style="display:inline-block;padding:13px 22px;background:#9a4510;color:#fffaf3;border-radius:4px;font-size:16px;line-height:18px;text-decoration:none">${escaped(link.button)}</a></p>`,
        line(link.fallback, `${small};margin:0`, "soft"),
        smallLink(link.url, link.url),
      ]
    : []),
  ...notes.map((text) => line(text, small, "soft")),
  ...(unsubscribe ? [smallLink(unsubscribe.text, unsubscribe.url)] : []),
].join("\n")}
</td></tr>
${footer ? `<tr><td class="soft" style="padding:20px 0 0;color:#6a5d50;font-size:13px;line-height:1.5">${escaped(footer)}</td></tr>` : ""}
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign]!);

interface Addresses {
  to: string;
  /** without it the email says that replies are not read */
  replyTo?: string;
  link?: string;
  unsubscribe?: string;
}

interface Section extends Pick<EmailParts, "heading" | "facts" | "notes"> {
  subject: string;
  paragraphs?: string[];
  button?: string;
  unsubscribe?: string;
}

export function writeEmail(
  language: Language,
  { to, replyTo, link, unsubscribe }: Addresses,
  { subject, heading, paragraphs = [], facts, button, notes, ...texts }: Section,
): Email {
  const { t } = translatorIn(language);
  const parts: EmailParts = { heading, paragraphs, facts, notes };
  if (link && button) parts.link = { button, url: link, fallback: t("emails:fallback") };
  if (unsubscribe && texts.unsubscribe)
    parts.unsubscribe = { text: texts.unsubscribe, url: unsubscribe };
  if (!replyTo) parts.footer = t("emails:footer");
  return {
    to,
    replyTo,
    unsubscribeUrl: unsubscribe,
    subject,
    text: emailText(parts),
    html: emailHtml(language, subject, parts),
  };
}
