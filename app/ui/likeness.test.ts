import { expect, test } from "vitest";
import { formatIn } from "#app/i18n/format.ts";
import { likenessOf } from "./likeness.ts";

const share = { nombre: "Angels' Share", porcentaje: 75 };

test("a look-alike names its original, another bottle its best dupe, each with the figure in the language's format", () => {
  expect(likenessOf(share, null, formatIn("en"))).toEqual({
    text: "search.resembles",
    like: "Angels' Share 75%",
  });
  expect(likenessOf(share, { nombre: "Other", porcentaje: 90 }, formatIn("de"))).toEqual({
    text: "search.resembles",
    like: "Angels' Share 75\u00A0%",
  });
  expect(likenessOf(undefined, share, formatIn("es"))?.text).toBe("search.bestDupe");
});

test("an unknown figure is omitted, and a bottle without relations gets null", () => {
  const unknown = { nombre: "Angels' Share", porcentaje: null };
  expect(likenessOf(unknown, null, formatIn("en"))?.like).toBe("Angels' Share");
  expect(likenessOf(undefined, null, formatIn("en"))).toBeNull();
});
