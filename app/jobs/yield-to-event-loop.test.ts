import { expect, test } from "vitest";
import { createBackgroundYield } from "./yield-to-event-loop.ts";

/** @returns ms of every pause, of pieces that take as long each. @param isBusy whether requests keep the loop busy in a pause */
async function pausesOf(piece: number, pieces: number, isBusy: (pause: number) => boolean) {
  const pauses: number[] = [];
  let time = 0;
  const letOthersWork = createBackgroundYield({
    now: () => time,
    isBusyFor: async (ms) => {
      time += ms;
      return isBusy(pauses.push(ms));
    },
  });
  for (let n = 0; n < pieces; n++) {
    time += piece;
    await letOthersWork();
  }
  return pauses;
}

test("on an idle server work pauses for three milliseconds, once it has taken six", async () => {
  expect(await pausesOf(10, 3, () => false)).toEqual([3, 3, 3]);
  expect(await pausesOf(2, 6, () => false)).toEqual([3, 3]);
});

test("on a busy server work takes a tenth of the time, at most half a second at once", async () => {
  expect(await pausesOf(10, 3, () => true)).toEqual([3, 90, 90, 90]);
  expect(await pausesOf(100, 2, () => true)).toEqual([3, 500, 500]);
});

test("work is faster again as soon as a pause was quiet", async () => {
  expect(await pausesOf(10, 4, (nth) => nth < 3)).toEqual([3, 90, 90, 3, 3]);
});
