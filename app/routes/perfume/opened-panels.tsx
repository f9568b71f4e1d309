import { onDemand } from "#app/ui/on-demand.tsx";
import * as panels from "./panels.ts";

const load = () => import("./panels.ts");

export const PriceForm = onDemand(
  import.meta.env.SSR && panels.PriceForm,
  async () => (await load()).PriceForm,
);
export const Sightings = onDemand(
  import.meta.env.SSR && panels.Sightings,
  async () => (await load()).Sightings,
);
export const Reviews = onDemand(
  import.meta.env.SSR && panels.Reviews,
  async () => (await load()).Reviews,
);
export const Sources = onDemand(
  import.meta.env.SSR && panels.Sources,
  async () => (await load()).Sources,
);
export const SuggestForm = onDemand(
  import.meta.env.SSR && panels.SuggestForm,
  async () => (await load()).SuggestForm,
);
