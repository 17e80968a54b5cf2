import { setTimeout as pause } from 'node:timers/promises';
import { udpWire } from '../apps/server/src/pbx/sip/testing/real-wires.ts';
import { openTorturer, type Torturer } from '../apps/server/src/pbx/sip/testing/torturer.ts';
import type { Sidetone } from '../e2e/world/sidetone.ts';
import { tortureCases } from '../packages/sip/src/testing/torture/cases.ts';
import { mutate, randomRow } from '../packages/sip/src/testing/torture/mutations.ts';
import type { Figure } from './figures.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 20);
const asked = 25;
const brokenPerSecond = 500;

/** How long an OPTIONS takes while mutations of broken messages come, and while nothing else comes, turn by turn. */
export async function measureTorture(sidetone: Sidetone): Promise<Figure[]> {
  const { sip } = sidetone.ports;
  const stranger = { username: 'stranger', password: '' };
  const asker = openTorturer(await udpWire(sip), 'UDP', stranger);
  const fuzzer = openTorturer(await udpWire(sip), 'UDP', stranger);
  const times: Record<'quiet' | 'fuzzed', number[]> = { quiet: [], fuzzed: [] };
  const random = randomRow(4475);
  try {
    for (let round = 0; round < rounds + 1; round += 1) {
      for (const kind of ['quiet', 'fuzzed'] as const) {
        const stop = kind === 'fuzzed' ? keepSending(fuzzer, random) : () => {};
        for (let index = 0; index < asked; index += 1) {
          const begun = performance.now();
          if (!(await asker.isAnswered(`bench${round}${kind}${index}q`))) throw new Error('OPTIONS was not answered');
          if (round > 0) times[kind].push(performance.now() - begun); // the first round warms up
          await pause(10);
        }
        stop();
      }
    }
  } finally {
    asker.close();
    fuzzer.close();
  }
  const rival = { name: 'the same without them', values: times.quiet };
  const what = `OPTIONS → 200 while ${brokenPerSecond} broken messages a second come`;
  return [{ what, unit: 'ms', ours: times.fuzzed, rival }];
}

const keepSending = (fuzzer: Torturer, random: () => number): (() => void) => {
  let serial = 0;
  const text = () => {
    serial += 1;
    const id = `f${Math.floor(random() * 1e9)}x${serial}`;
    const setting = { id, transport: 'UDP' as const, user: 'stranger', callId: id, fromTag: id, toTag: '', cseq: 1 };
    return tortureCases[Math.floor(random() * tortureCases.length)]?.write(setting) ?? '';
  };
  const timer = setInterval(() => {
    for (let sent = 0; sent < brokenPerSecond / 50; sent += 1) fuzzer.says(mutate(text(), text(), random));
  }, 20);
  return () => clearInterval(timer);
};
