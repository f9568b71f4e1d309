import { onDemand } from "#app/ui/on-demand.tsx";
import * as forms from "./suggest-perfume-form.tsx";

const load = () => import("./suggest-perfume-form.tsx");

export const SuggestDialog = onDemand(
  import.meta.env.SSR && forms.SuggestDialog,
  async () => (await load()).SuggestDialog,
);
export const SuggestMissing = onDemand(
  import.meta.env.SSR && forms.SuggestMissing,
  async () => (await load()).SuggestMissing,
);
