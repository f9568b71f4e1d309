import type { Kysely } from "kysely";
import { addBlindTestTables } from "./baseline/blind-test-tables.ts";
import { addCatalogTables } from "./baseline/catalog-tables.ts";
import { addDataTables } from "./baseline/data-tables.ts";
import { addDeskTables } from "./baseline/desk-tables.ts";
import { addPersonTables } from "./baseline/person-tables.ts";
import { addPriceTables } from "./baseline/price-tables.ts";
import { addReviewTables } from "./baseline/review-tables.ts";
import { addShelfTables } from "./baseline/shelf-tables.ts";
import { addSuggestionTables } from "./baseline/suggestion-tables.ts";
import { addToolTables } from "./baseline/tool-tables.ts";
import { addTriggers } from "./baseline/baseline-triggers.ts";
import { addVerdictTables } from "./baseline/verdict-tables.ts";
import { addViewTables } from "./baseline/view-tables.ts";

// Frozen, with its folder: a change to the schema is a new file beside this one.
export async function up(db: Kysely<any>): Promise<void> {
  await addPersonTables(db);
  await addCatalogTables(db);
  await addViewTables(db);
  await addReviewTables(db);
  await addPriceTables(db);
  await addSuggestionTables(db);
  await addShelfTables(db);
  await addDeskTables(db);
  await addVerdictTables(db);
  await addBlindTestTables(db);
  await addToolTables(db);
  await addDataTables(db);
  await addTriggers(db);
}
