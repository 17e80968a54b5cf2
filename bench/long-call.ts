import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { wavHeader } from '@sidetone/wav/wav.ts';
import { documentedWorld, someServices, switchOn } from '../apps/server/src/ai/testing/documented-world.ts';
import { dialogue } from '../apps/server/src/ai/testing/planted-call.ts';
import { migrate, openDatabase } from '../apps/server/src/storage/database.ts';
import { startPostgres, stopPostgres } from '../apps/server/src/storage/postgres/cluster.ts';
import { placeFor } from '../apps/server/src/storage/postgres/place.ts';
import { someCompany } from '../apps/server/src/storage/testing/some-company.ts';
import { plantedCalls } from '../eval/planted-call.ts';
import type { Figure } from './figures.ts';

const hours = Number(process.env['BENCH_HOURS'] ?? 3);
const rate = 16_000;
const lineSeconds = 4;
const manyIds = Array.from({ length: 100 }, (_, at) => `pbx-many-${at}`);

interface Measured {
  readonly seconds: number;
  readonly idleMb: number;
  readonly overIdleMb: number;
  readonly longestLagMs: number;
  readonly lagP99Ms: number;
}

/** What the process that documents the calls tells. */
interface Told {
  readonly many: Measured;
  readonly long: Measured;
  readonly lines: number;
  readonly words: number;
  readonly analysisMs: number;
}

/**
 * What the documentation needs, in a process of its own, of a hundred calls that end together, and of one of three hours, made by
 * repeating what is said in planted calls.
 */
export async function measureLongCall(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-long-'));
  const postgres = await startPostgres({ folder, throwaway: true });
  const recogniser = await openRecogniser();
  try {
    const db = openDatabase(postgres.url);
    await migrate(db);
    await someCompany(db);
    await switchOn(db);
    // Writes the rows; the work is done in the other process.
    const world = await documentedWorld(db, someServices({}), { folder });
    for (const [docId, long] of [
      ['pbx-short', 0.1],
      ['pbx-long', hours],
      ...manyIds.map((id) => [id, 1 / 120] as const),
    ] as const) {
      await world.ended(docId);
      const path = await world.captured(docId, dialogue(['Hello.']));
      await writeCall(world.files.captures.whole(path), long);
    }
    await world.stop();
    await db.destroy();
    const child = fork(
      fileURLToPath(new URL('./long-call-process.ts', import.meta.url)),
      [postgres.url, folder, recogniser.url, ...manyIds],
      { execArgv: ['--expose-gc'] },
    );
    const [told] = (await once(child, 'message')) as [Told];
    await once(child, 'exit');
    const { many, long } = told;
    console.log(`${told.lines} lines, ${told.words} words, ${long.idleMb.toFixed(0)} MB at rest`);
    const figure = (what: string, unit: string, value: number): Figure => ({
      what,
      unit,
      ours: [value],
      rival: undefined,
    });
    const figuresOf = (what: string, { seconds, overIdleMb, longestLagMs, lagP99Ms }: Measured) => [
      figure(`${what}: until the last part`, 's', seconds),
      figure(`${what}: memory over rest`, 'MB', overIdleMb),
      figure(`${what}: event loop held up, longest`, 'ms', longestLagMs),
      figure(`${what}: event loop held up, p99`, 'ms', lagP99Ms),
    ];
    return [
      ...figuresOf('A hundred calls that end together', many),
      ...figuresOf(`A call of ${hours} hours`, long),
      figure(`A call of ${hours} hours: analysis by rules`, 'ms', told.analysisMs),
      figure('Pieces of all of them that were asked about', 'count', recogniser.asked()),
    ];
  } finally {
    await recogniser.close();
    await stopPostgres(postgres);
    rmSync(placeFor(folder).data, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Both sides in turn: a tone with pauses as between words, over the noise of a room. */
async function writeCall(path: string, hours: number): Promise<void> {
  const block = Buffer.alloc(lineSeconds * 2 * rate * 4);
  for (let at = 0; at < lineSeconds * 2 * rate; at += 1) {
    const second = at / rate;
    const side = second < lineSeconds ? 0 : 1;
    const isLoud = second % lineSeconds < lineSeconds - 1;
    for (const each of [0, 1]) {
      const sample = isLoud && each === side ? 8000 * Math.sin(2 * Math.PI * 300 * second) : ((at * 7919) % 41) - 20;
      block.writeInt16LE(Math.round(sample), at * 4 + each * 2);
    }
  }
  const blocks = Math.round((hours * 3600) / (lineSeconds * 2));
  const file = createWriteStream(path);
  file.write(wavHeader({ sampleRate: rate, channels: 2 }, blocks * block.length));
  for (let at = 0; at < blocks; at += 1) if (!file.write(block)) await once(file, 'drain');
  file.end();
  await finished(file);
}

/** Says a line of planted calls every eight seconds of a piece, in the form of a service that gives times. */
async function openRecogniser() {
  const lines = plantedCalls()
    .filter(({ language }) => language === 'en')
    .flatMap((call) => call.lines.map(({ text }) => text));
  let asked = 0;
  let next = 0;
  const server = createServer((request, response) => {
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    request.on('end', () => {
      asked += 1;
      const seconds = Math.max(0, (bytes - 1_000) / 2 / rate);
      const segments = [];
      for (let start = 0; start + lineSeconds < seconds; start += lineSeconds * 2) {
        const text = lines[next % lines.length] ?? '';
        next += 1;
        const words = text
          .split(' ')
          .map((word, at) => ({ word, start: start + at * 0.1, end: start + at * 0.1 + 0.1 }));
        segments.push({ start, end: start + lineSeconds - 1, text, words });
      }
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ language: 'english', text: segments.map(({ text }) => text).join(' '), segments }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked: () => asked,
    async close() {
      server.close();
      await once(server, 'close');
    },
  };
}
