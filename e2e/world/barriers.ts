import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** From the window in which most is seen at a time to the one in which most is folded away, in pixels. */
const widths = [1440, 900, 480] as const;
const [widest, , narrowest] = widths;

/** The rules that an appearance alone can break: what else there is, is the same in the dark. */
const colourRules = ['color-contrast', 'link-in-text-block'];

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

/** What axe-core finds wrong on the page, by all of its rules or the given ones, once everything that moves has come to rest. */
async function violations(page: Page, rules: readonly string[] | undefined): Promise<Violation[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await axeSource);
  return await page.evaluate(async (rules) => {
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
    const runOnly = rules === undefined ? {} : { runOnly: { type: 'rule', values: rules } };
    const found = await axe.run(document, { resultTypes: ['violations'], ...runOnly });
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => ({ rule: id, where: `${html.slice(0, 200)} ${failureSummary ?? ''}` })),
    );
  }, rules);
}

interface Look {
  /** Brings the page to what is looked at, once at each width. */
  readonly before?: () => Promise<void>;
  /** What else is looked at, at each width. */
  readonly also?: (width: number) => Promise<void>;
  /** Rules that are meant for something else. */
  readonly except?: readonly string[];
  /** In place of the usual ones. */
  readonly widths?: readonly number[];
}

/** Looks at one screen with axe-core: by all rules in light at every width, and by those about colours in the dark. */
export async function expectsNoViolation(page: Page, screen: string, how: Look = {}): Promise<void> {
  // Whatever moves is not what is looked at, and is waited for otherwise.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  for (const [order, width] of (how.widths ?? widths).entries()) {
    await opens(page, width, how);
    await looks(page, `${screen}, light, ${width} px`, how);
    if (order > 0) continue;
    await page.emulateMedia({ colorScheme: 'dark' });
    await looks(page, `${screen}, dark`, how, colourRules);
    await page.emulateMedia({ colorScheme: 'light' });
  }
  await page.setViewportSize({ width: widest, height: 900 });
}

/** How to look at screens in this language: English is looked at in every way. */
export function looksIn(locale: string): typeof expectsNoViolation {
  return locale.startsWith('de') ? expectsNoViolationWithLongerWords : expectsNoViolation;
}

/** Looks at one screen in a second language: longer words can only break what was right where there is least room. */
async function expectsNoViolationWithLongerWords(page: Page, screen: string, how: Look = {}): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await opens(page, narrowest, how);
  await looks(page, `${screen}, longer words`, how);
  await page.setViewportSize({ width: widest, height: 900 });
}

const opens = async (page: Page, width: number, { before, also }: Look): Promise<void> => {
  await page.setViewportSize({ width, height: 900 });
  await before?.();
  await also?.(width);
};

const looks = async (page: Page, told: string, { except }: Look, rules?: readonly string[]): Promise<void> => {
  const found = (await violations(page, rules)).filter(({ rule }) => !except?.includes(rule));
  expect.soft(found, told).toEqual([]);
};
