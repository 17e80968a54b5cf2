import { expect, test } from 'vitest';
import { bindingWriter } from './binding-writer.ts';
import type { RegistrationChanges, StoredRegistration } from './registration-store.ts';

const registration = (id: string, cseq = 1): StoredRegistration => ({
  id,
  endpointId: 'e1',
  userId: 'w1',
  contactUri: `sip:${id}@127.0.0.1`,
  transport: 'udp',
  remoteAddress: '127.0.0.1',
  remotePort: 5070,
  instanceId: null,
  regId: null,
  path: [],
  sipCallId: 'a',
  cseq,
  userAgent: null,
  expiresAt: new Date('2026-03-02T09:00:00Z'),
  suspect: false,
});

/** A store whose writings end when they are let; `refuses` names what it cannot keep. */
function slowStore(refuses: readonly string[] = []) {
  const written: { saved: string[]; removed: readonly string[] }[] = [];
  const waiting: (() => void)[] = [];
  const troubles: unknown[] = [];
  const store = {
    async write({ saved, removed }: RegistrationChanges) {
      written.push({ saved: saved.map(({ id, cseq }) => `${id} ${cseq}`), removed });
      await new Promise<void>((resolve) => waiting.push(resolve));
      if (saved.some(({ id }) => refuses.includes(id))) throw new Error('cannot be kept');
    },
  };
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  return {
    writer: bindingWriter(store, (error) => troubles.push(error)),
    written,
    troubles,
    settle,
    async letOne() {
      waiting.shift()?.();
      await settle();
    },
  };
}

test('what comes while something is written is written together after it, in its last state', async () => {
  const { writer, written, letOne, settle } = slowStore();
  const first = writer.save(registration('a'));
  await settle();
  const rest = [
    writer.save(registration('b', 1)),
    writer.save(registration('b', 2)),
    writer.save(registration('c')),
    writer.remove(['a', 'c']),
    writer.remove(['d']),
    writer.save(registration('d')),
  ];
  await settle();
  expect(written).toEqual([{ saved: ['a 1'], removed: [] }]);
  await letOne();
  await first;
  expect(written[1]).toEqual({ saved: ['b 2', 'd 1'], removed: ['c', 'a'] });
  await letOne();
  await Promise.all(rest);
  await writer.idle();
  expect(written).toHaveLength(2);
});

test('nobody is told that it is durable before it is', async () => {
  const { writer, letOne, settle } = slowStore();
  let isDurable = false;
  void writer.save(registration('a')).then(() => (isDurable = true));
  await settle();
  expect(isDurable).toBe(false);
  await letOne();
  expect(isDurable).toBe(true);
});

test('one that cannot be stored is refused alone', async () => {
  const { writer, written, troubles, letOne, settle } = slowStore(['bad']);
  const outcomes = Promise.allSettled(['a', 'bad', 'c'].map((id) => writer.save(registration(id))));
  await settle();
  for (let time = 0; time < 4; time += 1) await letOne();
  expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(written.map(({ saved }) => saved)).toEqual([['a 1', 'bad 1', 'c 1'], ['a 1'], ['bad 1'], ['c 1']]);
  expect(troubles).toHaveLength(1);
  const later = writer.save(registration('e'));
  await settle();
  await letOne();
  await later;
});

test('however many come, no writing is without bounds', async () => {
  const { writer, written, letOne, settle } = slowStore();
  for (let at = 0; at < 1200; at += 1) void writer.save(registration(`m${at}`));
  await settle();
  for (let time = 0; time < 3; time += 1) await letOne();
  await writer.idle();
  expect(written.map(({ saved }) => saved.length)).toEqual([500, 500, 200]);
});

test('a removal that fails goes with what is written next', async () => {
  const { writer, written, letOne, settle } = slowStore(['bad']);
  const outcomes = Promise.allSettled([writer.remove(['a']), writer.save(registration('bad'))]);
  await settle();
  for (let time = 0; time < 3; time += 1) await letOne();
  expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  const later = writer.save(registration('c'));
  await settle();
  await letOne();
  await later;
  expect(written.at(-1)).toEqual({ saved: ['c 1'], removed: ['a'] });
  const last = writer.save(registration('d'));
  await settle();
  await letOne();
  await last;
  expect(written.at(-1)).toEqual({ saved: ['d 1'], removed: [] });
});
