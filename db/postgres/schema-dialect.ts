import {
  type ColumnDefinitionNode,
  DataTypeNode,
  GeneratedNode,
  type Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
  RawNode,
  sql,
} from "kysely";

export class SchemaDialect extends PostgresDialect {
  override createAdapter() {
    return new TransactionAdapter();
  }
  override createQueryCompiler() {
    return new TypedCompiler();
  }
}

/** All pending migrations are one transaction, and so is the lock that lets one process migrate at a time. */
class TransactionAdapter extends PostgresAdapter {
  override async acquireMigrationLock(db: Kysely<any>): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended('sosia migrations', 0))`.execute(db);
  }
  override async releaseMigrationLock(): Promise<void> {}
}

class TypedCompiler extends PostgresQueryCompiler {
  protected override visitColumnDefinition(node: ColumnDefinitionNode): void {
    super.visitColumnDefinition(typed(node));
  }
}

/** 64-bit integers, sequential ids, and texts sorted by code points, as in SQLite. */
function typed(node: ColumnDefinitionNode): ColumnDefinitionNode {
  const type = DataTypeNode.is(node.dataType) ? node.dataType.dataType : null;
  if (type === "text") return { ...node, dataType: RawNode.createWithSql('text collate "C"') };
  if (type !== "integer") return node;
  const wide = { ...node, dataType: RawNode.createWithSql("bigint"), autoIncrement: false };
  return node.primaryKey
    ? { ...wide, generated: GeneratedNode.create({ identity: true, byDefault: true }) }
    : wide;
}
