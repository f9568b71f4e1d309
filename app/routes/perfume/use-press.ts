import { type FormEvent, useRef } from "react";
import { useFetcher } from "react-router";
import type { Refusal } from "#app/http/forms/refusal.ts";

/** Sends a pressed button. One pressed meanwhile waits, because a visitor's shelf is a cookie, which each answer replaces. */
export function usePress(action: string) {
  const fetcher = useFetcher<Refusal | null>();
  const pressed = useRef(new Set<HTMLElement>());
  const last = useRef(Promise.resolve());
  const press = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement;
    // The same button twice is one press.
    if (pressed.current.has(button)) return;
    pressed.current.add(button);
    // Painted before the page is rendered again, which takes a slow phone 200 ms.
    button.ariaPressed = String(event.currentTarget.id !== "unkeep");
    const painted = new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const send = () =>
      fetcher
        .submit(button, { method: "post", action, preventScrollReset: true })
        .finally(() => pressed.current.delete(button));
    last.current = last.current.then(() => painted).then(send, send);
  };
  return { fetcher, press };
}
