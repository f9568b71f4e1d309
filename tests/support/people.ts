import { hashSync } from "bcryptjs";
import type { Db } from "#db/connect.ts";
import { addPerson } from "./database.ts";

export interface Person {
  id: string;
  /** the username that others see */
  name: string;
  email: string;
  password: string;
}

const password = "perfume2026";
let hash: string | undefined;

/** Puts a person into the community whose e-mail is confirmed, so that they can sign in with it. */
export async function addMember(db: Db, name: string): Promise<Person> {
  // The cheapest that bcrypt knows: what it costs is no subject of these tests.
  hash ??= hashSync(password, 4);
  const email = `${name}@people.test`;
  const id = await addPerson(db, name);
  const at = new Date().toISOString();
  await db
    .insertInto("accounts")
    .values({
      user_id: id,
      email,
      email_clave: email,
      password_hash: hash,
      google_sub: null,
      confirmed_at: at,
      created_at: at,
    })
    .execute();
  return { id, name, email, password };
}
