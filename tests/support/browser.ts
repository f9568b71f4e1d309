import type { Page } from "./site.ts";

export interface TestBrowser {
  cookies: Map<string, string>;
  get(path: string, headers?: Record<string, string>): Promise<Page>;
  post(
    path: string,
    fields: Record<string, string> | string[][],
    headers?: Record<string, string>,
  ): Promise<Page>;
  /** sends a form with a file, like browsers do; null is a file field without a choice */
  upload(path: string, field: string, file: File | null): Promise<Page>;
  request(path: string, init?: RequestInit): Promise<Page>;
  follow(answer: Page): Promise<Page>;
  /** whether the pages show a signed-in person */
  isSignedIn(): Promise<boolean>;
}

/** A headless browser that keeps its cookies. @param send requests the site over the browser's connection */
export function createBrowser(
  origin: string,
  send: (path: string, init: RequestInit) => Promise<Page>,
): TestBrowser {
  const cookies = new Map<string, string>();

  async function request(path: string, init: RequestInit = {}): Promise<Page> {
    const headers = new Headers(init.headers);
    if (cookies.size > 0 && !headers.has("Cookie"))
      headers.set("Cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const page = await send(path, { ...init, headers });
    for (const set of page.headers.getSetCookie()) keep(set);
    return page;
  }

  function keep(set: string) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/u.exec(set) ?? [];
    if (/max-age=0/iu.test(set)) cookies.delete(name);
    else cookies.set(name, value);
  }

  const get = (path: string, headers: Record<string, string> = {}) => request(path, { headers });

  async function sendBody(path: string, body: BodyInit, headers: Record<string, string>) {
    const whole = Buffer.from(await new Response(body).arrayBuffer());
    const own = { Origin: origin, "Content-Length": String(whole.length) };
    return request(path, { method: "POST", body: whole, headers: { ...own, ...headers } });
  }

  return {
    cookies,
    request,
    get,
    post: (path, fields, headers = {}) =>
      sendBody(path, new URLSearchParams(fields).toString(), {
        "Content-Type": "application/x-www-form-urlencoded",
        ...headers,
      }),
    async upload(path, field, file) {
      const form = new FormData();
      form.set(field, file ?? new File([], ""));
      const body = new Response(form);
      const type = body.headers.get("Content-Type")!;
      return sendBody(path, await body.arrayBuffer(), { "Content-Type": type });
    },
    follow: (answer) => get(answer.headers.get("Location")!),
    async isSignedIn() {
      return (await get("/es/profile")).status === 200;
    },
  };
}

/** The header with which a page sets this cookie; undefined when it sets none. */
export const setCookieHeader = (page: Page, name: string) =>
  page.headers.getSetCookie().find((set) => set.startsWith(`${name}=`));
