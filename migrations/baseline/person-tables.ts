import { type Kysely, sql } from "kysely";
import { addIndex, checked, initially, key, of, required, unique } from "./baseline-columns.ts";

export async function addPersonTables(db: Kysely<any>): Promise<void> {
  await addAccounts(db);
  await addSessions(db);
  await addSecondFactors(db);
  await addSuspensions(db);
}

async function addAccounts(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("usuarios")
    .addColumn("id", "text", key)
    .addColumn("nombre_usuario", "text")
    .addColumn("nombre_usuario_clave", "text", (c) => c.unique())
    .addColumn("nombre_completo", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("avatar_url", "text")
    .addColumn("created_at", "text", required)
    .addColumn("trusted", "integer", initially(0, "trusted in (0, 1)"))
    .addCheckConstraint(
      "usuarios_username_whole",
      sql`(nombre_usuario is null) = (nombre_usuario_clave is null)`,
    )
    .addCheckConstraint(
      "usuarios_username_length",
      sql`nombre_usuario is null or length(nombre_usuario) between 3 and 30`,
    )
    .execute();
  await addIndex(db, "usuarios", "usuarios_by_created_at", ["created_at"]);
  await db.schema
    .createTable("accounts")
    .addColumn("user_id", "text", (c) => of("usuarios.id")(key(c)))
    .addColumn("email", "text", required)
    .addColumn("email_clave", "text", unique)
    .addColumn("password_hash", "text")
    .addColumn("google_sub", "text", (c) => c.unique())
    .addColumn("confirmed_at", "text")
    .addColumn("created_at", "text", required)
    .execute();
  await db.schema
    .createTable("account_tokens")
    .addColumn("token_hash", "text", key)
    .addColumn("user_id", "text", of("usuarios.id"))
    .addColumn("purpose", "text", checked("purpose in ('confirm', 'reset')"))
    .addColumn("expires_at", "text", required)
    .addUniqueConstraint("account_tokens_one_each", ["user_id", "purpose"])
    .execute();
}

async function addSessions(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("sessions")
    .addColumn("token_hash", "text", key)
    .addColumn("user_id", "text", of("usuarios.id"))
    .addColumn("client_hash", "text", required)
    .addColumn("created_at", "text", required)
    .addColumn("seen_at", "text", required)
    // When the signed-in person last entered a password or returned from Google.
    .addColumn("proved_at", "text")
    .addColumn("stays", "integer", initially(0, "stays in (0, 1)"))
    .execute();
  await addIndex(db, "sessions", "sessions_of_person", ["user_id"]);
  await addIndex(db, "sessions", "sessions_by_use", ["seen_at"]);
  await db.schema
    .createTable("kept_forms")
    .addColumn("user_id", "text", of("usuarios.id"))
    .addColumn("token_hash", "text", key)
    .addColumn("path", "text", required)
    .addColumn("fields", "text", required)
    .addColumn("expires_at", "text", required)
    .execute();
  await addIndex(db, "kept_forms", "kept_forms_of_user", ["user_id"]);
}

async function addSecondFactors(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("second_factors")
    .addColumn("user_id", "text", (c) => of("usuarios.id")(key(c)))
    .addColumn("secret", "text", required)
    .addColumn("since", "text", required)
    .addColumn("confirmed_at", "text")
    .addColumn("last_step", "integer")
    .execute();
  await db.schema
    .createTable("recovery_codes")
    .addColumn("user_id", "text", of("usuarios.id"))
    .addColumn("code_hash", "text", required)
    .addPrimaryKeyConstraint("recovery_codes_once", ["user_id", "code_hash"])
    .execute();
  await db.schema
    .createTable("second_steps")
    .addColumn("user_id", "text", of("usuarios.id"))
    .addColumn("token_hash", "text", key)
    .addColumn("device_hash", "text", required)
    .addColumn("path", "text", required)
    .addColumn("expires_at", "text", required)
    .addColumn("stays", "integer", initially(0, "stays in (0, 1)"))
    .execute();
  await addIndex(db, "second_steps", "second_steps_of_user", ["user_id"]);
  await db.schema
    .createTable("operator_networks")
    .addColumn("user_id", "text", of("usuarios.id"))
    .addColumn("network_hash", "text", required)
    .addColumn("language", "text", required)
    .addColumn("seen_at", "text", required)
    .addPrimaryKeyConstraint("operator_networks_once", ["user_id", "network_hash"])
    .execute();
}

async function addSuspensions(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("suspensions")
    .addColumn("user_id", "text", (c) => of("usuarios.id")(key(c)))
    .addColumn("since", "text", required)
    .addColumn("until", "text")
    .addColumn("entry", "integer", required)
    .execute();
  await db.schema
    .createTable("barred_addresses")
    .addColumn("address_hash", "text", key)
    .addColumn("until", "text")
    .execute();
}
