import { onDemand } from "#app/ui/on-demand.tsx";

const load = () => import("./panels.ts");
const panels = import.meta.env.SSR && (await load());

export const PriceForm = onDemand(panels && panels.PriceForm, async () => (await load()).PriceForm);
export const Sightings = onDemand(panels && panels.Sightings, async () => (await load()).Sightings);
export const Reviews = onDemand(panels && panels.Reviews, async () => (await load()).Reviews);
export const SuggestForm = onDemand(
  panels && panels.SuggestForm,
  async () => (await load()).SuggestForm,
);
