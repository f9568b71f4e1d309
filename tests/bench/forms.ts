// Event-loop time that hostile forms take.
import { addPerfumeWithDupe } from "../support/database.ts";
import {
  hostileBody,
  hostilePieces,
  threadTime,
  oddBodies,
  textForms,
} from "../support/hostile-forms.ts";
import { openSite } from "../support/site.ts";
import { signedIn } from "../support/sign-in.ts";

/** ms */
const limit = 20;

const site = await openSite();
const { dupe, path } = await addPerfumeWithDupe(site.db);
const person = await signedIn(site, "ana", { username: null });
const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
let client = 0;

async function timeOf(form: string, body: string, type = "application/x-www-form-urlencoded") {
  const headers = {
    Origin: site.origin,
    "Content-Type": type,
    "Content-Length": String(Buffer.byteLength(body)),
    ...(/profile|username/u.test(form) && { Cookie: cookie }),
  };
  const times = [];
  for (let n = 0; n < 3; n++) {
    const address = `10.${client >> 8}.${client++ & 255}.1`;
    const send = () => site.request(form, { method: "POST", body, headers }, address);
    globalThis.gc?.();
    times.push(await threadTime(send));
  }
  // The median, because some runs include garbage collection.
  return times.sort((a, b) => a - b)[1]!;
}

const rows: { form: string; of: string; ms: number }[] = [];
for (const [form, fields, texts] of textForms(`/es${path}`, dupe)) {
  await timeOf(form, hostileBody(fields, texts, "ab"));
  const name = `${form.replace(/aventus-.*/u, "…")} ${fields.intent ?? ""} ${texts.join()}`;
  for (const [of, piece] of Object.entries(hostilePieces))
    rows.push({ form: name, of, ms: await timeOf(form, hostileBody(fields, texts, piece)) });
  for (const [of, { type, body }] of Object.entries(oddBodies))
    rows.push({ form: name, of, ms: await timeOf(form, body, type) });
}
await site.close();
rows.sort((one, other) => other.ms - one.ms);
console.table(rows.slice(0, 15).map(({ form, of, ms }) => ({ form, of, ms: ms.toFixed(1) })));
console.log(`${rows.length} hostile forms; limit ${limit} ms`);
