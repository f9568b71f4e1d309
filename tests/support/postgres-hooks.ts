import "./postgres-address.ts";
import { afterAll, afterEach, beforeEach } from "vitest";
import { recordStatements } from "./postgres-statements.ts";
import { endFile, endTest, startTest } from "./postgres-databases.ts";

beforeEach(startTest);
afterEach(endTest);
afterAll(endFile);
if (process.env.RECORD_STATEMENTS) recordStatements();
