const ICONS = {
  search: "M18 11a7 7 0 1 1-14 0 7 7 0 1 1 14 0zm-2 5 5 5",
  "arrow-left": "M20 12H4m7-7-7 7 7 7",
  camera: "M3 7h4l2-3h6l2 3h4v13H3zm13 6a4 4 0 1 1-8 0 4 4 0 1 1 8 0",
  close: "M5 5l14 14M19 5 5 19",
  share: "M12 15V3M8 7l4-4 4 4M5 11v9h14v-9",
  menu: "M3 6h18M3 12h18M3 18h18",
} as const;

type IconName = keyof typeof ICONS;

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
