import { type FormEvent, useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { Refusal } from "#app/http/forms/refusal.ts";

/** Sends a pressed button. One pressed meanwhile waits, because a visitor's shelf is a cookie, which each answer replaces. */
export function usePress(action: string) {
  const fetcher = useFetcher<Refusal | null>();
  const pressed = useRef(new Set<HTMLButtonElement>());
  const last = useRef(Promise.resolve());
  const unpaint = useRef(() => {});
  // After a redirect a fetcher still has the answer before.
  const [before, setBefore] = useState(fetcher.data);
  const press = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement;
    // The same button twice is one press.
    if (pressed.current.has(button)) return;
    pressed.current.add(button);
    setBefore(fetcher.data);
    // Painted before the page is rendered again, which takes a slow phone 200 ms.
    const { currentTarget: form } = event;
    // A card's second vote, unlike another heart, will be refused.
    const isPainted = !form.querySelector("[aria-pressed=true]");
    const paint = (isPressed: boolean) => {
      if (isPainted) button.ariaPressed = String(isPressed);
    };
    const isPressed = form.id !== "unkeep";
    paint(isPressed);
    unpaint.current = () => paint(!isPressed);
    const painted = new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const send = async () => {
      // Otherwise it was sent when the page was left, and the browser has brought the page back.
      if (pressed.current.has(button))
        await fetcher.submit(button, { method: "post", action, preventScrollReset: true });
    };
    last.current = last.current
      .then(() => painted)
      .then(send, send)
      .finally(() => pressed.current.delete(button));
  };
  useEffect(() => {
    // Also what is on its way, which the browser may stop: sent twice, it counts once.
    const leave = () => {
      for (const button of pressed.current)
        navigator.sendBeacon(action, new URLSearchParams(formOf(button)));
      pressed.current.clear();
    };
    addEventListener("pagehide", leave);
    return () => removeEventListener("pagehide", leave);
  }, [action]);
  const isNew = fetcher.state === "idle" && fetcher.data !== before;
  const refusal = (isNew && fetcher.data) || undefined;
  useEffect(() => {
    // React does not, if it could not render the press before it failed.
    if (refusal) unpaint.current();
  }, [refusal]);
  return { fetcher, refusal, press };
}

const formOf = (button: HTMLButtonElement) =>
  [...new FormData(button.form!, button)].map(([name, value]) => [name, String(value)]);
