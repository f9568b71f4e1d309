import { onDemand } from "#app/ui/on-demand.tsx";

const load = () => import("./panels.ts");
const panels = import.meta.env.SSR && (await load());

export const PriceForm = onDemand(
  "section",
  panels && panels.PriceForm,
  async () => (await load()).PriceForm,
);
export const Sightings = onDemand(
  "section",
  panels && panels.Sightings,
  async () => (await load()).Sightings,
);
export const Reviews = onDemand(
  "section",
  panels && panels.Reviews,
  async () => (await load()).Reviews,
);
export const SuggestForm = onDemand(
  "dialog",
  panels && panels.SuggestForm,
  async () => (await load()).SuggestForm,
);
