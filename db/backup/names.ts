import { join } from "node:path";
import { parsedAddress } from "../postgres/postgres-address.ts";

export const databaseName = "perfumes.db";
export const uploadsName = "uploads";
export const manifestName = "manifest.json";
export const lockName = ".lock";

const stamp = /\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z/u.source;
const ofBackup = new RegExp(`^${stamp}$`, "u");
const ofPartial = new RegExp(`^\\.partial-${stamp}$`, "u");

/** @returns a name that sorts by time: "2026-01-31T12-00-00-000Z" (UTC) */
export const stampOf = (time: Date) => time.toISOString().replaceAll(/[:.]/gu, "-");

export const isBackupName = (name: string) => ofBackup.test(name);

/** A backup's name until it is complete, and again before it is deleted. */
export const partialOf = (name: string) => `.partial-${name}`;
export const isPartialName = (name: string) => ofPartial.test(name);

export const stagedOf = (path: string, name: string) => `${path}.restoring-${name}`;
export const oldOf = (path: string, name: string) => `${path}.before-${name}`;

export const asideName = (time: string) => `before_${time}`;

export const isStagedName = (name: string, base: string) =>
  name.startsWith(`${base}.restoring-`) && ofBackup.test(name.slice(`${base}.restoring-`.length));

export const inUploads = (path: string) => join(uploadsName, path);

/** Omits name and password. @throws DatabaseError */
export function placeOf(url: string): string {
  const { host, port, database } = parsedAddress(url);
  return `postgres://${host}:${port}/${database}`;
}
