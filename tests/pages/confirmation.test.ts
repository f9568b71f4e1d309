import { afterAll, beforeAll, expect, test } from "vitest";
import { expectSaid, firstSaid } from "../support/answers.ts";
import { addDupe, addPerfume } from "../support/database.ts";
import { openSite, type TestSite } from "../support/site.ts";
import { newVisitor } from "../support/members.ts";
import { type Code, codes, translated } from "../support/words.ts";

let site: TestSite;
let dupe: number;
let path: string;

beforeAll(async () => {
  // Emails are sent, so that an account waits for its email; the server itself may be down.
  site = await openSite({ SMTP_URL: "smtp://127.0.0.1:9" });
  const id = await addPerfume(site.db, "Creed", "Aventus");
  dupe = await addDupe(site.db, id, "Armaf", "Club de Nuit");
  path = `/perfume/creed-aventus-${id}`;
});

afterAll(() => site.close());

async function linkInEmail(to: string): Promise<string> {
  const { text } = await site.db
    .selectFrom("outbox")
    .select("text")
    .where("recipient", "=", to)
    .executeTakeFirstOrThrow();
  return /http:\/\/sosia\.test(\S+)/u.exec(text)![1]!;
}

test.each(codes)(
  "a review written before signing up is still there after the email, in %s",
  async (code: Code) => {
    const person = {
      nombre_completo: "Ana Ruiz",
      nombre_usuario: `ana_${code}`,
      email: `ana_${code}@example.org`,
      password: "password1",
    };
    const visitor = newVisitor(site);
    const review = {
      intent: "publish-review",
      dupe_id: String(dupe),
      description: "Kept so long.",
    };
    const toAuth = (await visitor.post(`/${code}${path}`, review)).headers.get("Location")!;
    const redirectTo = new URL(toAuth, site.origin).searchParams.get("redirectTo")!;
    const signedUp = await visitor.post(toAuth, { intent: "signup", redirectTo, ...person });
    const waiting = await visitor.follow(signedUp);
    expectSaid(waiting, code, "auth.confirmationSent");
    expect(waiting.dom.querySelector("input[name=redirectTo]")).not.toBeNull();

    // On another device, as emails are often read.
    const elsewhere = newVisitor(site);
    const link = await linkInEmail(person.email);
    const page = await elsewhere.get(link);
    const token = page.dom.querySelector("input[name=token]")!.getAttribute("value")!;
    const action = page.dom.querySelector("main form")!.getAttribute("action")!;
    const confirmed = await elsewhere.post(action.replaceAll("&amp;", "&"), { token });
    const signIn = await elsewhere.follow(confirmed);
    expectSaid(signIn, code, "auth.confirmed");
    const field = signIn.dom.querySelector("input[name=redirectTo]")!.getAttribute("value")!;
    const back = await elsewhere.post(confirmed.headers.get("Location")!, {
      intent: "login",
      redirectTo: field.replaceAll("&amp;", "&"),
      email: person.email,
      password: person.password,
    });
    const open = await elsewhere.follow(back);
    expect(firstSaid(open, "status")).toBe(translated(code, "messages:auth.welcomeBack"));
    expect(open.dom.querySelector("textarea[name=description]")?.text.trim()).toBe("Kept so long.");
  },
);

test("the email leads nowhere but to this site", async () => {
  await newVisitor(site).post("/es/auth", {
    intent: "signup",
    redirectTo: "//evil.example/x",
    nombre_completo: "Eve",
    nombre_usuario: "eve_1",
    email: "eve@example.org",
    password: "password1",
  });
  expect(await linkInEmail("eve@example.org")).not.toContain("evil");
});
