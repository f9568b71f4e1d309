import { data } from "react-router";

/** ms; Node allows a request more time, because of uploads (app/start.ts) */
const timeLimit = 30_000;
const maxFields = 200;

const read = new WeakMap<Request, Promise<FormData>>();

/** Reads a request once; later calls get the same form. @throws 400 when the body is not a form or has too many fields, 408 when it comes too slowly */
export function readForm(request: Request): Promise<FormData> {
  const form = read.get(request) ?? readNow(request);
  read.set(request, form);
  return form;
}

async function readNow(request: Request): Promise<FormData> {
  const late = Promise.withResolvers<"late">();
  const timer = setTimeout(() => late.resolve("late"), timeLimit);
  try {
    const form = await Promise.race([fieldsOf(request), late.promise]);
    if (form !== "late") return form;
  } catch {
    throw data(null, 400);
  } finally {
    clearTimeout(timer);
  }
  throw data(null, 408);
}

async function fieldsOf(request: Request): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^application\/x-www-form-urlencoded(?:;|$)/iu.test(type)) return request.formData();
  const text = await request.text();
  if (text.split("&", maxFields + 1).length > maxFields) throw new RangeError("Too many fields");
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(text)) form.append(name, value);
  return form;
}

export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
