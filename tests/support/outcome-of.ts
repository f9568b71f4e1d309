import { Refused } from "#app/domain/refused-act.ts";

/** @returns what an act returns, or the code of its refusal */
export async function outcomeOf<Outcome>(act: Promise<Outcome>) {
  try {
    return await act;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return error.code;
  }
}
