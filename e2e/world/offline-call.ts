// In a network of its own that leads nowhere: a call of two phones documents itself. Prints what came of it as JSON. Run by
// `offline-documentation.spec.ts` in a namespace whose only way out is the interface that argv names.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { monoWav, sine } from '@sidetone/signals/tones.ts';
import { openAiServer } from '@sidetone/simulator/ai/ai-server.ts';
import { Person } from '@sidetone/simulator/people/person.ts';
import { ApiSession } from '../people/api-session.ts';
import { setFlags } from '../people/documented-call.ts';
import { ownSidetone } from './own-sidetone.ts';

const [out = ''] = process.argv.slice(2);

/** Packets that left by that interface (proc_pid_net(5)); /sys shows the interfaces of whoever mounted it. */
function sent(): number {
  const row = readFileSync('/proc/self/net/dev', 'utf8')
    .split('\n')
    .find((line) => line.trim().startsWith(`${out}:`));
  const packets = row?.split(':')[1]?.trim().split(/\s+/)[9];
  if (packets === undefined) throw new Error(`There is no interface ${out}`);
  return Number(packets);
}

const rate = 8_000;
/** Of a quiet room: a line without any has no pauses that one could tell from speech. */
const noise = (at: number): number => (((at * 7919) % 41) - 20) / 8_000;
const service = await openAiServer();
service.ears.teachTone(440, 'I will send you the offer for the forty rolls by Monday.');
service.ears.teachTone(1000, 'Thank you, that is great, we will order the rolls from you.');
const before = sent();
const sidetone = await ownSidetone({ settings: { AI_PRIVATE_HOSTS: '127.0.0.1' } });
const phones: Person[] = [];
try {
  const [one, other] = await sidetone.signIns();
  if (!one || !other) throw new Error('The demo company lacks people');
  const session = await ApiSession.signIn(sidetone.origin, one);
  const recogniser = { purpose: 'speech', kind: 'openaiCompatible', name: 'Recogniser', model: 'hear-1' };
  const made = await session.request('POST', '/admin/ai-connections', { ...recogniser, url: service.urlOf('own') });
  const { id } = (await made.json()) as { id: string };
  const tested = await session.request('POST', `/admin/ai-connections/${id}/test`, {});
  const { problem } = (await tested.json()) as { problem: string | null };
  await session.request('PATCH', '/admin/ai-settings', { documentation: 'all' });
  await setFlags(sidetone, ['hasCallTranscription', 'hasCallSummary', 'hasCallHeadline', 'hasCallActionItems']);
  for (const [person, hertz] of [
    [one, 440],
    [other, 1000],
  ] as const) {
    const phone = await Person.register(await sidetone.addPhone(person.email, 'Offline'));
    phones.push(phone);
    const path = join(sidetone.dataFolder, `${hertz}.wav`);
    const voice = sine(hertz, 20, rate).map((sample, at) => (at % rate < rate * 0.7 ? sample : noise(at)));
    writeFileSync(path, monoWav(voice, rate));
    await phone.speaks(path);
  }
  const [caller, called] = phones;
  called?.on('rung', () => void called.answers().catch(() => undefined));
  await caller?.calls(other.extension);
  await pause(5_000);
  await caller?.hangsUp();
  const documented = () =>
    sidetone.query<{ documentation: Record<string, { status: string; madeBy?: { kind: string } }> }>(
      `select documentation from inbox_events where established_at is not null order by started_at desc limit 2`,
    );
  let rows = await documented();
  for (let tries = 0; tries < 60; tries += 1) {
    if (rows.every(({ documentation: { summary, actionItem } }) => (summary && actionItem)?.status === 'success'))
      break;
    await pause(500);
    rows = await documented();
  }
  console.log(JSON.stringify({ problem, packets: sent() - before, calls: rows.map((row) => row.documentation) }));
} finally {
  for (const phone of phones) await phone.leaves();
  await sidetone.dispose();
  await service.close();
}
