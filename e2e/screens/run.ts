// Takes a picture of every screen in both languages, both themes and two widths, some in a compact window as well, and lays an index beside them.
//   npm run screens                         into a new folder for temporary files
//   npm run screens -- /tmp/screens         into this one, which must not be in the repository
//   npm run screens -- /tmp/screens inbox   only screens whose names begin so
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { chromiumPath, microphoneAllowed, microphoneFlags, quietFlags } from '@sidetone/signals/chromium.ts';
import { Colleague } from '../people/colleague.ts';
import { hasLookedAroundInPage } from '../world/local-flags.ts';
import { ownSidetone } from '../world/own-sidetone.ts';
import type { SignIn } from '../world/sign-in.ts';
import { tone } from '../world/tones.ts';
import { indexPage, type Shot } from './index-page.ts';
import { misfitsInPage } from './misfits.ts';
import { neighbourScreens, openNeighbours } from './neighbour-screens.ts';
import type { Screen } from './screen.ts';
import { placesOf, screens } from './screens.ts';
import { drawn, settled } from './settled.ts';

const languages = ['de', 'en'] as const;
const themes = ['light', 'dark'] as const;
const widths = [1440, 900] as const;
const compactWidth = 480;
const height = 900;

type Look = Pick<Shot, 'language' | 'theme'>;

const [given, ...names] = process.argv.slice(2);
const folder = given === undefined ? mkdtempSync(join(tmpdir(), 'sidetone-screens-')) : resolve(given);
const repository = fileURLToPath(new URL('../..', import.meta.url));
if (!relative(repository, folder).startsWith('..')) throw new Error('Pictures have no place in the repository');
mkdirSync(folder, { recursive: true });
const isWanted = (name: string) => names.length === 0 || names.some((start) => name.startsWith(start));

const shots: Shot[] = [];
const failed: string[] = [];
const neighbours = await openNeighbours();
const pictured = [...screens, ...neighbourScreens(neighbours)];
const sidetone = await ownSidetone(({ http }) => ({ settings: neighbours.settings(http) }));
const browser = await chromium.launch({
  executablePath: chromiumPath,
  args: [...quietFlags, microphoneAllowed, ...microphoneFlags(tone(440))],
});
try {
  const people = await sidetone.signIns();
  const [anna, ben] = people;
  const old = people[6];
  if (!anna || !ben || !old) throw new Error('The demo company lacks people');
  const places = await placesOf(sidetone, anna);
  for (const language of languages) {
    await sidetone.query('update users set locale = $1, locale_chosen_at = now()', [language]);
    for (const theme of themes) {
      const look = { language, theme };
      for (const [who, person] of [
        ['stranger', null],
        ['newer', anna],
        ['classic', old],
      ] as const) {
        const context = await open(look);
        const page = await context.newPage();
        if (person !== null) await signIn(page, person);
        for (const screen of pictured.filter((one) => one.who === who && isWanted(one.name))) {
          await takeScreen(page, screen, screen.address(places), look);
        }
        if (who === 'newer' && isWanted('call')) await takeCalls(page, ben, anna, look);
        await context.close();
      }
    }
  }
} finally {
  await browser.close();
  await sidetone.dispose();
  await neighbours.close();
}
writeFileSync(join(folder, 'index.html'), indexPage(shots, failed));
for (const line of failed) console.error(line);
console.log(`${shots.length} pictures: ${join(folder, 'index.html')}`);
process.exitCode = failed.length > 0 ? 1 : 0;

async function open({ language, theme }: Look): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: sidetone.origin,
    colorScheme: theme,
    viewport: { width: widths[0], height },
    locale: language === 'de' ? 'de-DE' : 'en-US',
    timezoneId: 'Europe/Berlin',
    serviceWorkers: 'block',
  });
  await context.addInitScript(hasLookedAroundInPage);
  return context;
}

async function signIn(page: Page, who: SignIn): Promise<void> {
  await page.goto('/');
  await page.getByLabel(/^e-?mail/i).fill(who.email);
  await page.getByLabel(/^(password|passwort)/i).fill(who.password);
  await page.getByRole('button', { name: /^(sign in|anmelden)/i }).click();
  await page.getByRole('navigation').first().waitFor();
}

async function takeScreen(page: Page, screen: Screen, address: string, look: Look): Promise<void> {
  try {
    const wanted: readonly number[] = screen.compact ? [...widths, compactWidth] : widths;
    for (const [first = widths[0], ...others] of screen.floats ? wanted.map((width) => [width]) : [wanted]) {
      await page.setViewportSize({ width: first, height });
      await page.goto(address);
      await settled(page);
      await screen.prepare?.(page, sidetone);
      if (screen.prepare) await settled(page);
      for (const width of [first, ...others]) await take(page, screen.name, width, look);
    }
  } catch (error) {
    const [why] = String(error).split('\n');
    failed.push(`${screen.name} (${look.language}, ${look.theme}): ${why}`);
  } finally {
    await page.context().setOffline(false);
    await screen.after?.(page, sidetone);
  }
}

/** A call that comes in, continues, and has ended, at each width again: an ended one does not stay. */
async function takeCalls(page: Page, from: SignIn, to: SignIn, look: Look): Promise<void> {
  await page.goto('/main/channels/private');
  const caller = await Colleague.signIn(from, {
    origin: sidetone.origin,
    ownBrowser: 'whole',
    microphone: tone(1000),
    listens: false,
  });
  const dock = page.getByRole('region', { name: /call|anruf|gespräch/i });
  const hangUp = dock.getByRole('button', { name: /^(hang up|auflegen)/i });
  try {
    for (const width of widths) {
      await page.setViewportSize({ width, height });
      await caller.calls(to.name);
      await dock.getByRole('button', { name: /^(accept|annehmen)/i }).waitFor();
      await take(page, 'call-incoming', width, look);
      await dock.getByRole('button', { name: /^(accept|annehmen)/i }).click();
      await dock.getByRole('button', { name: /^(mute|stumm)/i }).waitFor();
      await take(page, 'call-active', width, look);
      await hangUp.click();
      await take(page, 'call-ended', width, look);
      await dock.waitFor({ state: 'hidden' });
    }
  } catch (error) {
    failed.push(`calls (${look.language}, ${look.theme}): ${String(error).split('\n')[0]}`);
  } finally {
    await caller.leaves();
  }
}

async function take(page: Page, screen: string, width: number, look: Look): Promise<void> {
  await page.setViewportSize({ width, height });
  await drawn(page);
  const file = `${screen}-${look.language}-${look.theme}-${width}.png`;
  const misfits = await page.evaluate(misfitsInPage);
  await page.screenshot({ path: join(folder, file), animations: 'disabled', caret: 'hide' });
  const { pathname } = new URL(page.url());
  shots.push({ screen, ...look, width, file, address: pathname, misfits });
}
