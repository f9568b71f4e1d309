import "./postgres-address.ts";
import { afterAll, afterEach, beforeEach } from "vitest";
import { endFile, endTest, startTest } from "./postgres-databases.ts";

beforeEach(startTest);
afterEach(endTest);
afterAll(endFile);
