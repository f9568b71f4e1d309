import { type SentForm, unknownForm } from "#app/http/forms/sent-form.ts";

/**
 * A form without a schema, for handlers that check its few fields themselves.
 * @param kept fields that a refusal shows again
 */
export function rawForm(form: FormData, id: string, kept: string[] = []): SentForm<FormData> {
  const initialValue = Object.fromEntries(kept.map((name) => [name, String(form.get(name) ?? "")]));
  return {
    ...unknownForm(),
    id,
    value: form,
    submission: {
      reply: (options = {}) => ({
        status: "error",
        initialValue,
        error:
          "formErrors" in options
            ? { "": options.formErrors ?? [], ...options.fieldErrors }
            : { "": [] },
      }),
    },
  };
}
