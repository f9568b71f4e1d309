import { messageForm } from "./message-form.ts";

export function sendMessage(
  origin: string,
  message: string,
  { lang = "es", headers = {} }: { lang?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  return fetch(`${origin}/${lang}/contact`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: origin, ...headers },
    body: new URLSearchParams(messageForm(message)),
  });
}
