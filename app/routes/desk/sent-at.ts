import { type SentForm, unknownForm } from "#app/http/forms/sent-form.ts";

/** A form of the desk, for `attempt` and its refusals: what was typed stays. @param id of the form's element @param kept names of the fields that are shown again */
export function sentAt(form: FormData, id: string, kept: string[] = []): SentForm<FormData> {
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
