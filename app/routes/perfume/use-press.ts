import type { FormEvent } from "react";
import { useFetcher } from "react-router";
import type { Refusal } from "#app/http/forms/refusal.ts";

export function usePress(action: string) {
  const fetcher = useFetcher<Refusal | null>();
  const press = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A second vote would be refused.
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
