import { connect } from "../connect.ts";
import { migrate } from "../migrate.ts";

const db = connect();
const done = await migrate(db);
await db.destroy();
console.log(done.length > 0 ? `Migrated: ${done.join(", ")}.` : "The schema is up to date.");
