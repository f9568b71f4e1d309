export const TAGS = [
  "M40-14h40v24H40zM40 12h40v2H40z",
  "M43-14h34q0 4 4 4v20q-4 0-4 4H43q0-4-4-4v-20q4 0 4-4z",
  "M60-15q23 0 23 15t-23 15-23-15 23-15z",
  "M41 14v-20q0-10 19-10t19 10v20z",
] as const;

export type Tag = (typeof TAGS)[number];
