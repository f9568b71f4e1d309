export interface Cut {
  wall: readonly [top: string, bottom: string];
  shelf: readonly [back: string, front: string];
  edge: string;
  /** colour of the light on wall, shelf and glass */
  sun: string;
  shadow: string;
  /** overrides of the drawings' light-theme styles (bottle.css) */
  style: string;
  /** opacity factors of the light: on wall and shelf, on glass, and through a bottle */
  wash: number;
  glint: number;
  fall: number;
}

export const CUTS = {
  light: {
    wall: ["#f5e9d7", "#ecd9bd"],
    shelf: ["#f3e4cd", "#dfc6a2"],
    edge: "#c9ae86",
    sun: "#fffdf7",
    shadow: "#5b3a1c",
    style: "",
    wash: 1,
    glint: 1,
    fall: 1,
  },
  dark: {
    wall: ["#1b1510", "#2b2017"],
    shelf: ["#33261b", "#1a130e"],
    edge: "#6b5138",
    sun: "#ffcf94",
    shadow: "#000",
    style: "<style>.cap{fill:#6b5846}.drawn>g:first-child{stroke:#d8c8b199}</style>",
    wash: 0.3,
    glint: 0.6,
    fall: 0.7,
  },
} as const satisfies Record<string, Cut>;

export type CutName = keyof typeof CUTS;
export const cuts = Object.keys(CUTS) as CutName[];
