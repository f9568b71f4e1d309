import type { RouterContextProvider } from "react-router";
import type { By } from "#app/domain/desk/catalog/change.ts";
import { maxReason } from "#app/domain/desk/queue/decide.ts";
import { truncate } from "#app/i18n/clean-text.ts";
import type { Operator } from "../guard.ts";

export interface BottlePage {
  request: Request;
  context: Readonly<RouterContextProvider>;
  id: number;
}

export const bottleList = "/desk/perfumes";
export const bottlePath = (id: number) => `${bottleList}/${id}`;

export const byOf = ({ userId }: Operator, reason = ""): By => ({
  actor: userId,
  now: new Date(),
  reason: truncate(reason, maxReason) || null,
});
