// npm run shelf -- digest: queues the weekly emails that are due (RULES.md 7.5), as the running site also does.
import { onSite } from "./on-site.ts";

const [verb, ...rest] = process.argv.slice(2);
if (verb !== "digest" || rest.length > 0) {
  console.error("Usage: npm run shelf -- digest    (queues the weekly emails that are due)");
  process.exit(2);
}

await onSite(async (site) => {
  const queued = await site.writeWeeklyEmails(new Date());
  return queued === 1 ? "1 email queued." : `${queued} emails queued.`;
});
