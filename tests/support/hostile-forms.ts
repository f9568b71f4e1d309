/** bytes of a form that the server reads (RULES.md 12.2) */
const room = 64 * 1024 - 1024;

/** Every form of the site that accepts text, with the fields it needs to get as far as possible. */
export const textForms = (perfumePath: string, pairPath: string, dupeId: number) =>
  [
    [
      "/es/contact",
      { privacyAccepted: "on", email: "a@example.org" },
      ["name", "message", "email"],
    ],
    ["/es/notice", { goodFaith: "on", email: "a@example.org" }, ["url", "message", "name"]],
    ["/es", { intent: "suggest-perfume" }, ["nombre_perfume", "marca_perfume"]],
    [perfumePath, { intent: "suggest-dupe" }, ["nombre_dupe", "marca_dupe"]],
    [perfumePath, { intent: "publish-review", dupe_id: String(dupeId) }, ["description"]],
    [perfumePath, { intent: "vote" }, ["dupe_id", "voto"]],
    [
      perfumePath,
      { intent: "add-price" },
      ["perfume_id", "amount", "currency", "size_ml", "shop", "kind", "seen_on"],
    ],
    [perfumePath, { intent: "price-gone" }, ["price_id"]],
    [perfumePath, { intent: "report-review", reason: "spam" }, ["review_id", "note"]],
    [perfumePath, { intent: "report-review" }, ["reason"]],
    [pairPath, { intent: "blind-start" }, ["dupe_id"]],
    [pairPath, { intent: "blind-answer" }, ["code", "odd", "liked"]],
    ["/es/blind", {}, ["code"]],
    ["/es/auth", { intent: "login", password: "vetiver123" }, ["email"]],
    ["/es/auth", { intent: "login", email: "a@example.org" }, ["password"]],
    [
      "/es/auth",
      { intent: "signup" },
      ["nombre_completo", "nombre_usuario", "email", "password", "redirectTo"],
    ],
    ["/es/auth/forgot", {}, ["email"]],
    ["/es/auth/confirm", {}, ["email"]],
    ["/es/auth/confirm", {}, ["token"]],
    ["/es/auth/reset", { password: "vetiver123" }, ["token"]],
    ["/es/profile", { intent: "save" }, ["nombre_completo", "nombre_usuario"]],
    ["/es/set-username", {}, ["nombre_usuario"]],
    ["/es/shelf", { intent: "shelf-add", perfume_id: "1", list: "want" }, ["path"]],
    ["/es/shelf", { intent: "shelf-add" }, ["perfume_id", "list"]],
    ["/es/shelf", { intent: "weekly-email" }, ["weekly"]],
    ["/language", { lang: "es" }, ["path"]],
    ["/language", { path: "/" }, ["lang"]],
    ["/logout", {}, ["redirectTo"]],
  ] as [path: string, fields: Record<string, string>, texts: string[]][];

/** Texts to repeat up to a form's maximum size, which were slow here or are slow elsewhere. */
export const hostilePieces: Record<string, string> = {
  "marks that change places": "\u0301\u0316",
  "marks held apart by joiners": "\u0301\u200d\u0316",
  "marks held apart by selectors": "\u0301\ufe0f\u0316",
  "marks that are letters": "\uff9e\u0301\u0316",
  "bursts of 30 marks": `a${"\u0301\u0316".repeat(15)}`,
  "a letter that becomes eighteen": "\ufdfa",
  "joined emoji": "\u{1f468}\u200d",
  "line ends": "\r\n",
  spaces: " \t\u3000",
  dots: "a.",
  "at signs": "a@",
  hyphens: "-",
  slashes: "/",
  percents: "%25",
  markup: "<&\"'",
  // PostgreSQL accepts no NUL in text.
  NUL: "\0",
};

/** @returns a form of the maximum size whose texts repeat one piece; unescaped, unlike a browser's */
export function hostileBody(
  fields: Record<string, string>,
  texts: string[],
  piece: string,
): string {
  const head = new URLSearchParams(fields).toString();
  const escaped = piece.replace(/[%&+#]/gu, encodeURIComponent);
  const each = Math.floor(room / texts.length / Buffer.byteLength(escaped));
  const hostile = texts.map((name) => `${name}=x${escaped.repeat(each)}x`);
  return [head, ...hostile].filter(Boolean).join("&");
}

export const oddBodies: Record<string, { type: string; body: string }> = {
  "thousands of fields": {
    type: "application/x-www-form-urlencoded",
    body: "a&".repeat(room / 2),
  },
  "a field thousands of times": {
    type: "application/x-www-form-urlencoded",
    body: "name=a&".repeat(room / 7),
  },
  "names of lists": {
    type: "application/x-www-form-urlencoded",
    body: "message[9999].a=b&".repeat(room / 18),
  },
  "names of one long path": {
    type: "application/x-www-form-urlencoded",
    body: `message${"[a]".repeat(room / 3)}=b`,
  },
  "thousands of parts": {
    type: "multipart/form-data; boundary=x",
    body: `${'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(room / 53)}--x--\r\n`,
  },
  "a part with a name of marks": {
    type: "multipart/form-data; boundary=x",
    body: `--x\r\nContent-Disposition: form-data; name="${"\u0301\u0316".repeat(room / 4)}"\r\n\r\na\r\n--x--\r\n`,
  },
  "almost a boundary, again and again": {
    type: "multipart/form-data; boundary=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    body: `--xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\r\nContent-Disposition: form-data; name="message"\r\n\r\n${"\r\n--xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx".repeat(room / 38)}`,
  },
};

/**
 * @returns total event-loop ms of an action, which is at least as long as it delayed everything else; other
 * processes on a busy machine do not count
 */
export async function threadTime(action: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await action();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
