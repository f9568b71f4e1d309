import type { FullConfig, Reporter, Suite, TestCase, TestResult } from "@playwright/test/reporter";
import { type Language, languageCodes } from "#app/i18n/languages.ts";
import { type Kind, type Looked, looksNamed } from "./axe.ts";

const looks = ["light 320", "light 390", "light 1280", "dark 320", "dark 390", "dark 1280"];
const kinds: Kind[] = ["plain", "empty", "error"];
const inLanguage = new RegExp(` in (${languageCodes.join("|")})\\b`, "u");

/** Prints which flows passed in which ways, and on which pages axe found nothing. */
export default class Tables implements Reporter {
  #ran = new Map<TestCase, TestResult>();
  #all: TestCase[] = [];

  onBegin(_: FullConfig, suite: Suite) {
    this.#all = suite.allTests();
  }

  onTestEnd(test: TestCase, result: TestResult) {
    this.#ran.set(test, result);
  }

  onEnd() {
    const lines = [...this.#flows(), ...this.#axe()];
    if (lines.length > 0) console.log(`\n${lines.join("\n")}`);
  }

  /** Annotations of a type: what a test was to cover, or what its run covered. */
  #of(test: TestCase, type: string, annotations = test.annotations): string[] {
    return annotations.flatMap((one) => (one.type === type ? (one.description ?? "") : []));
  }

  #shown = (test: TestCase, type: string) =>
    this.#of(test, type, this.#ran.get(test)?.annotations ?? []);

  /** Whether the whole test passed. */
  #passed = (test: TestCase) => this.#ran.get(test)?.status === "passed";

  #flows(): string[] {
    const tests = this.#all.filter((test) => this.#of(test, "flow").length > 0);
    const ways = [...new Set(tests.map(wayOf))];
    const flows = [...new Set(tests.flatMap((test) => this.#of(test, "flow")))];
    const cell = (way: string, names: string[]) => {
      const all = tests.filter((test) => wayOf(test) === way);
      const told = all.flatMap((test) =>
        this.#of(test, "flow").filter((one) => names.includes(one)),
      );
      const passed = all.flatMap((test) =>
        (this.#passed(test) ? this.#of(test, "flow") : this.#shown(test, "flow passed")).filter(
          (one) => names.includes(one),
        ),
      );
      return told.length > 0 ? `${passed.length}/${told.length}` : "";
    };
    if (tests.length === 0) return [];
    return [
      ...table([
        ["flow", ...ways.map((way) => way.replace(/^flows /u, ""))],
        ...flows.map((flow) => [flow, ...ways.map((way) => cell(way, [flow]))]),
        ["together", ...ways.map((way) => cell(way, flows))],
      ]),
      ...this.#unfinished(tests),
    ];
  }

  #axe(): string[] {
    const looked = this.#all.map((test) =>
      this.#shown(test, "axe").map((text) => JSON.parse(text) as Looked),
    );
    // Tests that differ only in language check the same states.
    const groups = Map.groupBy(this.#all.keys(), (at) =>
      this.#all[at]!.title.replace(inLanguage, ""),
    );
    const rows = new Map<string, { kind: Kind; all: Counts; clean: Counts }[]>();
    for (const members of groups.values()) {
      const states = Map.groupBy(
        members.flatMap((at) => looked[at]!),
        ({ template, state }) => `${template} ${state}`,
      );
      for (const seen of states.values()) {
        const { template, kind } = seen[0]!;
        // A test that passed without checks ran without scripts, which axe needs.
        const planned = members
          .filter((at) => looked[at]!.length > 0 || !this.#passed(this.#all[at]!))
          .map((at) => looksOf(this.#all[at]!));
        // A test in a single language can check a state several times.
        const all = counts((look) =>
          Math.max(
            planned.filter((names) => names.includes(look)).length,
            seen.filter((one) => one.looks.includes(look)).length,
          ),
        );
        const clean = counts((look) => seen.filter((one) => one.clean.includes(look)).length);
        rows.set(template, [...(rows.get(template) ?? []), { kind, all, clean }]);
      }
    }
    if (rows.size === 0) return [];
    const line = (name: string, states: typeof rows extends Map<string, infer S> ? S : never) => [
      name,
      ...kinds.map((kind) => String(states.filter((state) => state.kind === kind).length || "")),
      ...looks.map((look) => {
        const sum = (of: (state: (typeof states)[number]) => number) =>
          states.reduce((total, state) => total + of(state), 0);
        return `${sum(({ clean }) => clean.get(look)!)}/${sum(({ all }) => all.get(look)!)}`;
      }),
    ];
    const tests = [...groups.values()]
      .filter((members) => members.some((at) => looked[at]!.length > 0))
      .flatMap((members) => members.map((at) => this.#all[at]!));
    return [
      ...table([
        ["axe", ...kinds, ...looks],
        ...[...rows].toSorted().map(([template, states]) => line(template, states)),
        line("together", [...rows.values()].flat()),
      ]),
      ...this.#unfinished(tests),
    ];
  }

  #unfinished(tests: TestCase[]): string[] {
    const unfinished = tests.filter((test) => !this.#passed(test));
    const skipped = unfinished.filter((test) => this.#ran.get(test)?.status === "skipped");
    return [
      ...(skipped.length > 0 ? [`${wayOf(skipped[0]!)}: ${skipped.length} skipped`] : []),
      ...unfinished
        .filter((test) => !skipped.includes(test))
        .map((test) => {
          const passed = this.#shown(test, "flow passed");
          const missing = this.#of(test, "flow").filter((flow) => !passed.includes(flow));
          const how = this.#ran.get(test)?.status ?? "did not run";
          return `${wayOf(test)}: ${test.title}: ${how} ${missing.join(", ")}`.trimEnd();
        }),
    ];
  }
}

/** Number of states by look. */
type Counts = Map<string, number>;
const counts = (of: (look: string) => number): Counts =>
  new Map(looks.map((look) => [look, of(look)]));

/** The looks in which a test covers its states; without a language in its title, all looks. */
function looksOf({ title }: TestCase): string[] {
  const language = inLanguage.exec(title)?.[1];
  return language ? looksNamed(language as Language) : looks;
}

const wayOf = (test: TestCase) => test.parent.project()!.name;

/** Aligns columns, with numbers on the right. */
function table(rows: string[][]): string[] {
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  return rows.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)))
      .join("  "),
  );
}
