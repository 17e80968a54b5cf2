import { existsSync } from 'node:fs';
import { chromiumPath } from '@sidetone/signals/chromium.ts';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundle } from '../../../../../e2e/world/bundle.ts';

/** Links whose address contains something like a link, and attributes that would count if its quotes ended early. */
const attacks = [
  '<a href="https://x/<a href=y style=position:fixed;inset:0 onmouseover=window.ran=1 //">over all of it</a>',
  '<a href="https://x/<a href=&quot;y&quot; style=&quot;position:fixed&quot; onmouseover=&quot;window.ran=1&quot;">a</a>',
  '<a href=\'https://x/<a href="y" onfocus=window.ran=1 autofocus tabindex=1\'>b</a>',
  '<a href="https://x/<a href="><a href="https://y/ onmouseover=window.ran=1 <a href=z">c</a>',
  '<a href="https://x/</a><img src=x onerror=window.ran=1>">d</a>',
];

/** Browsers before 2025 leave angle brackets in attributes unchanged when they write elements as text. */
const asOlderBrowsers = `
  const { get, set } = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML');
  const plainly = (html) => html.replace(/"[^"]*"/g, (quoted) => quoted.replaceAll('&lt;', '<').replaceAll('&gt;', '>'));
  Object.defineProperty(Element.prototype, 'innerHTML', {
    configurable: true,
    get() { return plainly(get.call(this)); },
    set(html) { set.call(this, html); },
  });
`;

/** The elements of a note in a page, each with its attributes, and whether anything ran. */
const drawn = `(note) => {
  const shown = document.createElement('div');
  document.body.append(shown);
  shown.innerHTML = window.shownHtml(note);
  return {
    html: window.shownHtml(note),
    elements: [...shown.querySelectorAll('*')].map((one) => [one.localName, ...one.getAttributeNames().sort()].join(' ')),
    targets: [...shown.querySelectorAll('a')].map((link) => link.target + ' ' + link.rel),
    ran: window.ran ?? 0,
  };
}`;

interface Drawn {
  readonly html: string;
  readonly elements: readonly string[];
  readonly targets: readonly string[];
  readonly ran: number;
}

describe.skipIf(!existsSync(chromiumPath))('links of a note that another user wrote', { timeout: 60_000 }, () => {
  let browser: Browser;
  let script: string;
  beforeAll(async () => {
    script = await bundle(new URL('testing/note-page.ts', import.meta.url));
    browser = await chromium.launch({ executablePath: chromiumPath, args: ['--headless=new', '--no-sandbox'] });
  });
  afterAll(() => browser.close());

  const opened = async (before: string): Promise<Page> => {
    const page = await browser.newPage();
    await page.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
    await page.goto('http://localhost:9/');
    await page.evaluate(before);
    await page.evaluate(script);
    return page;
  };

  test.each([
    ['today’s', '', false],
    ['older', asOlderBrowsers, true],
  ])('have only their own attributes in %s browsers', async (_age, before, keepsBrackets) => {
    const page = await opened(before);
    for (const attack of attacks) {
      const { html, elements, targets, ran } = (await page.evaluate(`(${drawn})(${JSON.stringify(attack)})`)) as Drawn;
      expect(elements.length, html).toBeGreaterThan(0);
      for (const element of elements) expect(element, html).toBe('a href rel target');
      for (const target of targets) expect(target, html).toBe('_blank noopener noreferrer nofollow');
      expect(ran, html).toBe(0);
    }
    // Makes sure that older browsers are imitated correctly.
    const { html } = (await page.evaluate(`(${drawn})(${JSON.stringify(attacks[0])})`)) as Drawn;
    expect(html.includes('<a href=y')).toBe(keepsBrackets);
  });
});
