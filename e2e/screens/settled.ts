import type { Page } from '@playwright/test';

/**
 * Nothing loads any more, the letters are there, and what moves has come to rest. What is on its way shows itself after
 * 500 ms: a page that says of nothing that it loads, and has put nothing new in for longer than that, stands.
 */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const longerThanSkeletonsWait = 700;
    await new Promise<void>((stands) => {
      let timer: ReturnType<typeof setTimeout>;
      const look = () => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          if (document.querySelector('[aria-busy="true"]') !== null) return;
          observer.disconnect();
          stands();
        }, longerThanSkeletonsWait);
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { childList: true, subtree: true, attributeFilter: ['aria-busy'] });
      look();
    });
  });
  await drawn(page);
}

/** The letters are there, and what moves has come to rest, such as after a change of the width. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map((animation) => animation.finished));
    for (let frame = 0; frame < 3; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
  });
}
