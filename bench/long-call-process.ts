// Documents a short call, many and a long one, and tells what that needs. argv: URL of the database, folder, URL of the
// recogniser, ids of the many.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { askForDocumentation } from '../apps/server/src/ai/documenting.ts';
import { openProviders } from '../apps/server/src/ai/providers/open-providers.ts';
import { documentedWorld, someServices } from '../apps/server/src/ai/testing/documented-world.ts';
import { privateHosts } from '../apps/server/src/network/private-hosts.ts';
import { openReach } from '../apps/server/src/reach/reach.ts';
import { openDatabase } from '../apps/server/src/storage/database.ts';

const [url = '', folder = '', recogniser = '', ...manyIds] = process.argv.slice(2);
const reach = openReach(privateHosts(['127.0.0.1']));
const db = openDatabase(url);
const speech = openProviders({ reach, local: null }).speech({
  id: 'bench',
  purpose: 'speech',
  kind: 'openaiCompatible',
  name: 'Recogniser',
  url: recogniser,
  model: 'hear-1',
  options: { contextTokens: null, concurrency: null, timeoutSeconds: 60, prices: null, voices: null },
  key: 'bench',
  changedRev: 1,
});
const world = await documentedWorld(db, someServices({ speech }), { folder });
await world.steps.work();

async function documented(docId: string) {
  await askForDocumentation(world.jobs, db, { channelId: 'ca', docId });
  const until = performance.now() + 180_000;
  for (;;) {
    const parts = await world.documentation(docId);
    if (parts.summary?.status === 'success' || performance.now() > until) return parts;
    await pause(100);
  }
}

/** Does something while it is looked how much memory that takes and for how long it holds up everything else. */
async function measured<Made>(work: () => Promise<Made>) {
  await pause(2_000);
  globalThis.gc?.();
  const idle = process.memoryUsage.rss();
  let peak = idle;
  const looking = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  const lag = monitorEventLoopDelay({ resolution: 10 });
  lag.enable();
  const begun = performance.now();
  const made = await work();
  const seconds = (performance.now() - begun) / 1000;
  lag.disable();
  clearInterval(looking);
  return {
    made,
    seconds,
    idleMb: idle / 1e6,
    overIdleMb: (peak - idle) / 1e6,
    longestLagMs: lag.max / 1e6,
    lagP99Ms: lag.percentile(99) / 1e6,
  };
}

// A process that has documented calls before, as services have.
await documented('pbx-short');
const { made: _, ...many } = await measured(() => Promise.all(manyIds.map(documented)));
const { made, ...long } = await measured(() => documented('pbx-long'));
const { transcription, summary } = made;
process.send?.({
  many,
  long,
  lines: transcription?.items.length ?? 0,
  words: transcription?.items.reduce((sum, { text }) => sum + text.split(' ').length, 0) ?? 0,
  analysisMs: Date.parse(summary?.madeBy?.at ?? '') - Date.parse(transcription?.madeBy?.at ?? ''),
});
await world.stop();
await db.destroy();
reach.close();
process.disconnect?.();
