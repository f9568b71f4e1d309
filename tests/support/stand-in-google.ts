import type { IncomingMessage } from "node:http";
import {
  type AugmentedRequest,
  Events,
  type MutableRedirectUri,
  type MutableResponse,
  type MutableToken,
  OAuth2Server,
  type TokenRequestIncomingMessage,
} from "oauth2-mock-server";

type Query = Record<string, string>;

export async function startGoogle(): Promise<Record<string, string>> {
  const server = new OAuth2Server();
  const { service } = server;
  const people = new Map<string, { email: string; name: string }>();

  service.addRoute("GET", "/choose", (request, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(chooser(new URL(request.url!, "http://google.test").searchParams));
  });
  service.on(
    Events.BeforeAuthorizeRedirect,
    ({ url }: MutableRedirectUri, request: AugmentedRequest) => {
      const { email = "", name = "" } = request.query as Query;
      people.set(url.searchParams.get("code")!, { email, name });
    },
  );
  service.on(
    Events.BeforeTokenSigning,
    ({ payload }: MutableToken, { body }: TokenRequestIncomingMessage) =>
      Object.assign(payload, people.get(body.code ?? "")),
  );
  service.on(Events.BeforeUserinfo, (answer: MutableResponse, request: IncomingMessage) => {
    const [, claims = ""] = request.headers.authorization!.split(".");
    const { email, name } = JSON.parse(Buffer.from(claims, "base64url").toString()) as Query;
    answer.body = { sub: email, email, email_verified: true, name };
  });
  return listen(server, "/choose");
}

/** @returns the settings of a site that signs in there */
export async function listen(server: OAuth2Server, authorization = "/authorize") {
  await server.issuer.keys.generate("RS256");
  await server.start(0, "127.0.0.1");
  const at = (path: string) => `http://127.0.0.1:${server.address().port}${path}`;
  return {
    GOOGLE_CLIENT_ID: "the-client",
    GOOGLE_CLIENT_SECRET: "the-secret",
    GOOGLE_AUTHORIZATION_URL: at(authorization),
    GOOGLE_TOKEN_URL: at("/token"),
    GOOGLE_USERINFO_URL: at("/userinfo"),
  };
}

function chooser(asked: URLSearchParams): string {
  const hidden = [...asked].map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  const cancelled = new URL(asked.get("redirect_uri")!);
  cancelled.searchParams.set("error", "access_denied");
  cancelled.searchParams.set("state", asked.get("state")!);
  return `<!doctype html><html lang="en"><title>Stand-in Google</title><link rel="icon" href="data:,">
<form action="/authorize">${hidden.join("")}
<label>Email <input name="email"></label> <label>Name <input name="name"></label> <button>Continue</button></form>
<a href="${escaped(cancelled.href)}">Cancel</a>`;
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
