import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Page,
} from '@playwright/test';
import { headlessShellPath, microphoneAllowed, microphoneFlags, quietFlags } from '@sidetone/signals/chromium.ts';
import { ApiSession } from '../e2e/people/api-session.ts';
import { hasLookedAroundInPage } from '../e2e/world/local-flags.ts';
import type { Sidetone } from '../e2e/world/sidetone.ts';
import type { SignIn } from '../e2e/world/sign-in.ts';
import { whenRegistered } from './bundle.ts';
import type { Figure } from './figures.ts';
import { countDrawing, type Drawn, drawnSoFar } from './pages/drawing-counter.ts';
import { longTasksOf, watchTasks } from './pages/tasks.ts';

const rounds = Math.max(3, Math.round(Number(process.env['BENCH_ROUNDS'] ?? 20) / 2));
/** What is put off until the page is idle counts as well, so it is watched this much longer. */
const watchedMs = 4_000;
/** A folder with an older build of the client, which is measured in the same run, turn by turn. */
const before = process.env['BENCH_BEFORE'];

/** Where to write a CPU profile of one load more, for Chromium's developer tools. */
const profileFile = process.env['BENCH_PROFILE'];

/** After so long a load counts as failed. */
const patienceMs = 60_000;

type BrowserState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** Processor time of a page in ms, and its longest task. */
interface Load {
  /** When the user could be called, since the navigation. */
  readonly readyMs: number;
  /** The renderer process with all of its threads. */
  readonly process: number;
  /** Its main thread until the phone was ready. */
  readonly untilReady: number;
  /** The main thread until everything was quiet, and what of that were scripts, styles and layout. */
  readonly tasks: number;
  readonly scripts: number;
  readonly styles: number;
  readonly layout: number;
  readonly longest: number;
}

/**
 * What a signed-in page costs until its phone is ready, and for four seconds more: processor time of its main thread and
 * its whole process, its longest task, and how often React drew how many components. Each load is in a browser of its
 * own, which has nothing cached.
 */
export async function measureLoad(sidetone: Sidetone, people: readonly SignIn[]): Promise<Figure[]> {
  const [, , anna] = people;
  if (!anna) throw new Error('The demo company lacks people');
  const ours: Load[] = [];
  const rival: Load[] = [];
  // The first load finds the caches of the server empty.
  await load(sidetone, anna, undefined);
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await load(sidetone, anna, undefined));
    if (before !== undefined) rival.push(await load(sidetone, anna, before));
  }
  if (profileFile !== undefined) await writeProfile(sidetone, anna, profileFile);
  const drawn = await drawing(sidetone, anna, undefined);
  const drawnBefore = before === undefined ? undefined : await drawing(sidetone, anna, before);
  const figure = (what: string, unit: string, of: (load: Load) => number): Figure => ({
    what,
    unit,
    ours: ours.map(of),
    rival: before === undefined ? undefined : { name: 'the build before', values: rival.map(of) },
  });
  const counted = (what: string, of: (drawn: Drawn) => number): Figure => ({
    what,
    unit: 'count',
    ours: [of(drawn)],
    rival: drawnBefore === undefined ? undefined : { name: 'the build before', values: [of(drawnBefore)] },
  });
  return [
    figure('Load of a signed-in page: CPU of its process', 'ms', ({ process }) => process),
    figure('CPU of its main thread until the phone is ready', 'ms', ({ untilReady }) => untilReady),
    figure('The same until all is quiet', 'ms', ({ tasks }) => tasks),
    figure('Of that, scripts', 'ms', ({ scripts }) => scripts),
    figure('Of that, styles', 'ms', ({ styles }) => styles),
    figure('Of that, layout', 'ms', ({ layout }) => layout),
    figure('Its longest task', 'ms', ({ longest }) => longest),
    figure('Navigation → phone ready', 'ms', ({ readyMs }) => readyMs),
    counted('React commits', ({ commits }) => commits),
    counted('Components drawn', ({ components }) => components),
  ];
}

/** A page of a browser of its own, which is signed in and has nothing cached; `folder` has another build of the client. */
export async function withPage<T>(
  sidetone: Sidetone,
  who: SignIn,
  folder: string | undefined,
  use: (page: Page) => Promise<T>,
): Promise<T> {
  const browser = await chromium.launch({
    executablePath: headlessShellPath,
    // A page that the bench serves may speak with the server of this machine like one of the server itself.
    args: [...quietFlags, microphoneAllowed, ...microphoneFlags(), '--disable-features=LocalNetworkAccessChecks'],
  });
  try {
    const context = await browser.newContext({
      baseURL: sidetone.origin,
      locale: 'en-US',
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
      storageState: await signedIn(sidetone, who),
    });
    await context.addInitScript(hasLookedAroundInPage);
    if (folder !== undefined) await serveFrom(context, folder);
    return await use(await context.newPage());
  } finally {
    await browser.close();
  }
}

/** What a sign-in leaves in a browser. */
async function signedIn({ origin }: Sidetone, who: SignIn): Promise<BrowserState> {
  const { key, value } = await ApiSession.signInForBrowser(origin, who, 'bench');
  return { cookies: [], origins: [{ origin, localStorage: [{ name: key, value }] }] };
}

/** Opens the app and waits until its phone is registered. What is asked of the page itself to find out costs it time. */
async function open(page: Page): Promise<void> {
  const isRegistered = whenRegistered(page);
  await page.goto('/');
  await Promise.race([isRegistered, tooLate()]);
}

/** Fails when no phone is registered in time. */
export async function tooLate(): Promise<never> {
  await pause(patienceMs, undefined, { ref: false });
  throw new Error(`No phone was registered within ${patienceMs} ms`);
}

function load(sidetone: Sidetone, who: SignIn, folder: string | undefined): Promise<Load> {
  return withPage(sidetone, who, folder, async (page) => {
    await page.addInitScript(watchTasks);
    const devtools = await page.context().newCDPSession(page);
    // Processor time rather than time by the clock, which others on the machine would lengthen.
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await open(page);
    const readyMs = await page.evaluate(() => performance.now());
    const ready = await metrics(devtools);
    await page.waitForTimeout(watchedMs);
    const end = await metrics(devtools);
    const ms = (name: string) => (end.get(name) ?? Number.NaN) * 1000;
    return {
      readyMs,
      process: ms('ProcessTime'),
      untilReady: (ready.get('TaskDuration') ?? Number.NaN) * 1000,
      tasks: ms('TaskDuration'),
      scripts: ms('ScriptDuration'),
      styles: ms('RecalcStyleDuration'),
      layout: ms('LayoutDuration'),
      longest: Math.max(0, ...(await longTasksOf(page)).map(({ ms }) => ms)),
    };
  });
}

/** Counting walks through what React drew, which takes time, so nothing else is measured meanwhile. */
function drawing(sidetone: Sidetone, who: SignIn, folder: string | undefined): Promise<Drawn> {
  return withPage(sidetone, who, folder, async (page) => {
    await page.addInitScript(countDrawing);
    await open(page);
    await page.waitForTimeout(watchedMs);
    return drawnSoFar(page);
  });
}

/** Which functions took how long, in samples of 200 µs. */
function writeProfile(sidetone: Sidetone, who: SignIn, file: string): Promise<void> {
  return withPage(sidetone, who, undefined, async (page) => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Profiler.enable');
    await devtools.send('Profiler.setSamplingInterval', { interval: 200 });
    await devtools.send('Profiler.start');
    await open(page);
    await page.waitForTimeout(watchedMs);
    const { profile } = await devtools.send('Profiler.stop');
    writeFileSync(file, JSON.stringify(profile));
  });
}

async function metrics(devtools: CDPSession): Promise<ReadonlyMap<string, number>> {
  const { metrics: all } = await devtools.send('Performance.getMetrics');
  return new Map(all.map(({ name, value }) => [name, value]));
}

const kinds: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The client comes from this folder; the rest of the server is as it is. */
async function serveFrom(context: BrowserContext, folder: string): Promise<void> {
  await context.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    const isPage = route.request().resourceType() === 'document' && !/^\/(api|oidc)\//.test(pathname);
    const file = join(folder, isPage ? 'index.html' : pathname);
    const type = kinds[extname(file)];
    if (type === undefined || !existsSync(file)) return route.fallback();
    // The rules of the server for its pages hold for this one too, such as that no text is run as a script.
    const policy = isPage ? (await route.fetch()).headers()['content-security-policy'] : undefined;
    const headers: Record<string, string> = { 'content-type': type };
    if (policy !== undefined) headers['content-security-policy'] = policy;
    await route.fulfill({ body: readFileSync(file), headers });
  });
}
