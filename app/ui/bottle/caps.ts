/** A cap fits every bottle: its body starts on the collar, `foot` left of the axis. */
export type Cap = {
  name: string;
  foot: number;
  body: string;
};

/** Four families of three caps: the brand picks the family, the perfume one of its caps. */
export const CAP_FAMILIES: readonly (readonly Cap[])[] = [
  [
    { name: "ball", foot: 6, body: "a18 18 0 1 1 12 0z" },
    {
      name: "dome",
      foot: 15,
      body: "v-12q0-15 15-15t15 15v12z",
    },
    {
      name: "bud",
      foot: 6,
      body: "q-8-6-5-14t11-14q8 6 11 14t-5 14z",
    },
  ],
  [
    { name: "cube", foot: 16, body: "v-24h32v24z" },
    { name: "column", foot: 12, body: "v-33h24v33z" },
    { name: "slab", foot: 21, body: "v-15h42v15z" },
  ],
  [
    {
      name: "stopper",
      foot: 8,
      body: "l-3-8-8-14 7-8h24l7 8-8 14-3 8z",
    },
    { name: "spire", foot: 14, body: "l3-8 11-26 11 26 3 8z" },
    {
      name: "mushroom",
      foot: 8,
      body: "v-9h-12q1-17 20-17t20 17h-12v9z",
    },
  ],
  [
    {
      name: "terrace",
      foot: 18,
      body: "v-9h5v-8h5v-9h16v9h5v8h5v9z",
    },
    {
      name: "barrel",
      foot: 13,
      body: "q-6-14 0-28h26q6 14 0 28z",
    },
    {
      name: "bell",
      foot: 17,
      body: "q5-4 6-13 1-15 11-15t11 15q1 9 6 13z",
    },
  ],
];

/** Colours of cap and collar. Ebony is a class, because it has another colour in the dark theme. */
export interface Material {
  cap: string;
  collar: string;
}

const gold: Material = { cap: "#c95", collar: "#a74" };

export const MATERIAL_FAMILIES: readonly (readonly Material[])[] = [
  [{ cap: "ebony", collar: "#ca6" }, gold],
  [
    { cap: "ebony", collar: "#bbb" },
    { cap: "#bbb", collar: "#888" },
  ],
  [{ cap: "#853", collar: "#ca6" }, gold],
];
