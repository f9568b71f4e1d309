/** The parts that we use of a package without types. */
declare module "opentype.js" {
  export interface Command {
    type: "M" | "L" | "Q" | "C" | "Z";
    x1?: number;
    y1?: number;
    x2?: number;
    y2?: number;
    x?: number;
    y?: number;
  }
  export interface Font {
    hasChar(sign: string): boolean;
    getAdvanceWidth(text: string, size: number): number;
    getPath(text: string, x: number, y: number, size: number): { commands: Command[] };
  }
  export function parse(bytes: ArrayBuffer): Font;
}
