import { expect, test } from "vitest";
import { z } from "zod";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { defineForm } from "./define-form.ts";
import {
  emailField,
  hiddenField,
  nameField,
  newPasswordField,
  textField,
  usernameField,
} from "./form-fields.ts";

const form = defineForm(
  "contact",
  z.object({
    name: nameField("contact.name", "contact.nameTooLong"),
    email: emailField("contact.email", "contact.email"),
    message: textField("contact.message", 10, "contact.messageTooLong"),
    redirectTo: hiddenField(),
  }),
  {
    labels: { name: "contact.name", email: "contact.email", message: "contact.message" },
    constraints: { message: { maxLength: 10 } },
  },
);

function fill(fields: Record<string, string>): FormData {
  const filled = new FormData();
  for (const [name, value] of Object.entries(fields)) filled.append(name, value);
  return filled;
}

const good = { name: " Ana  Ruiz ", email: "ana@example.org", message: "Hola" };

test("a valid form returns its values, cleaned", () => {
  const { value } = form.parse(fill(good), "es");
  expect(value).toEqual({ ...good, name: "Ana Ruiz", redirectTo: "" });
});

test("an invalid form returns each field's messages in the language, in the order of the form, and what was typed", () => {
  const sent = form.parse(fill({ ...good, name: " ", email: "nobody" }), "es");
  expect(sent.value).toBeNull();
  const { error, initialValue, status } = sent.validated!.reply();
  expect(Object.entries(error!)).toEqual([
    ["name", ["El nombre no puede estar vacío"]],
    ["email", ["Email inválido. Comprueba que esté bien escrito."]],
  ]);
  expect([status, initialValue]).toEqual(["error", { ...good, name: " ", email: "nobody" }]);
});

test("the browser's constraints come from the schema, and only for fields that people fill in", () => {
  expect(form.constraints).toEqual({
    name: { required: true, maxLength: 100 },
    email: { required: true, maxLength: 255 },
    message: { required: true, maxLength: 10 },
  });
});

test("the browser's constraints for a username and a password match the server's", () => {
  const account = defineForm(
    "signup",
    z.object({
      nombre_usuario: usernameField({
        missing: "auth.fillIn",
        tooShort: "auth.usernameFormat",
        tooLong: "auth.usernameFormat",
        characters: "auth.usernameFormat",
      }),
      password: newPasswordField(),
    }),
    { labels: { nombre_usuario: "auth.username", password: "auth.password" } },
  );
  const { nombre_usuario, password } = account.constraints;
  expect(nombre_usuario).toMatchObject({ required: true, minLength: 3, maxLength: 30 });
  expect(password).toMatchObject({ required: true, minLength: 8, maxLength: 72 });
  const matches = (pattern: string | undefined, text: string) =>
    // As browsers evaluate it (HTML, "the pattern attribute").
    new RegExp(`^(?:${pattern})$`, "v").test(text);
  expect(["ana_1", "añá"].map((text) => matches(nombre_usuario!.pattern, text))).toEqual([
    true,
    false,
  ]);
  expect(["secret123", "secretos"].map((text) => matches(password!.pattern, text))).toEqual([
    true,
    false,
  ]);
});

test("the browser's message for an invalid field is the schema's", () => {
  expect(form.parse(fill(good), "es").describe().hints).toMatchObject({
    name: { valueMissing: "El nombre no puede estar vacío", tooLong: expect.any(String) },
    email: {
      valueMissing: "Email inválido. Comprueba que esté bien escrito.",
      mismatch: "Email inválido. Comprueba que esté bien escrito.",
    },
    message: { valueMissing: "El mensaje no puede estar vacío", tooLong: expect.any(String) },
  });
});

test("unknown field names are ignored: they create no list and touch no prototype", () => {
  const hostile = {
    "a[4294967294]": "x",
    "name[99999999]": "x",
    "__proto__[polluted]": "yes",
    "constructor.prototype.polluted": "yes",
    __intent__: "{",
    __state__: "{",
  };
  const sent = form.parse(fill({ ...good, ...hostile }), "es");
  expect(sent.value).toEqual({ ...good, name: "Ana Ruiz", redirectTo: "" });
  expect(JSON.stringify(sent.validated!.reply()).length).toBeLessThan(1000);
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
});

test("the first value of a repeated field counts, and thousands of them cost nothing", () => {
  const repeated = fill(good);
  for (let n = 0; n < 9000; n++) repeated.append("name", `Eva ${n}`);
  const sent = form.parse(repeated, "es");
  expect(sent.value).toMatchObject({ name: "Ana Ruiz" });
  const invalid = fill({ ...good, email: "nobody" });
  for (let n = 0; n < 9000; n++) invalid.append("name", `Eva ${n}`);
  const { initialValue } = form.parse(invalid, "es").validated!.reply();
  expect(initialValue).toEqual({ ...good, email: "nobody" });
});

test("a multi-value field accepts a limited number of values", () => {
  const several = defineForm("several", z.object({ purpose: z.array(z.string()).default([]) }), {
    labels: {},
    multiple: ["purpose"],
  });
  const values = (count: number) => {
    const sent = new FormData();
    for (let n = 0; n < count; n++) sent.append("purpose", `${n}`);
    return several.parse(sent, "es").value?.purpose.length;
  };
  expect([0, 1, 2, 9000].map(values)).toEqual([0, 1, 2, 20]);
});

test("a file in place of a text is invalid but causes no error", () => {
  const file = fill({ email: good.email, message: good.message });
  file.append("name", new File(["x"], "x.txt"));
  expect(form.parse(file, "es").value).toBeNull();
});

test("what was typed is available before validation", () => {
  const typed = { ...good, name: " ", email: "nobody" };
  const { submission } = form.parse(fill(typed), "es");
  const { error, initialValue } = submission!.reply({ formErrors: ["Too many"] });
  expect([error, initialValue]).toEqual([{ "": ["Too many"] }, typed]);
});

test.each([
  ["name", 801, "contact.nameTooLong"],
  ["message", 81, "contact.messageTooLong"],
  ["email", 2041, "contact.email"],
] as const)("a %s of %i raw characters is too long, and not cleaned", (field, length, key) => {
  // Cleaning would remove all but the first letter.
  const far = (count: number) => good[field].trim() + "\u200b".repeat(count);
  const errorOf = (text: string) =>
    form.parse(fill({ ...good, [field]: text }), "es").validated!.reply().error?.[field];
  expect(errorOf(far(length - 1 - good[field].trim().length))).toBeUndefined();
  expect(errorOf(far(length))).toEqual([translatorIn("es").t(`messages:${key}`)]);
});
