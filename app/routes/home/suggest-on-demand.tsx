import { onDemand } from "#app/ui/on-demand.tsx";

const load = () => import("./suggest-perfume-form.tsx");
const forms = import.meta.env.SSR && (await load());

export const SuggestDialog = onDemand(
  "div",
  forms && forms.SuggestDialog,
  async () => (await load()).SuggestDialog,
);
export const SuggestMissing = onDemand(
  "section",
  forms && forms.SuggestMissing,
  async () => (await load()).SuggestMissing,
);
