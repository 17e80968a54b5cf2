import { beforeEach, expect, test } from 'vitest';
import { someMember, someQueue } from '../../routing/testing/some-channel.ts';
import { FakeFloor } from '../testing/fake-floor.ts';

let floor: FakeFloor;
beforeEach(async () => {
  floor = await FakeFloor.open();
});

const queue = (members: readonly string[], routing: Record<string, unknown> = { waiting: {} }) =>
  floor.queues.set(
    'queue',
    someQueue(
      members.map((name) => someMember(`w${name}`)),
      routing,
      { channelId: 'queue', extension: '20' },
    ),
  );
const board = () => floor.board.of('queue').map(({ state, userIds, number }) => [state, number, ...userIds].join(' '));

test('the board shows whom a call rings, who talks, who waits, and nobody who is gone', async () => {
  queue(['ben']);
  const anna = await floor.dial('anna', '20');
  await floor.ring('ben');
  expect(board()).toEqual(['waiting 11 wben']);
  await floor.pickUp('ben');
  await floor.clock.pass(0);
  expect(board()).toEqual(['talking 11 wben']);
  const [answered] = floor.board.of('queue');
  await floor.clock.pass(7000);
  const cleo = await floor.dial('cleo', '20');
  await floor.clock.pass(0);
  floor.legs.tell({ type: 'acknowledged', legId: cleo.legId });
  await floor.clock.pass(3000);
  expect(board().toSorted()).toEqual(['talking 11 wben', 'waiting 13']);
  // It talks since the answer, whatever happened since.
  expect(floor.board.of('queue').find(({ state }) => state === 'talking')?.since).toBe(answered?.since);
  await floor.hangUp(cleo);
  await floor.hangUp(anna);
  await floor.clock.pass(0);
  expect(board()).toEqual([]);
});

test('a channel without a queue shows who is rung for, and since when', async () => {
  queue(['ben', 'cleo'], {});
  const anna = await floor.dial('anna', '20');
  const [begun] = floor.board.of('queue');
  expect(board()).toEqual(['waiting 11 wben wcleo']);
  await floor.clock.pass(5000);
  expect(floor.board.of('queue')[0]?.since).toBe(begun?.since);
  await floor.hangUp(anna);
  await floor.clock.pass(0);
  expect(board()).toEqual([]);
});

test('a call of a private line is on no board of a queue', async () => {
  queue(['ben']);
  await floor.dial('anna', 'ben');
  await floor.ring('ben');
  expect(board()).toEqual([]);
});

test('the code of pauses switches the pause of the caller, who hears which, and hangs up by itself', async () => {
  queue(['ben']);
  const hear = async (dialled: string) => {
    const handset = await floor.dial('ben', dialled);
    await floor.clock.pass(0);
    floor.legs.tell({ type: 'acknowledged', legId: handset.legId });
    await floor.clock.pass(0);
    const playing = [...floor.media.endpoints.values()].map(({ sound }) =>
      sound !== null && typeof sound === 'object' ? sound.file.split('/').at(-1) : sound,
    );
    await floor.hangUp(handset);
    await floor.clock.pass(0);
    return playing;
  };
  expect(await hear('*46')).toEqual(['pause-begun.de.wav']);
  expect([...floor.pauses]).toEqual([null]);
  expect(await hear('*46')).toEqual(['pause-ended.de.wav']);
  expect(await hear('*4620#')).toEqual(['pause-begun.de.wav']);
  expect([...floor.pauses]).toEqual(['queue']);
  // Of queues that they are not in they learn nothing, and their own line is none.
  const stranger = await floor.dial('anna', '*4620');
  expect(floor.told(stranger)).toEqual(['refuse 404']);
  const own = await floor.dial('ben', '*4612');
  expect(floor.told(own)).toEqual(['refuse 404']);
});

test('presence knows whom a call rings, who talks, and nobody who is gone', async () => {
  const all = () => ['anna', 'ben', 'cleo'].map((person) => floor.busy.of(`w${person}`));
  const anna = await floor.dial('anna', 'ben');
  await floor.ring('ben');
  await floor.clock.pass(0);
  expect(all()).toEqual(['IN_CALL', 'RINGING', undefined]);
  const ben = await floor.pickUp('ben');
  await floor.clock.pass(0);
  expect(all()).toEqual(['IN_CALL', 'IN_CALL', undefined]);
  // What a restart goes on with is shown by it.
  floor = await floor.reborn();
  expect(all()).toEqual(['IN_CALL', 'IN_CALL', undefined]);
  await floor.exchange.startTransfer('wben', { id: ben.callId }, { number: '13', ownNumber: null, sessionId: null });
  await floor.clock.pass(0);
  await floor.ring('cleo');
  await floor.clock.pass(0);
  expect(all()).toEqual(['IN_CALL', 'IN_CALL', 'RINGING']);
  await floor.hangUp(anna);
  await floor.hangUp(ben);
  await floor.clock.pass(60_000);
  expect(all()).toEqual([undefined, undefined, undefined]);
});
