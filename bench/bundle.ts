import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { chromiumPath, microphoneAllowed, microphoneFlags, quietFlags } from '@sidetone/signals/chromium.ts';
import { Colleague } from '../e2e/people/colleague.ts';
import { hasLookedAroundInPage } from '../e2e/world/local-flags.ts';
import type { Sidetone } from '../e2e/world/sidetone.ts';
import type { SignIn } from '../e2e/world/sign-in.ts';
import { tone } from '../e2e/world/tones.ts';
import type { Figure } from './figures.ts';
import { longTasksOf, watchTasks } from './pages/tasks.ts';

/** JavaScript and CSS that may be loaded, gzipped, in kB of 1,000 bytes. */
const limits = { signInPage: 280, registered: 430, ringing: 400 } as const;
/** A task of the main thread that takes longer is felt. */
const longTaskMs = 200;
/** So long after the page has loaded its main thread is watched. */
const watchedMs = 10_000;

interface Chunk {
  readonly path: string;
  readonly bytes: number;
}

/**
 * What a browser that has never been here loads: up to the sign-in page, and up to an app that is signed in, registered,
 * and rings. Each file counts as gzip makes it, whatever it was sent as. Then how long the main thread stood still, and
 * whether Chromium would install the app. Prints every chunk.
 */
export async function measureBundle(sidetone: Sidetone, people: readonly SignIn[]): Promise<Figure[]> {
  // Someone whose words are English, as those of the sign-in page are.
  const [, ben, anna] = people;
  if (!anna || !ben) throw new Error('The demo company lacks people');
  const profile = mkdtempSync(join(tmpdir(), 'sidetone-bundle-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath,
    baseURL: sidetone.origin,
    locale: 'en-US',
    viewport: { width: 1440, height: 900 },
    args: [...quietFlags, microphoneAllowed, ...microphoneFlags(tone(440))],
  });
  try {
    await context.addInitScript(hasLookedAroundInPage);
    await context.addInitScript(watchTasks);
    const page = context.pages()[0] ?? (await context.newPage());
    const loaded = followLoads(page);
    const registered = whenRegistered(page).then(loaded);
    await page.goto('/login?returnTo=%2Fmain');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.waitForLoadState('networkidle');
    const signInPage = await loaded();
    const whileSigningIn = await longTasks(page);

    await ringsFor(page, sidetone, anna, ben);
    const untilRegistered = await registered;
    const ringing = await loaded();
    const whileRinging = await longTasks(page);
    const refusals = await installabilityErrors(context, page);

    print('the sign-in page', signInPage, limits.signInPage);
    print('signed in, registered', untilRegistered, limits.registered);
    print('signed in, registered, ringing', ringing, limits.ringing);
    for (const refusal of refusals) console.log(`Chromium would not install it: ${refusal}`);
    const of = (what: string, unit: string, value: number): Figure => ({ what, unit, ours: [value], rival: undefined });
    return [
      of(`JS and CSS of the sign-in page, gzipped (limit ${limits.signInPage})`, 'kB', sum(signInPage) / 1000),
      of(
        `JS and CSS until the phone is registered, gzipped (limit ${limits.registered})`,
        'kB',
        sum(untilRegistered) / 1000,
      ),
      of(`JS and CSS until it rings, gzipped (limit ${limits.ringing})`, 'kB', sum(ringing) / 1000),
      of(`Tasks over ${longTaskMs} ms after the sign-in page was loaded (limit 0)`, 'tasks', whileSigningIn.length),
      of(
        `Tasks over ${longTaskMs} ms after the app was loaded, until it rings (limit 0)`,
        'tasks',
        whileRinging.length,
      ),
      of('What keeps Chromium from installing it (limit 0)', 'errors', refusals.length),
    ];
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** Signs in at this page and has someone call it. */
async function ringsFor(page: Page, sidetone: Sidetone, anna: SignIn, ben: SignIn): Promise<void> {
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel(/^e-?mail/i).fill(anna.email);
  await page.getByLabel(/^(password|passwort)/i).fill(anna.password);
  await page.getByRole('button', { name: /^(sign in|anmelden)/i }).click();
  await page.getByRole('button', { name: new RegExp(`${anna.name}.*(Available|Erreichbar)`, 'is') }).waitFor();
  // Work that the app puts off until it has time is part of starting.
  await page.waitForTimeout(watchedMs);
  const caller = await Colleague.signIn(ben, {
    origin: sidetone.origin,
    ownBrowser: 'whole',
    microphone: tone(1000),
    listens: false,
  });
  try {
    await caller.calls(anna.name);
    await page.getByRole('button', { name: /^(accept|annehmen)/i }).waitFor();
  } finally {
    await caller.leaves();
  }
}

/**
 * Notes every script and style sheet that the page asks for from now on, wherever it comes from; gives those so far, each
 * once. What the service worker lays aside for later is none of them.
 */
function followLoads(page: Page): () => Promise<Chunk[]> {
  const chunks = new Map<string, Promise<Chunk | null>>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!/\.(m?js|css)$/.test(pathname) || chunks.has(pathname)) return;
    chunks.set(
      pathname,
      response.body().then(
        (body) => ({ path: pathname, bytes: gzipSync(body, { level: 9 }).length }),
        // The page was left before it came.
        () => null,
      ),
    );
  });
  return async () => (await Promise.all(chunks.values())).filter((chunk) => chunk !== null);
}

/** Resolves when the registrar has accepted the phone of this page. */
export function whenRegistered(page: Page): Promise<void> {
  return new Promise((resolve) =>
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (/^SIP\/2\.0 200 .*^CSeq: *\d+ REGISTER/ims.test(String(payload))) resolve();
      }),
    ),
  );
}

/** Tasks that were too long, of those that began after the page had loaded. */
async function longTasks(page: Page): Promise<number[]> {
  const loadedAt = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return navigation?.loadEventEnd ?? 0;
  });
  const tasks = await longTasksOf(page);
  return tasks.filter(({ at, ms }) => at > loadedAt && ms > longTaskMs).map(({ ms }) => ms);
}

/** Why Chromium would not install the app; it answers only for profiles that are kept. */
async function installabilityErrors(context: BrowserContext, page: Page): Promise<string[]> {
  const devtools = await context.newCDPSession(page);
  const { installabilityErrors: found } = await devtools.send('Page.getInstallabilityErrors');
  return found.map(({ errorId }) => errorId);
}

const sum = (chunks: readonly Chunk[]): number => chunks.reduce((total, { bytes }) => total + bytes, 0);

function print(what: string, chunks: readonly Chunk[], limit: number): void {
  console.log(`\n${what}: ${(sum(chunks) / 1000).toFixed(1)} of ${limit} kB`);
  for (const { path, bytes } of chunks.toSorted((a, b) => b.bytes - a.bytes)) {
    console.log(`${(bytes / 1000).toFixed(1).padStart(8)} kB  ${path}`);
  }
}
