import { onDemand } from "#app/ui/on-demand.tsx";

const load = () => import("./suggest-perfume-form.tsx");
const forms = import.meta.env.SSR && (await load());

export const SuggestDialog = onDemand(
  forms && forms.SuggestDialog,
  async () => (await load()).SuggestDialog,
);
export const SuggestMissing = onDemand(
  forms && forms.SuggestMissing,
  async () => (await load()).SuggestMissing,
);
