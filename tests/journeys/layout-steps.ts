import type { Page } from "@playwright/test";

export const boxesOf = (page: Page, selector: string): Promise<DOMRect[]> =>
  page
    .locator(selector)
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));

/** Whether a box is inside the screen, in both directions. */
export const isWhole = ({ left, top, right, bottom }: DOMRect, width: number, height: number) =>
  left >= 0 && top >= 0 && right <= width && bottom <= height;

/** Elements beyond the sides, or cut off without an ellipsis; what scrolls by itself aside. */
export const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.body.querySelectorAll<HTMLElement>("*:not(input, svg, svg *)")]
      .filter((part) => part.checkVisibility({ visibilityProperty: true }))
      .filter((part) => !part.closest(".unseen, .skip, .scroll, .answers, .tile"))
      .filter((part) => {
        const { left, right } = part.getBoundingClientRect();
        const { overflowX, overflowY, textOverflow } = getComputedStyle(part);
        const wide =
          overflowX !== "visible" &&
          textOverflow !== "ellipsis" &&
          part.scrollWidth > part.clientWidth + 1;
        const tall = /hidden|clip/u.test(overflowY) && part.scrollHeight > part.clientHeight + 1;
        return left < -1 || right > innerWidth + 1 || wide || tall;
      })
      .map((part) => part.outerHTML.slice(0, 120)),
  );
