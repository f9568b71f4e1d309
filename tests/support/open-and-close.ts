// Makes a site use everything that starts threads, timers and connections, then closes it: nothing must keep this process alive.
import { registration } from "./accounts.ts";
import { openSite } from "./site.ts";

const site = await openSite({
  SMTP_URL: "smtp://127.0.0.1:9",
  INDEXNOW_KEY: "key-of-the-tests",
  INDEXNOW_URL: "http://127.0.0.1:9/indexnow",
});
await site.start();
const { status } = await site.newBrowser().post("/es/auth", registration("ana"));
const picture = await site.get("/og/sosia.png");
await site.close();
console.log(status, picture.status, "closed");
