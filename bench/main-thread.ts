import type { Page } from '@playwright/test';
import { bundle } from '../e2e/world/bundle.ts';
import type { Sidetone } from '../e2e/world/sidetone.ts';
import type { SignIn } from '../e2e/world/sign-in.ts';
import { whenRegistered } from './bundle.ts';
import type { Figure } from './figures.ts';
import { tooLate, withPage } from './load.ts';
import { longTasksOf, watchTasks } from './pages/tasks.ts';

const rounds = Math.max(3, Math.round(Number(process.env['BENCH_ROUNDS'] ?? 20) / 4));
/** How many times slower the processor is made: as it is, and as in a cheap phone. */
const slownesses = [1, 4] as const;
/** A task that is longer is felt. */
const longMs = 50;

interface Way {
  /** What the main thread did until the phone was registered, in ms. */
  readonly busyMs: number;
  readonly longTasks: number;
  readonly longestMs: number;
}

/**
 * What the main thread does on the way to a phone that can ring, and which of its tasks are felt, beside an empty page of the same
 * libraries with a phone. Each load is in a browser of its own, which has nothing cached.
 */
export async function measureMainThread(sidetone: Sidetone, people: readonly SignIn[]): Promise<Figure[]> {
  const [, ben, anna] = people;
  if (!anna || !ben) throw new Error('The demo company lacks people');
  const script = await bundle(new URL('./pages/bare-app.ts', import.meta.url));
  const { username, password } = await sidetone.addPhone(ben.email, 'Bench bare app');
  const server = `ws://localhost:${sidetone.ports.http}/sip`;
  const settings = JSON.stringify({ username, password, server });
  const html = `<!doctype html><div id="root"></div><script id="settings" type="application/json">${settings}</script><script src="/bare-app.js"></script>`;
  const bare = async (page: Page): Promise<void> => {
    await page.route('**/bare-app', (route) => route.fulfill({ body: html, contentType: 'text/html' }));
    await page.route('**/bare-app.js', (route) => route.fulfill({ body: script, contentType: 'text/javascript' }));
  };
  const figures: Figure[] = [];
  for (const slowness of slownesses) {
    const [ours, rival]: [Way[], Way[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await withPage(sidetone, anna, undefined, (page) => goes(page, '/', slowness)));
      const alone = async (page: Page): Promise<Way> => {
        await bare(page);
        return goes(page, '/bare-app', slowness);
      };
      rival.push(await withPage(sidetone, anna, undefined, alone));
    }
    const figure = (what: string, unit: string, of: (way: Way) => number): Figure => ({
      what: `${what}, processor ${slowness} × as slow`,
      unit,
      ours: ours.map(of),
      rival: { name: 'an empty page of the same libraries', values: rival.map(of) },
    });
    figures.push(
      figure('Main thread until the phone is ready', 'ms', ({ busyMs }) => busyMs),
      figure(`Tasks over ${longMs} ms until then (limit 0)`, 'tasks', ({ longTasks }) => longTasks),
      figure('The longest of them', 'ms', ({ longestMs }) => longestMs),
    );
  }
  return figures;
}

async function goes(page: Page, address: string, slowness: number): Promise<Way> {
  await page.addInitScript(watchTasks);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  const isRegistered = whenRegistered(page);
  await page.goto(address);
  await Promise.race([isRegistered, tooLate()]);
  const { metrics } = await devtools.send('Performance.getMetrics');
  const tasks = (await longTasksOf(page)).filter(({ ms }) => ms > longMs);
  return {
    busyMs: (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000,
    longTasks: tasks.length,
    longestMs: Math.max(0, ...tasks.map(({ ms }) => ms)),
  };
}
