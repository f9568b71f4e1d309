import { expect, test } from "vitest";
import { withData } from "./data-block.ts";

const page = "<html><body><p>x</p></body></html>";
const graph = (name: string) =>
  ({
    "@context": "https://schema.org",
    "@graph": [{ "@type": "Brand", name }],
  }) as const;

test("structured data stands last in the body, and a page without any stays as it is", () => {
  expect(withData(page, null)).toBe(page);
  expect(withData(page, graph("Zara"))).toBe(
    '<html><body><p>x</p><script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"Brand","name":"Zara"}]}</script></body></html>',
  );
});

test.each(["</script><script>alert(1)</script>", "<!--<script>", "$& $' $`", "\u2028"])(
  "a name cannot end it, whatever it contains: %j",
  (name) => {
    const made = withData(page, graph(name));
    const json = made.split('ld+json">')[1]!.split("</script>")[0]!;
    expect(json).not.toContain("<");
    expect(JSON.parse(json)["@graph"][0].name).toBe(name);
    expect(made.endsWith("</script></body></html>")).toBe(true);
  },
);
