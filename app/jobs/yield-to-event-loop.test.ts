import { expect, test } from "vitest";
import { othersFirst } from "./yield-to-event-loop.ts";

/** Work in as many turns of the event loop, each of which takes 2 ms by its clock. */
function busy(turns: number) {
  let [time, done] = [0, 0];
  const work = () => {
    if (done === turns) return;
    done++;
    time += 2;
    setImmediate(work);
  };
  setImmediate(work);
  return { clock: () => time, done: () => done, stop: () => void (turns = done) };
}

test("everything else goes first", async () => {
  const others = busy(10);
  await othersFirst(others.clock);
  expect(others.done()).toBe(10);
});

test("work goes on after 50 ms although there is always something else", async () => {
  const others = busy(Infinity);
  await othersFirst(others.clock);
  expect(others.done()).toBe(25);
  others.stop();
});
