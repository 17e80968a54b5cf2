import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const widths = [1440, 900, 480] as const;

interface Violation {
  readonly rule: string;
  readonly where: string;
}

interface Axe {
  run(
    what: Document,
    how: object,
  ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
}

/** What axe-core finds wrong on the page as it stands, once everything that moves has come to rest. */
async function violations(page: Page): Promise<Violation[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await axeSource);
  return await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: Axe };
    const passing = () =>
      document
        .getAnimations()
        .filter((one) => one.playState !== 'finished')
        .filter((one) => one.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // What a new width brings is drawn some frames later, and only then begins to move.
    for (let quiet = 0; quiet < 10; quiet = passing().length === 0 ? quiet + 1 : 0) {
      await Promise.allSettled(passing().map((one) => one.finished));
      await frame();
    }
    const found = await axe.run(document, { resultTypes: ['violations'] });
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => ({ rule: id, where: `${html.slice(0, 200)} ${failureSummary ?? ''}` })),
    );
  });
}

/** Looks at one screen with axe-core in both appearances and at every width, or at those that are given. */
export async function expectsNoViolation(
  page: Page,
  screen: string,
  how: { before?: () => Promise<void>; except?: readonly string[]; widths?: readonly number[] } = {},
): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of how.widths ?? widths) {
      await page.setViewportSize({ width, height: 900 });
      await how.before?.();
      const found = (await violations(page)).filter(({ rule }) => !how.except?.includes(rule));
      expect.soft(found, `${screen}, ${colorScheme}, ${width} px`).toEqual([]);
    }
  }
  await page.setViewportSize({ width: widths[0], height: 900 });
}
