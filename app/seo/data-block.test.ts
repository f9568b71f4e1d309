import { expect, test } from "vitest";
import { dataBlock } from "./data-block.ts";

const graph = (name: string) =>
  ({
    "@context": "https://schema.org",
    "@graph": [{ "@type": "Brand", name }],
  }) as const;

test("structured data is one element, and no element without data", () => {
  expect(dataBlock(null)).toBe("");
  expect(dataBlock(graph("Zara"))).toBe(
    '<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"Brand","name":"Zara"}]}</script>',
  );
});

test.each(["</script><script>alert(1)</script>", "<!--<script>", "$& $' $`", "\u2028"])(
  "no name can close the element: %j",
  (name) => {
    const made = dataBlock(graph(name));
    const json = made.split('ld+json">')[1]!.split("</script>")[0]!;
    expect(json).not.toContain("<");
    expect(JSON.parse(json)["@graph"][0].name).toBe(name);
    expect(made.endsWith("</script>")).toBe(true);
  },
);
