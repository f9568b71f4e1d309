import type { FormEvent } from "react";
import { useFetcher } from "react-router";
import type { Refusal } from "#app/http/forms/refusal.ts";

/**
 * Sends a form by its pressed button, and the page stays.
 * @param action where to
 * @returns the fetcher, and what the form does as it is sent: nothing while the press before it is on its way (a second vote would be refused)
 */
export function usePress(action: string) {
  const fetcher = useFetcher<Refusal | null>();
  const press = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (fetcher.state !== "idle") return;
    const { submitter } = event.nativeEvent as SubmitEvent;
    void fetcher.submit(submitter as HTMLButtonElement, {
      method: "post",
      action,
      preventScrollReset: true,
    });
  };
  return { fetcher, press };
}
