import { z } from "zod";
import type { Page, TestSite } from "./site.ts";

type Json = Record<string, any>;

const components = "#/components/schemas/";

/** @returns the API as the site describes it, with a way to compare an answer with that */
export async function describedApi(site: Pick<TestSite, "get">) {
  const document: Json = JSON.parse((await site.get("/api/v1/openapi.json")).html);

  /** With every object closed, so that a field that is not described is found. */
  const schemaOf = (name: string) => {
    const definitions = closed(document.components.schemas);
    return z.fromJSONSchema({ ...definitions[name], $defs: definitions });
  };

  return {
    document,
    /** @returns what is wrong with an answer, as far as the description says */
    differences(path: string, { status, headers, html }: Page): string[] {
      const { pathname } = new URL(path, "http://sosia.test");
      const template = Object.keys(document.paths).find((known) =>
        new RegExp(`^/api/v1${known.replace(/\{\w+\}/gu, "[^/]+")}$`, "u").test(pathname),
      );
      const described = document.paths[template ?? ""]?.get.responses[status];
      if (!described) return [`${pathname} ${status} is not described`];
      const [type = ""] = headers.get("Content-Type")?.split(";") ?? [];
      if (!described.content) return html === "" ? [] : ["a body that is not described"];
      const schema = described.content[type]?.schema.$ref;
      if (!schema) return [`${pathname} ${status} ${type} is not described`];
      const { error } = schemaOf(schema.slice(components.length)).safeParse(JSON.parse(html));
      return (error?.issues ?? []).map(({ path: at, message }) => `${at.join(".")}: ${message}`);
    },
  };
}

function closed(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll(components, "#/$defs/"), (_, value) =>
    value?.type === "object" ? { ...value, additionalProperties: false } : value,
  );
}
