import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { monoWav, sine } from '@sidetone/signals/tones.ts';
import { type AiServer, openAiServer } from '../apps/simulator/src/ai/ai-server.ts';
import { Person } from '../apps/simulator/src/people/person.ts';
import { ApiSession } from '../e2e/people/api-session.ts';
import { setFlags } from '../e2e/people/documented-call.ts';
import { ownSidetone } from '../e2e/world/own-sidetone.ts';
import type { Sidetone } from '../e2e/world/sidetone.ts';
import type { SignIn } from '../e2e/world/sign-in.ts';
import { cpuSeconds } from './cpu.ts';
import type { Figure } from './figures.ts';

const calls = Number(process.env['BENCH_CALLS'] ?? 30);
const talkSeconds = 25;
const flags = ['hasCallTranscription', 'hasCallSummary', 'hasCallHeadline', 'hasCallActionItems', 'hasCallSmallTalk'];
const said = {
  440: 'I will send you the offer for the forty rolls by Monday.',
  1000: 'Thank you, that is great, we will order the rolls from you.',
} as const;

/** Two people with a phone each. */
interface Pair {
  readonly caller: Person;
  readonly called: Person;
  readonly number: string;
}

/** What calls cost and how long their documentation takes, with a recogniser of the simulator that needs no time itself. */
export async function measureDocumentation(): Promise<Figure[]> {
  const service = await openAiServer();
  for (const [hertz, words] of Object.entries(said)) service.ears.teachTone(Number(hertz), words);
  const sidetone = await ownSidetone({ settings: { AI_PRIVATE_HOSTS: '127.0.0.1' } });
  const folder = mkdtempSync(join(tmpdir(), 'bench-voices-'));
  const pairs: Pair[] = [];
  try {
    const people = (await sidetone.signIns()).filter(isOfFirstCompany);
    await setUp(sidetone, service, people);
    for (let at = 0; at + 1 < people.length; at += 2) {
      pairs.push(await pairOf(sidetone, folder, [people[at], people[at + 1]]));
    }
    const off = await withDocumentation(sidetone, false, () => measure(sidetone, pairs));
    const on = await withDocumentation(sidetone, true, () => measure(sidetone, pairs));
    const after = await documented(sidetone, on.since);
    return [
      ...after,
      ...cost('CPU of media for a call-minute', on.media, off.media),
      ...cost('CPU of services for a call-minute', on.services, off.services),
      besides('Dialled → rings, while calls end', 'ms', on.rings, off.rings),
      besides('Answer of GET /api/server-info meanwhile', 'ms', on.answers, off.answers),
      { what: `Time in which ${calls} calls ended`, unit: 's', ours: [on.seconds], rival: undefined },
    ];
  } finally {
    for (const { caller, called } of pairs) await Promise.all([caller.leaves(), called.leaves()]);
    await sidetone.dispose();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The demo has another one, of the older generation. */
const isOfFirstCompany = ({ extension }: SignIn): boolean => extension.startsWith('1');

const besides = (what: string, unit: string, on: readonly number[], off: readonly number[]): Figure => ({
  what,
  unit,
  ours: on,
  rival: { name: 'documentation off', values: off },
});
const cost = (what: string, on: number, off: number): Figure[] => [besides(what, 'CPU-s', [on], [off])];

async function setUp(sidetone: Sidetone, service: AiServer, [administrator]: readonly SignIn[]): Promise<void> {
  if (!administrator) throw new Error('The demo company lacks people');
  const session = await ApiSession.signIn(sidetone.origin, administrator);
  const asked = async (method: string, path: string, body: object): Promise<Response> => {
    const reply = await session.request(method, path, body);
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return reply;
  };
  const speech = { purpose: 'speech', kind: 'openaiCompatible', name: 'Recogniser', model: 'hear-1' };
  const made = await asked('POST', '/admin/ai-connections', {
    ...speech,
    url: service.urlOf('own'),
    key: service.key,
  });
  const { id } = (await made.json()) as { id: string };
  await asked('POST', `/admin/ai-connections/${id}/test`, {});
  await asked('PATCH', '/admin/ai-settings', { documentation: 'all' });
}

async function pairOf(sidetone: Sidetone, folder: string, [one, other]: (SignIn | undefined)[]): Promise<Pair> {
  if (!one || !other) throw new Error('The demo company lacks people');
  const [caller, called] = [
    await Person.register(await sidetone.addPhone(one.email, 'Bench caller')),
    await Person.register(await sidetone.addPhone(other.email, 'Bench called')),
  ];
  await caller.speaks(voice(folder, 440));
  await called.speaks(voice(folder, 1000));
  called.on('rung', () => void called.answers().catch(() => undefined));
  return { caller, called, number: other.extension };
}

/** Of a quiet room: a line without any has no pauses that one could tell from speech. */
const noise = (at: number): number => (((at * 7919) % 41) - 20) / 8_000;

/** A tone with pauses as between words. */
function voice(folder: string, hertz: number): string {
  const path = join(folder, `${hertz}.wav`);
  const rate = 8_000;
  const samples = sine(hertz, talkSeconds + 5, rate).map((sample, at) => (at % rate < rate * 0.7 ? sample : noise(at)));
  writeFileSync(path, monoWav(samples, rate));
  return path;
}

async function withDocumentation<Made>(sidetone: Sidetone, isOn: boolean, work: () => Promise<Made>): Promise<Made> {
  await setFlags(sidetone, (isOn ? flags : []) as Parameters<typeof setFlags>[1]);
  await pause(2_000);
  return await work();
}

interface Measured {
  readonly since: Date;
  readonly media: number;
  readonly services: number;
  readonly rings: readonly number[];
  readonly answers: readonly number[];
  readonly seconds: number;
}

async function measure(sidetone: Sidetone, pairs: readonly Pair[]): Promise<Measured> {
  const cpu = await talking(sidetone, pairs);
  const since = new Date();
  const begun = performance.now();
  const rings: number[] = [];
  const answers: number[] = [];
  const asking = new AbortController();
  const asked = askOnAndOn(sidetone, answers, asking.signal);
  let left = calls;
  await Promise.all(
    pairs.map(async (pair) => {
      while (left > 0) {
        left -= 1;
        rings.push(await oneCall(pair));
      }
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  // The documentation of the last calls is part of it.
  await pause(5_000);
  asking.abort();
  await asked;
  return { since, ...cpu, rings, answers, seconds };
}

/** A call of about four seconds; gives after how many milliseconds it rang. */
async function oneCall({ caller, called, number }: Pair): Promise<number> {
  const begun = performance.now();
  // Whoever answers immediately may be heard before they are told of.
  const rang = Promise.race([once(caller, 'progress'), once(caller, 'established')]).then(
    () => performance.now() - begun,
  );
  const over = once(called, 'ended', { signal: AbortSignal.timeout(30_000) });
  await caller.calls(number);
  await pause(4_000);
  await caller.hangsUp();
  await over;
  await pause(300);
  return await rang;
}

async function askOnAndOn(sidetone: Sidetone, answers: number[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const begun = performance.now();
    await (await fetch(`${sidetone.origin}/api/server-info`)).arrayBuffer();
    answers.push(performance.now() - begun);
    await pause(100);
  }
}

/** CPU seconds for each minute of a call, of the media process and of services, while all pairs talk. */
async function talking(sidetone: Sidetone, pairs: readonly Pair[]): Promise<{ media: number; services: number }> {
  await Promise.all(pairs.map(({ caller, number }) => caller.calls(number)));
  await pause(1_000);
  const tree = await sidetone.tree();
  const workOf = (pattern: RegExp) =>
    tree.filter(({ command }) => pattern.test(command)).reduce((sum, { pid }) => sum + cpuSeconds(pid), 0);
  const now = () => ({ media: workOf(/media\/process\/main\.ts/), services: workOf(/src\/services\.ts/) });
  const before = now();
  await pause(talkSeconds * 1000 - 5_000);
  const after = now();
  const minutes = (pairs.length * (talkSeconds - 5)) / 60;
  await Promise.all(
    pairs.map(async ({ caller, called }) => {
      const over = once(called, 'ended');
      await caller.hangsUp();
      await over;
    }),
  );
  await pause(3_000);
  return { media: (after.media - before.media) / minutes, services: (after.services - before.services) / minutes };
}

interface Row {
  readonly ended: Date;
  readonly documentation: Readonly<Record<string, { status: string; madeBy?: { at: string } }>>;
}

/** How long after the hang-up the transcript and the last part of each event were made, by what the parts say themselves. */
async function documented(sidetone: Sidetone, since: Date): Promise<Figure[]> {
  const parts = ['transcription', 'summary', 'callHeadline', 'actionItem', 'smallTalk'];
  let rows: readonly Row[] = [];
  for (let tries = 0; tries < 120; tries += 1) {
    rows = await sidetone.query<Row>(
      `select terminated_at as ended, documentation from inbox_events
        where started_at > $1 and established_at is not null`,
      [since],
    );
    if (rows.every(({ documentation }) => parts.every((part) => documentation[part]?.status === 'success'))) break;
    await pause(1_000);
  }
  const madeAt = ({ documentation }: Row, part: string) => Date.parse(documentation[part]?.madeBy?.at ?? '');
  const complete = rows.filter((row) => parts.every((part) => !Number.isNaN(madeAt(row, part))));
  console.log(`${complete.length} of ${rows.length} inbox events are documented`);
  const transcript = complete.map((row) => madeAt(row, 'transcription') - row.ended.getTime());
  const all = complete.map((row) => Math.max(...parts.map((part) => madeAt(row, part))) - row.ended.getTime());
  const last = Math.max(...complete.map((row) => Math.max(...parts.map((part) => madeAt(row, part)))));
  const end = Math.max(...rows.map(({ ended }) => ended.getTime()));
  return [
    { what: 'Hang-up → transcript', unit: 'ms', ours: transcript, rival: undefined },
    { what: 'Hang-up → all parts', unit: 'ms', ours: all, rival: undefined },
    { what: 'Last hang-up → last part of all calls', unit: 'ms', ours: [last - end], rival: undefined },
    {
      what: 'Inbox events without documentation',
      unit: 'count',
      ours: [rows.length - complete.length],
      rival: undefined,
    },
  ];
}
