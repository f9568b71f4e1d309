import type { Profile } from "./outline.ts";

/** `tag`: the label's height; `level`: the liquid's; `light`: where light (left) and shade (right) run along the wall. */
export type Silhouette = {
  name: string;
  glass: Profile;
  room: Profile;
  tag: number;
  level: number;
  light: readonly [from: number, to: number];
  cuts?: string;
  slender?: true;
};

/** A brand has one. */
export const SILHOUETTES: readonly Silhouette[] = [
  {
    name: "block",
    glass: [
      [30, 56],
      [37, 56, 37, 63],
      [37, 148],
      [37, 154, 31, 154],
    ],
    room: [
      [26, 62],
      [31, 62, 31, 67],
      [31, 139],
      [31, 143, 27, 143],
    ],
    tag: 108,
    level: 80,
    light: [74, 136],
    cuts: "M32 147q28 4 56 0-28 2-56 0z",
  },
  {
    name: "tower",
    slender: true,
    glass: [
      [20, 46],
      [27, 46, 27, 53],
      [27, 150],
      [27, 154, 23, 154],
    ],
    room: [
      [17, 52],
      [21, 52, 21, 57],
      [21, 138],
      [21, 142, 17, 142],
    ],
    tag: 104,
    level: 76,
    light: [58, 134],
    cuts: "M42 147q18 4 36 0-18 2-36 0z",
  },
  {
    name: "apothecary",
    glass: [
      [11, 44],
      [11, 52],
      [11, 58, 20, 60],
      [37, 64, 37, 80],
      [37, 148],
      [37, 154, 31, 154],
    ],
    room: [
      [7, 50],
      [7, 56],
      [7, 63, 17, 65],
      [31, 69, 31, 83],
      [31, 139],
      [31, 143, 27, 143],
    ],
    tag: 108,
    level: 84,
    light: [74, 136],
  },
  {
    name: "disc",
    glass: [
      [12, 52],
      [34, 56, 49, 78, 49, 104],
      [49, 130, 34, 154, 18, 154],
    ],
    room: [
      [10, 60],
      [29, 63, 42, 82, 42, 104],
      [42, 126, 30, 142, 16, 143],
    ],
    tag: 108,
    level: 84,
    light: [72, 128],
  },
  {
    name: "pyramid",
    glass: [
      [13, 50],
      [18, 50, 19, 54],
      [45, 147],
      [47, 154, 40, 154],
    ],
    room: [
      [9, 58],
      [13, 58, 14, 61],
      [37, 139],
      [38, 143, 34, 143],
    ],
    tag: 112,
    level: 88,
    light: [68, 136],
    cuts: "M25 147q35 4 70 0-35 2-70 0z",
  },
  {
    name: "drop",
    glass: [
      [9, 44],
      [9, 70, 26, 86],
      [43, 102, 43, 121],
      [43, 154, 22, 154],
    ],
    room: [
      [6, 54],
      [6, 77, 21, 92],
      [36, 107, 36, 122],
      [36, 143, 20, 143],
    ],
    tag: 112,
    level: 88,
    light: [76, 134],
  },
  {
    name: "urn",
    glass: [
      [13, 48],
      [44, 48, 44, 74],
      [44, 100, 18, 146],
      [26, 154],
    ],
    room: [
      [10, 55],
      [37, 55, 37, 76],
      [37, 97, 14, 137],
    ],
    tag: 90,
    level: 68,
    light: [64, 118],
  },
  {
    name: "gem",
    glass: [
      [22, 52],
      [41, 71],
      [41, 135],
      [24, 154],
    ],
    room: [
      [20, 60],
      [34, 74],
      [34, 131],
      [22, 143],
    ],
    tag: 108,
    level: 80,
    light: [76, 130],
    cuts: "M38 52L19 71l7 3 14-14zM38 152l-17-17 5-4 12 12z",
  },
  {
    name: "arch",
    glass: [
      [12, 48],
      [30, 50, 38, 68, 38, 92],
      [38, 150],
      [38, 154, 34, 154],
    ],
    room: [
      [9, 56],
      [24, 58, 32, 73, 32, 93],
      [32, 139],
      [32, 143, 28, 143],
    ],
    tag: 108,
    level: 84,
    light: [74, 136],
  },
  {
    name: "fluted",
    glass: [
      [22, 54],
      [36, 54, 36, 66],
      [36, 150],
      [36, 154, 32, 154],
    ],
    room: [
      [18, 60],
      [31, 60, 31, 70],
      [31, 143],
    ],
    tag: 108,
    level: 80,
    light: [74, 136],
    cuts: "M44 56h2v92h-2zM59 56h2v92h-2zM74 56h2v92h-2z",
  },
  {
    name: "flask",
    glass: [
      [11, 66],
      [52, 66, 52, 110],
      [52, 154, 28, 154],
    ],
    room: [
      [8, 74],
      [45, 74, 45, 109],
      [45, 144, 24, 144],
    ],
    tag: 112,
    level: 88,
    light: [84, 134],
  },
  {
    name: "muse",
    slender: true,
    glass: [
      [18, 46],
      [44, 46, 34, 74],
      [24, 102, 34, 128],
      [44, 154, 34, 154],
    ],
    room: [
      [16, 53],
      [36, 53, 28, 76],
      [20, 99, 28, 121],
      [36, 143, 28, 143],
    ],
    tag: 112,
    level: 64,
    light: [62, 92],
  },
  {
    name: "steps",
    glass: [
      [15, 46],
      [15, 54],
      [26, 54],
      [26, 62],
      [37, 62],
      [37, 154],
    ],
    room: [
      [20, 68],
      [31, 68],
      [31, 143],
    ],
    tag: 108,
    level: 80,
    light: [74, 136],
    cuts: "M32 147q28 4 56 0-28 2-56 0z",
  },
];

/** How wide and tall a bottle is, as factors of its silhouette's size. */
export type Build = readonly [wide: number, tall: number];

/** The perfume picks one. A slender silhouette gets no narrower, because its label must fit. */
export const BUILDS: readonly Build[] = [
  [1, 1],
  [0.8, 1],
  [1.1, 0.8],
  [0.86, 0.8],
];
export const SLENDER_BUILDS: readonly Build[] = [
  [1, 1],
  [1.3, 1],
  [1.5, 0.8],
  [1.1, 0.8],
];
