import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';
import { hangingCallCheckMs } from '@sidetone/contract/rules/call-timing.ts';
import { Person } from '../apps/simulator/src/people/person.ts';
import { Colleague } from '../e2e/people/colleague.ts';
import type { Sidetone } from '../e2e/world/sidetone.ts';
import type { SignIn } from '../e2e/world/sign-in.ts';
import { tone } from '../e2e/world/tones.ts';
import type { Figure } from './figures.ts';
import { type LeakProbe, leakProbes } from './pages/leak-probe.ts';

/** Calls in all, and after how many the first look is taken. */
const calls = Number(process.env['BENCH_CALLS'] ?? 1000);
const firstLook = Math.round(calls / 10);

/** A look waits for the longest timer that a call leaves on purpose, so that whatever is still there stays. */
const restMs = hangingCallCheckMs + 10_000;

/** The client takes a number that is called again sooner (500 ms) for a double click, and calls once. */
const apartMs = 520;

interface Look extends LeakProbe {
  /** Connections and audio nodes that the browser still has in memory, closed or not. */
  readonly keptConnections: number;
  readonly keptAudioNodes: number;
  readonly heapBytes: number;
  readonly serverBytes: number;
}

/** One tab calls and hangs up, on and on: what page and server hold after a tenth of the calls and after all. */
export async function measureThousandCalls(sidetone: Sidetone, people: readonly SignIn[]): Promise<Figure[]> {
  const [anna, ben] = people;
  if (!anna || !ben) throw new Error('The demo company lacks people');
  const callee = await Person.register(await sidetone.addPhone(ben.email, 'Bench callee'));
  callee.on('rung', () => void callee.answers().catch(() => undefined));
  const caller = await Colleague.sitDown(anna, {
    origin: sidetone.origin,
    ownBrowser: 'whole',
    microphone: tone(440),
    listens: false,
  });
  try {
    for (const probe of leakProbes) await caller.page.addInitScript(probe);
    await caller.signsIn();
    await caller.phoneIsReady();
    const log: string[] = [];
    caller.page.on('console', (entry) => {
      log.push(entry.text());
      if (log.length > 10) log.shift();
    });
    const cdp = await caller.page.context().newCDPSession(caller.page);
    await cdp.send('Performance.enable');
    const looks: Look[] = [];
    for (let call = 1; call <= calls; call += 1) {
      await oneCall(caller, callee, ben.extension).catch((cause: unknown) => {
        throw new Error(`call ${call} came to nothing; the page said: ${log.join('; ')}`, { cause });
      });
      if (call === firstLook || call === calls) {
        looks.push(await look(caller.page, cdp, sidetone));
        console.log(`after ${call} calls: ${JSON.stringify(looks.at(-1))}`);
      }
    }
    const [before, after] = looks;
    if (!before || !after) throw new Error('Too few calls to compare');
    const grown = (of: 'heapBytes' | 'serverBytes') => (after[of] - before[of]) / 1_000_000;
    const figure = (what: string, unit: string, value: number): Figure => ({
      what: `${what}, call ${calls} over call ${firstLook}`,
      unit,
      ours: [value],
      rival: undefined,
    });
    return [
      figure('Page heap after a collection', 'MB', grown('heapBytes')),
      figure('Server RSS (services and media)', 'MB', grown('serverBytes')),
      figure('Peer connections left', 'count', after.connections),
      figure('Microphone tracks left', 'count', after.tracks),
      figure('Peer connections kept in memory', 'count', after.keptConnections),
      figure('Audio nodes more', 'count', after.keptAudioNodes - before.keptAudioNodes),
      figure('Timers more', 'count', after.timers - before.timers),
    ];
  } finally {
    await caller.leaves();
    await callee.leaves();
  }
}

/** A call that both ends know to be up, and then to be over: the next one must not find the callee busy. */
const oneCall = async (caller: Colleague, callee: Person, number: string): Promise<void> => {
  const signal = AbortSignal.timeout(20_000);
  const [up, over] = [once(callee, 'established', { signal }), once(callee, 'ended', { signal })];
  // Whichever fails first is told; the other fails with it.
  over.catch(() => undefined);
  await Promise.all([up, caller.calls(number)]);
  const apart = pause(apartMs);
  await caller.dock.getByText(/^0:\d\d$/).waitFor();
  await caller.hangsUp();
  await Promise.all([
    over,
    caller.dock.getByRole('button', { name: /^(hang up|auflegen)/i }).waitFor({ state: 'hidden' }),
    apart,
  ]);
};

const look = async (page: Page, cdp: CDPSession, sidetone: Sidetone): Promise<Look> => {
  await pause(restMs);
  // What the page logged is kept for people who open the console, a thousand entries at most.
  await cdp.send('Runtime.discardConsoleEntries');
  for (let round = 0; round < 3; round += 1) await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  const kept = (name: string) => metrics.find((each) => each.name === name)?.value ?? Number.NaN;
  const probe = await page.evaluate(() => (window as unknown as { leakProbe: LeakProbe }).leakProbe);
  return {
    ...probe,
    keptConnections: kept('RTCPeerConnections'),
    keptAudioNodes: kept('AudioHandlers'),
    heapBytes: usedSize,
    serverBytes: await residentBytes(sidetone),
  };
};

/** Least of some looks: between two collections the server holds what nobody needs any more. */
const residentBytes = async (sidetone: Sidetone): Promise<number> => {
  const ours = (await sidetone.tree()).filter(({ command }) => /services\.ts|process\/main\.ts/.test(command));
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 10; round += 1) {
    const now = ours.reduce((sum, { pid }) => sum + rssOf(pid), 0);
    least = Math.min(least, now);
    await pause(500);
  }
  return least;
};

const rssOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
