import { Strategy } from "remix-auth/strategy";
import { textOf } from "#app/http/forms/read-form.ts";

export interface Credentials {
  email: string;
  password: string;
  /** with the cookies of the browser */
  request: Request;
}

/** Signing in with the fields `email` and `password` of a form. Outcomes are returned, so that the page keeps what was typed. */
export class PasswordStrategy<Outcome> extends Strategy<Outcome, Credentials> {
  name = "password";

  /** @param request its body is a form that was validated before */
  override async authenticate(request: Request): Promise<Outcome> {
    const form = await request.formData();
    const email = textOf(form, "email");
    return this.verify({ email, password: textOf(form, "password"), request });
  }
}
