import type { ClientActionFunctionArgs } from "react-router";
import type { Refusal } from "./refusal.ts";

/**
 * A route's `clientAction`: hands the form to the server. When the server is not reached, or something in front of it
 * answers in its place, the page stays as it is, with everything typed but passwords and files, and says so.
 */
export async function deliver({ request, serverAction }: ClientActionFunctionArgs) {
  const form = await request.clone().formData();
  try {
    return (await serverAction()) as Refusal | undefined;
  } catch (error) {
    // Redirects and the router's own answers are thrown, too; a fetch that failed has no status.
    if ((error as { status?: number }).status! < 500) throw error;
    const typed = [...form].filter(
      ([name, value]) => typeof value === "string" && name !== "password",
    );
    return {
      form: String(form.get("intent") ?? ""),
      status: "error",
      initialValue: Object.fromEntries(typed) as Record<string, string>,
      error: {},
      offline: true,
    } satisfies Refusal;
  }
}
