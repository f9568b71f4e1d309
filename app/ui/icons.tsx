const ICONS = {
  search: "M18 11a7 7 0 1 1-14 0 7 7 0 1 1 14 0zm-2 5 5 5",
  "thumb-up": "M7 11v9H3v-9zl4-8q3 0 3 3l-1 4h6q2 0 2 2l-2 7q0 1-2 1H7",
  "thumb-down": "M7 13V4H3v9zl4 8q3 0 3-3l-1-4h6q2 0 2-2l-2-7q0-1-2-1H7",
  "arrow-left": "M20 12H4m7-7-7 7 7 7",
  menu: "M3 6h18M3 12h18M3 18h18",
  close: "m5 5 14 14m0-14L5 19",
  "chevron-down": "m5 9 7 7 7-7",
  camera: "M9 5h6l2 3h4v11H3V8h4zm7 8a4 4 0 1 1-8 0 4 4 0 1 1 8 0z",
  check: "m4 13 5 5L20 6",
  plus: "M12 4v16m-8-8h16",
  pencil: "M4 20v-4L16 4l4 4L8 20zm9-13 4 4",
  bin: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13",
  external: "M13 4h7v7m0-7-9 9M10 5H4v15h15v-6",
  letter: "M3 5h18v14H3zl9 8 9-8",
  person: "M16 8a4 4 0 1 1-8 0 4 4 0 1 1 8 0zM4 21q0-6 8-6t8 6",
  quill: "M4 20Q6 6 20 4q0 10-9 11-3 0-5 1m1-2q3-4 7-5",
} as const;

export type IconName = keyof typeof ICONS;

/** A line drawing in the colour of the text beside it. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      aria-hidden="true"
    >
      <path d={ICONS[name]} />
    </svg>
  );
}
