import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** The colours of every page, then those of messages; in dark, what differs. */
const [light, dark, lightBox, darkBox] = ["base", "message-box"].flatMap((name) => {
  const css = readFileSync(new URL(`./${name}.css`, import.meta.url), "utf8");
  return [...css.matchAll(/:root \{([^}]+)\}/gu)].map(([, block]) => tokensIn(block!));
});
const schemes = {
  light: { ...light, ...lightBox },
  dark: { ...light, ...lightBox, ...dark, ...darkBox },
};

function tokensIn(block: string): Record<string, string> {
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): ([^;]+);/gu)].map(([, name, value]) => [name, value]),
  );
}

function luminance(colour: string) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

describe.each(Object.entries(schemes))("in the %s scheme", (_, tokens) => {
  const colourOf = (name: string): string => {
    const value = tokens[name]!;
    const [, other] = /^var\(--([\w-]+)\)$/u.exec(value) ?? [];
    return other === undefined ? value : colourOf(other);
  };

  function contrast(text: string, ground: string) {
    const [low, high] = [luminance(colourOf(text)), luminance(colourOf(ground))].sort(
      (a, b) => a - b,
    );
    return (high! + 0.05) / (low! + 0.05);
  }

  it.each(["ink", "soft", "link", "saving", "chosen", "good", "bad"])(
    "%s can be read on paper and cards",
    (colour) => {
      expect(contrast(colour, "paper")).toBeGreaterThan(4.5);
      expect(contrast(colour, "card")).toBeGreaterThan(4.5);
    },
  );

  it.each(["chosen", "good", "bad"])("%s and ink can be read on its wash", (colour) => {
    expect(contrast(colour, `${colour}-wash`)).toBeGreaterThan(4.5);
    expect(contrast("ink", `${colour}-wash`)).toBeGreaterThan(4.5);
  });

  it("an action's words can be read", () => {
    expect(contrast("on-act", "act")).toBeGreaterThan(4.5);
  });

  it("a link, a saving, a selection and a refusal have colours of their own", () => {
    const colours = ["link", "saving", "chosen", "act", "bad"].map(colourOf);
    expect(new Set(colours).size).toBe(colours.length);
  });
});
