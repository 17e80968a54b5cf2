/** A hidden tab lets a visible one go first for this long, in milliseconds. */
const afterYouMs = 300;
/** A thing counts as shown by a tab for this long, in milliseconds. */
const shownMs = 10_000;

/** Shows a thing with this name in one tab of the browser, a visible one where there is one. */
export async function inOneTab(name: string, show: () => void | Promise<void>): Promise<void> {
  if (document.visibilityState === 'hidden') await pause(afterYouMs);
  await navigator.locks.request(`sidetone.${name}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    await show();
    await pause(shownMs);
  });
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
