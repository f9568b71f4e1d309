// Extrapolates the measurements to 10⁹ views a month.
import type { Hits } from "./hits.ts";
import { perCent, rounded } from "./load.ts";
import type { Room } from "./room.ts";

interface Measured {
  /** CPU ms of a rendered page */
  page: { app: number; database: number };
  room: Room;
  hits: Hits[];
  /** per second and process */
  votes: number;
}

const perMonth = 1e9;
const mean = perMonth / (30 * 86_400);
const peak = 4 * mean;
/** share of views; for all others the proxy can answer from its cache */
const signedIn = 0.05;
/** maximum utilisation of a core, so that pages do not queue */
const busy = 0.6;
const connectionsPerProcess = 10;
const [votesPerView, reviewsPerView] = [1 / 100, 1 / 1000];
/** a year's growth in GB */
const perYear = (bytes: number, each: number) => (12 * perMonth * each * bytes) / 1e9;

/** @returns the rows of the table in SCALE.md */
export function arithmetic({ page, room, hits, votes }: Measured): Record<string, object> {
  const hit = hits.find((one) => one.zipf === 0.9 && one["views/s"] === 1000)!.proxy;
  const anew = peak * (signedIn + (1 - signedIn) * (1 - hit));
  const appCores = (anew * page.app) / 1000 / busy;
  const databaseCores = (anew * page.database) / 1000 / busy;
  const processes = Math.ceil(appCores);
  const line = (value: string | number, how: string) => ({ value, how });
  const GB = (bytes: number, each: number, how: string) =>
    line(`${rounded(perYear(bytes, each), 0)} GB`, how);
  const viewsSeen = signedIn + (1 - signedIn) * (1 - hit);
  return {
    "views/s": line(`${Math.round(mean)}, peak ${Math.round(peak)}`, "10⁹ in 30 days; peak × 4"),
    "answered by the proxy": line(
      perCent(hit),
      "an hour, told of changes; Zipf 0.9, 1,000 views/s",
    ),
    "pages made anew/s at the peak": line(
      Math.round(anew),
      "the rest, and all of the 5 % that are signed in",
    ),
    "cores of the site": line(
      rounded(appCores, 1),
      `${rounded(page.app)} ms of CPU a page, 60 % busy: ${processes} processes`,
    ),
    "cores of PostgreSQL": line(
      rounded(databaseCores, 1),
      `${rounded(page.database)} ms of CPU a page, 60 % busy`,
    ),
    connections: line(
      processes * (connectionsPerProcess + 1),
      `${connectionsPerProcess} and one for notices in each process`,
    ),
    "votes/s at the peak": line(
      Math.round(peak * votesPerView),
      `one for each 100 views; one process casts ${votes}`,
    ),
    "views written/s at the peak": line(
      Math.round(peak),
      `one process writes ${Math.round(room.viewsPerSecond)}`,
    ),
    "a year of views, VIEW_LOG=all, no proxy": GB(room.view, 1, "a row for every view"),
    "the same behind the proxy": GB(room.view, viewsSeen, "a row for those that the site sees"),
    "VIEW_LOG=signed-in": GB(room.view, signedIn, "a row for the 5 % that are signed in"),
    "a year of counts by month": line(
      `${rounded((12 * 60_000 * room.monthlyCount) / 1e9, 2)} GB`,
      "12 × 60,000 bottles",
    ),
    "a year of votes": GB(room.vote, votesPerView, `${Math.round(room.vote)} bytes each`),
    "a year of reviews": GB(room.review, reviewsPerView, `${Math.round(room.review)} bytes each`),
    "log of writes, all": line(
      `${rounded((mean * (room.walOfView + votesPerView * room.walOfVote) * 86_400) / 1e9, 0)} GB a day`,
      `${Math.round(room.walOfView)} bytes a view, ${Math.round(room.walOfVote)} a vote`,
    ),
    "log of writes, signed-in": line(
      `${rounded((mean * (room.walOfCountedView + votesPerView * room.walOfVote) * 86_400) / 1e9, 0)} GB a day`,
      `${Math.round(room.walOfCountedView)} bytes a view that is counted`,
    ),
  };
}
