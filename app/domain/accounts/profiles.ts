import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { Refused } from "#app/domain/refused-act.ts";
import { requireWriter } from "./suspensions.ts";
import { canonical } from "#app/i18n/text.ts";
import { isUsernameTaken, usernameKey } from "./usernames.ts";

export type Profile = NonNullable<Awaited<ReturnType<typeof findProfile>>>;

export async function findProfile(db: Db, userId: string) {
  const found = await db
    .selectFrom("usuarios")
    .innerJoin("accounts", "accounts.user_id", "usuarios.id")
    .select(["email", "password_hash", "nombre_usuario as username"])
    .select(["nombre_completo as fullName", "avatar_url as avatarUrl"])
    .where("usuarios.id", "=", userId)
    .executeTakeFirst();
  if (!found) return null;
  const { password_hash, ...profile } = found;
  return { ...profile, hasPassword: password_hash !== null };
}

/** @throws Refused "taken-username", "no-such-person" */
export async function saveProfile(
  db: Db,
  userId: string,
  names: { username: string; fullName?: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (await isUsernameTaken(tx, names.username, userId)) throw new Refused("taken-username");
    await requireWriter(tx, userId);
    const own = await tx
      .selectFrom("usuarios")
      .select(["nombre_usuario", "nombre_usuario_clave"])
      .where("id", "=", userId)
      .executeTakeFirst();
    const isSame = canonical(own?.nombre_usuario ?? "") === canonical(names.username);
    await tx
      .updateTable("usuarios")
      .set({
        nombre_usuario: names.username,
        nombre_usuario_clave: isSame ? own!.nombre_usuario_clave : usernameKey(names.username),
        ...(names.fullName !== undefined && { nombre_completo: names.fullName }),
      })
      .where("id", "=", userId)
      .execute();
  });
}
