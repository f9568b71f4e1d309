export const deskAddresses = [
  "/desk",
  "/desk/queue",
  "/desk/queue?kind=dupe&page=2",
  "/desk/queue?item=perfume:1",
  "/desk/messages",
  "/desk/votes",
  "/desk/emails",
  "/desk/log",
  "/desk/log?person=mia",
  "/desk/people",
  "/desk/people?q=ana",
  "/desk/people/mia",
  "/desk/perfumes?q=aventus",
  "/desk/perfumes/1",
  "/profile/second-factor",
];

/**
 * The forms common to desk pages, for a bottle 1 and a person "sam". Pages add their own; desk-attacks.test.ts compares
 * them with the pages' actual forms.
 */
export const deskForms: [path: string, fields: Record<string, string>][] = [
  ["/desk/queue", { intent: "accept", item: "perfume:1", version: "1" }],
  ["/desk/queue", { intent: "refuse", item: "perfume:1", version: "1", reason: "" }],
  ["/desk/queue", { intent: "same", item: "perfume:1", version: "1", perfume_id: "1" }],
  ["/desk/queue", { intent: "accept-all", item: "perfume:1:1" }],
  ["/desk/queue", { intent: "refuse-all", item: "perfume:1:1" }],
  ["/desk/queue", { intent: "nonsense" }],
  ["/desk/messages", { intent: "answered", id: "1", version: "0" }],
  ["/desk/messages", { intent: "reopen", id: "1", version: "0" }],
  ["/desk/votes", { intent: "uncount", table: "user_votes", dupe_id: "1", last: "1", reason: "" }],
  ["/desk/votes", { intent: "looked-at", table: "verdicts", dupe_id: "1", last: "1", reason: "" }],
  ["/desk/perfumes", { intent: "add", marca: "A", nombre: "E" }],
  ["/desk/emails", { intent: "retry" }],
  ["/desk/emails", { intent: "retry", id: "1" }],
  ["/desk/people/sam", { intent: "suspend", reason: "spam", days: "", confirmed: "yes" }],
  ["/desk/people/sam", { intent: "restore" }],
  ["/desk/people/sam", { intent: "remove-reviews", confirmed: "yes" }],
  ["/desk/people/sam", { intent: "remove-votes", confirmed: "yes" }],
  ["/desk/people/sam", { intent: "grant", role: "owner" }],
  ["/desk/people/sam", { intent: "revoke" }],
  ["/profile/second-factor", { intent: "begin" }],
  ["/profile/second-factor", { intent: "confirm", code: "123456" }],
  ["/profile/second-factor", { intent: "off", code: "123456" }],
  ...Object.entries<Record<string, string>>({
    save: { marca: "A", nombre: "B", popularidad: "1", version: "1" },
    photo: {},
    "photo-remove": {},
    "alias-add": { alias: "C", kind: "name" },
    "alias-remove": { alias: "C" },
    "dupe-add": { marca: "A", nombre: "D" },
    "dupe-save": { dupe_id: "1" },
    "dupe-remove": { dupe_id: "1", confirmed: "yes" },
    "source-add": { dupe_id: "1", url: "https://forum.example/1", title: "T" },
    "source-remove": { source_id: "1" },
    merge: { into: "2", confirmed: "yes" },
    remove: { confirmed: "yes" },
  }).map(([intent, fields]): [string, Record<string, string>] => [
    "/desk/perfumes/1",
    { intent, ...fields },
  ]),
  // In the log, and beside the message about a decision.
  ...["", "/queue", "/messages", "/votes", "/emails", "/log", "/people", "/people/sam"]
    .concat("/perfumes", "/perfumes/1")
    .map((page): [string, Record<string, string>] => [
      `/desk${page}`,
      { intent: "undo", entry: "1" },
    ]),
];
