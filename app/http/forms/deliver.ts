import { type ClientActionFunctionArgs, data } from "react-router";
import type { Refusal } from "./refusal.ts";

/** A route's `clientAction`: when the server cannot be reached, the page keeps everything typed except passwords and files. */
export async function deliver({ request, serverAction }: ClientActionFunctionArgs) {
  const form = await request.clone().formData();
  try {
    return (await serverAction()) as Refusal | undefined;
  } catch (error) {
    // Redirects and the router's own responses are also thrown; a failed fetch has no status.
    const { status, data: told } = error as { status?: number; data?: { message?: string } };
    const tooLarge = status === 413 && told?.message;
    if (status! < 500 && !tooLarge) throw error;
    const typed = [...form].filter(
      ([name, value]) => typeof value === "string" && name !== "password",
    );
    const refusal: Refusal = {
      form: String(form.get("intent") ?? ""),
      status: "error",
      initialValue: Object.fromEntries(typed) as Record<string, string>,
      ...(tooLarge ? { error: { "": [tooLarge] } } : { error: {}, offline: true }),
    };
    // With this status the router does not load the page again, which would fail, too, and end it.
    return data(refusal, 503);
  }
}
