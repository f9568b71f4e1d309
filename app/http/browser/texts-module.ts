import { existsSync, readdirSync } from "node:fs";

const folder = new URL("../client/assets/", import.meta.url);
const names = existsSync(folder) ? readdirSync(folder) : [];
const modules = new Map(
  names.flatMap((name) => {
    const [, language] = /^texts-(\w+)-.+\.js$/u.exec(name) ?? [];
    return language ? [[language, `/assets/${name}`]] : [];
  }),
);

/** @returns the address of the script with a language's texts; undefined where nothing was built */
export const textsModule = (language: string | undefined) =>
  language === undefined ? undefined : modules.get(language);
