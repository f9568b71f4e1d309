export type Tag = (middle: number) => string;

export const TAGS: readonly Tag[] = [
  (y) => `M40 ${y - 14}h40v24H40zM40 ${y + 12}h40v2H40z`,
  (y) => `M43 ${y - 14}h34q0 4 4 4v20q-4 0-4 4H43q0-4-4-4v-20q4 0 4-4z`,
  (y) => `M60 ${y - 15}q23 0 23 15t-23 15-23-15 23-15z`,
  (y) => `M41 ${y + 14}v-20q0-10 19-10t19 10v20z`,
];
