import type { ServerResponse } from "node:http";
import { Events, type MutableResponse, OAuth2Server } from "oauth2-mock-server";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Authenticator } from "remix-auth";
import type { GoogleProfile } from "#app/domain/accounts/google-accounts.ts";
import { beginGoogle, clearedCookies, finishGoogle, GoogleRefused } from "./google-sign-in.ts";
import { GoogleFailed } from "./google-requests.ts";
import { GoogleSignInStrategy } from "./google-strategy.ts";
import { eventually } from "../../../tests/support/eventually.ts";

const origin = "https://sosia.example";
const server = new OAuth2Server();
const unanswered: ServerResponse[] = [];
/** bytes */
let sentEndlessly = 0;

/** An endless JSON text. */
function sendEndlessly(_: unknown, response: ServerResponse) {
  const more = () => {
    while (!response.destroyed && sentEndlessly < 200 * 1024 * 1024) {
      sentEndlessly += 65_536;
      if (!response.write("a".repeat(65_536))) return void response.once("drain", more);
    }
    response.destroy();
  };
  response.write('{"access_token":"');
  more();
}

beforeAll(async () => {
  await server.issuer.keys.generate("RS256");
  server.service.addRoute("POST", "/silent", (_, response) => void unanswered.push(response));
  server.service.addRoute("POST", "/endless", sendEndlessly);
  server.service.addRoute("GET", "/endless", sendEndlessly);
  server.service.addRoute("GET", "/silent", (_, response) => void unanswered.push(response));
  await server.start(0, "127.0.0.1");
});

afterEach(() => {
  server.service.removeAllListeners();
});

afterAll(async () => {
  for (const response of unanswered) response.destroy();
  await server.stop();
});

const at = (path: string) => `http://127.0.0.1:${server.address().port}${path}`;

function googleWith(
  endpoints: { tokenUrl?: string; userinfoUrl?: string } = {},
  { secure = true, timeLimit = 5000 } = {},
) {
  const google = {
    clientId: "the-client",
    clientSecret: "the-secret",
    authorizationUrl: at("/authorize"),
    tokenUrl: at("/token"),
    userinfoUrl: at("/userinfo"),
    ...endpoints,
  };
  const site = { origin, secure };
  const verify = async (profile: GoogleProfile) => profile;
  const strategy = new GoogleSignInStrategy(google, origin, secure, timeLimit, verify);
  const authenticator = new Authenticator<GoogleProfile>().use(strategy);
  return {
    begin: (request: Request) => beginGoogle(authenticator, request, site),
    finish: (request: Request) => finishGoogle(authenticator, request, site, timeLimit),
    clearedCookies: (request: Request) => clearedCookies(request, site),
  };
}

type Google = ReturnType<typeof googleWith>;

// Behind TLS the server sees the right host, but the wrong protocol.
const ask = (path: string, cookie = "") =>
  new Request(`http://sosia.example${path}`, { headers: { Cookie: cookie } });

const cookieOf = (answer: Response) => answer.headers.getSetCookie()[0]!.split(";")[0]!;

/** Sets the mock server's profile of the person. */
const says = (body: Record<string, unknown>, statusCode = 200) =>
  server.service.on(Events.BeforeUserinfo, (answer: MutableResponse) =>
    Object.assign(answer, { body, statusCode }),
  );

const ana = { sub: "1001", email: "ana@example.com", email_verified: true, name: "Ana López" };

/** Visits Google and returns what the callback receives. */
async function thereAndBack(google: Google) {
  const answer = await google.begin(ask("/auth/google"));
  const back = await fetch(answer.headers.get("Location")!, { redirect: "manual" });
  const { search, searchParams } = new URL(back.headers.get("Location")!);
  return { search, searchParams, cookie: cookieOf(answer) };
}

const finish = (google: Google, search: string, cookie: string) =>
  google.finish(ask(`/auth-callback${search}`, cookie));

async function signIn(google: Google) {
  const { search, cookie } = await thereAndBack(google);
  return finish(google, search, cookie);
}

/** @returns the message of the failure, which must not contain secrets */
async function failureOf(work: Promise<unknown>, secrets: (string | null)[] = []) {
  const error: unknown = await work.then(
    () => "no failure",
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(GoogleFailed);
  const { message, stack, cause } = error as GoogleFailed;
  expect(cause).toBeUndefined();
  for (const secret of ["the-secret", ...secrets]) expect(message + stack).not.toContain(secret);
  return message;
}

test("the person is sent to Google with a state and a PKCE challenge, and back to the site's own origin", async () => {
  const answer = await googleWith().begin(ask("/auth/google?redirectTo=/es"));
  expect(answer.status).toBe(302);
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
  const url = new URL(answer.headers.get("Location")!);
  expect(url.href.split("?")[0]).toBe(at("/authorize"));
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    response_type: "code",
    client_id: "the-client",
    redirect_uri: "https://sosia.example/auth-callback",
    scope: "openid email profile",
    code_challenge_method: "S256",
    code_challenge: expect.stringMatching(/^[\w-]{43}$/u),
    state: expect.stringMatching(/^[\w-]{43}$/u),
  });
  expect(url.href).not.toContain("the-secret");
});

test("an HttpOnly cookie keeps state and verifier for ten minutes", async () => {
  const attributes = async (google: Google) => {
    const [cookie, ...more] = (await google.begin(ask("/auth/google"))).headers.getSetCookie();
    expect(more).toEqual([]);
    const [pair, ...rest] = cookie!.split("; ");
    const [, name] = /^(.*):[\da-f-]{36}=\S+$/u.exec(pair!)!;
    return [name, ...rest.sort()];
  };
  const always = ["HttpOnly", "Max-Age=600", "Path=/", "SameSite=Lax"];
  expect(await attributes(googleWith())).toEqual(["__Host-google_state", ...always, "Secure"]);
  expect(await attributes(googleWith({}, { secure: false }))).toEqual(["google_state", ...always]);
});

test("a state in the start address is not mistaken for a callback", async () => {
  const answer = await googleWith().begin(ask("/auth/google?state=mine&code=mine"));
  expect(answer.status).toBe(302);
  expect(answer.headers.get("Location")).not.toContain("mine");
});

test("cookies of abandoned attempts do not pile up in the browser", async () => {
  const google = googleWith();
  const jar: string[] = [];
  for (let n = 0; n < 5; n++)
    jar.push(cookieOf(await google.begin(ask("/auth/google", jar.join("; ")))));
  const sixth = await google.begin(ask("/auth/google", jar.join("; ")));
  const [made, ...cleared] = sixth.headers.getSetCookie();
  expect(made).toContain("Max-Age=600");
  expect(cleared.map((cookie) => cookie.split("=")[0])).toEqual(
    jar.map((cookie) => cookie.split("=")[0]),
  );
});

test("the person's profile is read after the return from Google", async () => {
  says({ ...ana, picture: "https://example.com/ana.png" });
  const asked: unknown[] = [];
  server.service.on(Events.BeforeResponse, (_, request) =>
    asked.push({ ...request.body, authorization: request.headers.authorization }),
  );
  const google = googleWith();
  const { search, searchParams, cookie } = await thereAndBack(google);
  expect(await finish(google, search, cookie)).toEqual({
    sub: "1001",
    email: "ana@example.com",
    emailVerified: true,
    name: "Ana López",
  });
  expect(asked).toEqual([
    {
      grant_type: "authorization_code",
      code: searchParams.get("code"),
      code_verifier: expect.stringMatching(/^[\w-]{43}$/u),
      redirect_uri: "https://sosia.example/auth-callback",
      authorization: `Basic ${btoa("the-client:the-secret")}`,
    },
  ]);
});

test("two parallel attempts both succeed, with or without other cookies", async () => {
  says(ana);
  const google = googleWith();
  const one = await thereAndBack(google);
  const two = await thereAndBack(google);
  const jar = `auth_token=abc; ${one.cookie}; ${two.cookie}`;
  expect(await finish(google, two.search, jar)).toMatchObject({ sub: "1001" });
  expect(await finish(google, one.search, jar)).toMatchObject({ sub: "1001" });
});

test.each([
  ["true as a word", { ...ana, email_verified: "true" }, { emailVerified: false }],
  ["an address not verified", { ...ana, email_verified: false }, { emailVerified: false }],
  ["nothing but an id", { sub: "1001" }, { email: "", emailVerified: false, name: "" }],
  ["nonsense", { sub: "1001", email: [], name: null }, { email: "", name: "" }],
])("the profile from Google is checked strictly: %s", async (_, said, understood) => {
  says(said);
  expect(await signIn(googleWith())).toMatchObject(understood);
});

test.each([
  ["no id", { email: "ana@example.com" }, 200, "The userinfo answer was not understood."],
  ["an empty id", { ...ana, sub: "" }, 200, "The userinfo answer was not understood."],
  ["an id that is a number", { ...ana, sub: 1001 }, 200, "The userinfo answer was not understood."],
  ["an error", ana, 500, "The userinfo endpoint answered 500."],
])(
  "an answer with %s is a failure that does not quote the answer",
  async (_, said, status, reason) => {
    says(said, status);
    expect(await failureOf(signIn(googleWith()), ["ana@example.com"])).toBe(reason);
  },
);

test("a wrong state, no state, no code or no cookie is a failure", async () => {
  says(ana);
  const google = googleWith();
  const { search, searchParams, cookie } = await thereAndBack(google);
  const state = searchParams.get("state")!;
  const code = searchParams.get("code")!;
  const secrets = [state, code];
  const other = (await thereAndBack(google)).cookie;
  const reason = (search: string, jar: string) => failureOf(finish(google, search, jar), secrets);
  const wrong = "State in URL doesn't match state in cookie.";
  expect(await reason(`?code=${code}&state=wrong`, cookie)).toBe(wrong);
  expect(await reason(`?code=${code}&state=state`, cookie)).toBe(wrong);
  expect(await reason(search, other)).toBe(wrong);
  expect(await reason(search, "")).toBe("Missing state on cookie.");
  expect(await reason(`?code=${code}&state=`, cookie)).toBe("Missing state in the URL.");
  expect(await reason(`?code=${code}`, cookie)).toBe("Missing state in the URL.");
  expect(await reason("", cookie)).toBe("Missing state in the URL.");
  expect(await reason(`?state=${state}`, cookie)).toBe("Missing code in the URL");
  expect(await finish(google, search, cookie)).toMatchObject({ sub: "1001" });
});

test("a code works once, and only in the browser that started the attempt", async () => {
  says(ana);
  const google = googleWith();
  const { search, searchParams, cookie } = await thereAndBack(google);
  await finish(google, search, cookie);
  const secrets = [searchParams.get("code")];
  expect(await failureOf(finish(google, search, ""), secrets)).toBe("Missing state on cookie.");
  expect(await failureOf(finish(google, search, cookie), secrets)).toMatch(/not understood/u);
});

test("another person's code is refused, because the verifier does not match", async () => {
  says(ana);
  const google = googleWith();
  const mine = await thereAndBack(google);
  const theirs = await thereAndBack(google);
  const search = `?code=${theirs.searchParams.get("code")}&state=${mine.searchParams.get("state")}`;
  expect(await failureOf(finish(google, search, mine.cookie))).toMatch(/not understood/u);
});

test("declined consent is not a failure, provided that the state is the browser's own", async () => {
  const google = googleWith();
  const { searchParams, cookie } = await thereAndBack(google);
  const back = (error: string) => `?error=${error}&state=${searchParams.get("state")}`;
  await expect(finish(google, back("access_denied"), cookie)).rejects.toBeInstanceOf(GoogleRefused);
  expect(await failureOf(finish(google, back("access_denied"), ""))).toMatch(/cookie/u);
  expect(await failureOf(finish(google, back("server_error"), cookie))).toBe("server_error");
  expect(await failureOf(finish(google, back("%0Aforged%20line"), cookie), ["forged"])).toMatch(
    /unknown/u,
  );
});

test.each([400, 401, 500, 200])(
  "a nonsensical answer of the token endpoint with %i is a failure",
  async (status) => {
    server.service.on(Events.BeforeResponse, (answer: MutableResponse) =>
      Object.assign(answer, { statusCode: status, body: { said: "a-token" } }),
    );
    expect(await failureOf(signIn(googleWith()), ["a-token"])).toBe(
      `The token endpoint's answer (${status}) was not understood.`,
    );
  },
);

test("the failure contains Google's reason for the log", async () => {
  server.service.on(Events.BeforeResponse, (answer: MutableResponse) =>
    Object.assign(answer, { statusCode: 401, body: { error: "invalid_client" } }),
  );
  expect(await failureOf(signIn(googleWith()))).toBe("invalid_client");
});

test("a token that is invalid in a header is not quoted", async () => {
  says(ana);
  server.service.on(Events.BeforeResponse, (answer: MutableResponse) =>
    Object.assign(answer.body, { access_token: "a-token\nof two lines" }),
  );
  expect(await failureOf(signIn(googleWith()), ["a-token"])).toBe("TypeError");
});

test("an endpoint that cannot be reached is a failure", async () => {
  const google = googleWith({ tokenUrl: "http://127.0.0.1:1/" });
  expect(await failureOf(signIn(google))).toBe("TypeError");
});

test.each(["tokenUrl", "userinfoUrl"])(
  "a hanging %s keeps the person waiting only until the time limit, when the request is aborted",
  async (name) => {
    const google = googleWith({ [name]: at("/silent") }, { timeLimit: 200 });
    const { search, searchParams, cookie } = await thereAndBack(google);
    const before = unanswered.length;
    const late = finish(google, search, cookie);
    expect(await failureOf(late, [searchParams.get("code")])).toBe("No answer in time.");
    await eventually(() => expect(unanswered[before]!.destroyed).toBe(true));
  },
);

test.each(["tokenUrl", "userinfoUrl"])(
  "an endless answer of %s is read only up to a limit",
  async (name) => {
    sentEndlessly = 0;
    const google = googleWith({ [name]: at("/endless") });
    expect(await failureOf(signIn(google))).toBe("The answer was too long.");
    // Includes the buffers of both sockets.
    expect(sentEndlessly).toBeLessThan(20 * 1024 * 1024);
  },
);

test("the cookies of all attempts are cleared, and no others", () => {
  const id = "0b5bd0a5-4d0c-4b7e-8d8b-4b4b3f6a1c11";
  const google = googleWith();
  expect(google.clearedCookies(ask("/"))).toEqual([]);
  const brought = `auth_token=abc; __Host-google_state:${id}=x; google_state:${id}=y; __Host-google_state:"=z`;
  expect(google.clearedCookies(ask("/", brought))).toEqual([
    `__Host-google_state:${id}=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax`,
  ]);
});
