export { PriceForm } from "./prices/price-form.tsx";
export { Sightings } from "./prices/sightings-panel.tsx";
export { Reviews } from "./reviews/reviews-panel.tsx";
export { SuggestForm } from "#app/ui/suggest-form.tsx";
