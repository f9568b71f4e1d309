// npm run shelf -- digest: queues the weekly emails that are due (RULES.md 7.5), as the running site also does.
import { commandLine, misused } from "./command-line.ts";
import { onSite } from "./on-site.ts";

const usage = "Usage: npm run shelf -- digest    (queues the weekly emails that are due)";
if (commandLine(usage, {}).words.join(" ") !== "digest") misused(usage);

await onSite(async (site) => {
  const queued = await site.writeWeeklyEmails(new Date());
  return queued === 1 ? "1 email queued." : `${queued} emails queued.`;
});
