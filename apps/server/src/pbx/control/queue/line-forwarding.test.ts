import { channelRouting } from '@sidetone/contract/entities/channel-routing.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { settle } from '../../calls/testing/fake-clock.ts';
import type { OutboundPolicy, OutsideAsk } from '../../ports.ts';
import { someLine, someRule } from '../../routing/testing/some-line.ts';
import { FakeFloor, type Handset, type Person } from '../testing/fake-floor.ts';

const mobile = '+4917055555';
const message = { overflow: { kind: 'voicemail' }, voicemail: { enabled: true } };
const extensions = { anna: '11', ben: '12', cleo: '13', dora: '14' } as const;

let floor: FakeFloor;
let asked: OutsideAsk[];
let answer: Awaited<ReturnType<OutboundPolicy['mayCall']>>;
beforeEach(async () => {
  asked = [];
  answer = { allowed: true };
  floor = new FakeFloor();
  floor.policy = {
    async mayCall(ask) {
      asked.push(ask);
      return answer;
    },
  };
  await FakeFloor.open(floor);
  floor.trunks.push({ trunkId: 't1', address: '192.0.2.1', srtp: 'off' });
});

/** This person's rules, for their own line. */
const wants = (person: Person, rules: readonly Record<string, unknown>[], given: Record<string, unknown> = {}) =>
  floor.queues.set(`c-${person}`, someLine(person, rules, { extension: extensions[person], ...given }));
const dial = async (from: Person, to: Person): Promise<Handset> => {
  const caller = await floor.dial(from, to);
  await settle();
  return caller;
};
/** Somebody outside who shows this number calls one of ours. */
async function comes(number: string | null, called: string): Promise<void> {
  floor.legs.tell({
    type: 'invited',
    legId: 'come',
    sipCallId: 'sip-come',
    called,
    media: 'rtp',
    address: '192.0.2.1',
    from: {
      kind: 'trunk',
      number,
      name: null,
      maxForwards: 70,
      trunks: [{ trunkId: 't1', accountId: 's1', called, numberForm: 'e164' }],
    },
  });
  for (let settled = 0; settled < 3; settled += 1) await settle();
}
/** Who was rung, by name, or the number that was called outside, in order. */
const rung = () =>
  floor.legs
    .of('invite')
    .map(({ target }) =>
      target.kind === 'device' ? target.contact.userId.slice(1) : `${target.kind} ${target.number}`,
    );
const trunkLeg = (): string => {
  const last = floor.legs.of('invite').findLast(({ target }) => target.kind === 'trunk');
  if (!last) throw new Error('No call left.');
  return last.legId;
};

test('always: a number is called on account of the user, who is not rung, and the caller hears of it', async () => {
  wants('ben', [someRule('always', mobile)]);
  const caller = await dial('anna', 'ben');
  expect(asked).toMatchObject([{ accountId: 's1', userId: 'wben', e164: mobile, kind: 'forward' }]);
  expect(rung()).toEqual([`trunk ${mobile}`]);
  expect(floor.told(caller)[0]).toBe('provisional 181');
  expect(floor.book.stages).toMatchObject([{ forwardedTo: { event: { channelId: 'c-ben' }, number: mobile } }]);
  await floor.hangUp(caller);
  expect(await floor.isQuiet()).toBe(true);
});

test('always: where the guard of calls outside refuses the number, the line rings', async () => {
  answer = { allowed: false, status: 403, code: 'DESTINATION_BARRED' };
  wants('ben', [someRule('always', mobile)]);
  const caller = await dial('anna', 'ben');
  expect(asked).toHaveLength(1);
  expect(rung()).toEqual(['ben']);
  await floor.hangUp(caller);
});

test('always: where nobody outside takes the call, a message can be left', async () => {
  wants('ben', [someRule('always', mobile)], { routing: message });
  const caller = await dial('anna', 'ben');
  floor.legs.tell({ type: 'refused', legId: trunkLeg(), status: 486, phrase: 'Busy Here' });
  await settle();
  expect(rung()).toEqual([`trunk ${mobile}`]);
  expect(floor.told(caller).at(-1)).toBe('answer');
});

test('always: where nobody outside takes the call, the rule for calls that are not answered counts', async () => {
  wants('ben', [someRule('always', mobile), someRule('noAnswer', 'cleo')]);
  await dial('anna', 'ben');
  floor.legs.tell({ type: 'refused', legId: trunkLeg(), status: 486, phrase: 'Busy Here' });
  await settle();
  expect(rung()).toEqual([`trunk ${mobile}`, 'cleo']);
});

test.each([
  ['talks', 'busy', (): Promise<unknown> => floor.talk('dora', 'ben')],
  ['is not there', 'unreachable', async (): Promise<unknown> => floor.legs.contacts.splice(1, 1)],
] as const)('a call goes to a colleague while its user %s', async (_what, when, begins) => {
  await begins();
  const before = rung().length;
  wants('ben', [someRule(when, 'cleo')]);
  await dial('anna', 'ben');
  expect(rung().slice(before)).toEqual(['cleo']);
  await floor.ring('cleo');
  await floor.pickUp('cleo');
  expect(floor.row('cleo')?.body).toMatchObject({ channelId: 'c-cleo', originalChannelId: 'c-ben' });
});

test('a user who declines sends the call where it goes while they are busy', async () => {
  wants('ben', [someRule('busy', 'cleo'), someRule('noAnswer', mobile)]);
  await dial('anna', 'ben');
  expect(rung()).toEqual(['ben']);
  await floor.refuse('ben');
  await settle();
  expect(rung()).toEqual(['ben', 'cleo']);
  expect(asked).toEqual([]);
});

test('devices that are registered and cannot be reached send the call where it goes while there are none', async () => {
  wants('ben', [someRule('noAnswer', mobile), someRule('unreachable', 'cleo')]);
  await dial('anna', 'ben');
  expect(rung()).toEqual(['ben']);
  const { legId } = floor.legs.of('invite')[0] ?? { legId: '' };
  floor.legs.tell({ type: 'refused', legId, status: 480, phrase: 'Temporarily Unavailable' });
  await settle();
  expect(rung()).toEqual(['ben', 'cleo']);
});

test('nobody answers for as long as the rule says: the call goes to the voicemail', async () => {
  wants('ben', [someRule('noAnswer', 'voicemail')], { ringSeconds: 10 });
  const caller = await dial('anna', 'ben');
  await floor.ring('ben');
  await floor.clock.pass(9_000);
  expect(floor.told(caller)).not.toContain('answer');
  await floor.clock.pass(2_000);
  expect(floor.told(caller).at(-1)).toBe('answer');
  expect(rung()).toEqual(['ben']);
});

test('numbers of the company that lead in a circle end with somebody who rings, and nothing leaves', async () => {
  const numbers = { ben: '+4930555012', cleo: '+4930555013', dora: '+4930555014' };
  const line = (person: keyof typeof numbers, to: string) =>
    floor.queues.set(`c-${person}`, {
      ...someLine(person, [someRule('always', to)], { extension: extensions[person] }),
      number: numbers[person],
    });
  line('ben', numbers.cleo);
  line('cleo', numbers.dora);
  line('dora', numbers.cleo);
  const caller = await dial('anna', 'ben');
  for (let settled = 0; settled < 5; settled += 1) await settle();
  expect(rung()).toEqual(['dora']);
  expect(asked).toEqual([]);
  await floor.hangUp(caller);
  expect(await floor.isQuiet()).toBe(true);
});

test('rules that are switched off count for nothing: the line rings', async () => {
  wants('ben', [someRule('always', 'cleo')], { isOn: false });
  await dial('anna', 'ben');
  expect(rung()).toEqual(['ben']);
});

describe('a phone sends a call to a colleague, whose rule sends it to a number', () => {
  const moved = async (contacts: readonly string[]) => {
    const { legId } = floor.rung('ben');
    floor.legs.tell({ type: 'refused', legId, status: 302, phrase: 'Moved Temporarily', contacts });
    for (const _ of ['', ...contacts]) await settle();
  };

  test('the inbox of the line says to which number', async () => {
    wants('cleo', [someRule('always', mobile)]);
    const caller = await dial('anna', 'ben');
    await moved(['13']);
    expect(rung()).toEqual(['ben', `trunk ${mobile}`]);
    expect(asked).toMatchObject([{ userId: 'wcleo', e164: mobile }]);
    expect(floor.book.stages).toMatchObject([{ forwardedTo: { event: { channelId: 'c-ben' }, number: mobile } }]);
    await floor.hangUp(caller);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('where nobody takes it there, a message can be left for the colleague, not for the line', async () => {
    wants('cleo', [someRule('always', mobile)], { routing: message });
    wants('ben', [], { routing: message });
    const caller = await dial('anna', 'ben');
    await moved(['13']);
    floor.legs.tell({ type: 'refused', legId: trunkLeg(), status: 486, phrase: 'Busy Here' });
    await settle();
    expect(floor.told(caller).at(-1)).toBe('answer');
    expect(floor.book.stages.at(-1)).toMatchObject({ events: [{ channelId: 'c-cleo' }] });
  });

  test('another trunk is tried for it, and then whom else the phone named', async () => {
    floor.trunks.push({ trunkId: 't2', address: '192.0.2.2', srtp: 'off' });
    wants('cleo', [someRule('always', mobile)]);
    const caller = await dial('anna', 'ben');
    await moved(['13', '14']);
    floor.legs.tell({ type: 'unreachable', legId: trunkLeg() });
    await settle();
    expect(rung()).toEqual(['ben', `trunk ${mobile}`, `trunk ${mobile}`]);
    floor.legs.tell({ type: 'unreachable', legId: trunkLeg() });
    for (let settled = 0; settled < 3; settled += 1) await settle();
    expect(rung().slice(3)).toEqual(['dora']);
    expect(asked).toHaveLength(1);
    await floor.hangUp(caller);
    expect(await floor.isQuiet()).toBe(true);
  });
});

test.each([
  ['the number of the line, which its mobile was shown: the line rings', '+4930555077', ['ben'], 0],
  ['another number: the mobile is called', '+4940111', [`trunk ${mobile}`], 1],
  ['no number: the mobile is called', null, [`trunk ${mobile}`], 1],
] as const)('a call from outside shows %s', async (_what, number, expected, times) => {
  const line = someLine('ben', [someRule('always', mobile)], { extension: extensions.ben });
  floor.queues.set('c-ben', { ...line, number: '+4930555077' });
  await comes(number, '+4930555077');
  expect(rung()).toEqual(expected);
  expect(asked).toHaveLength(times);
});

test.each([
  ['the number that it called', '+4930555020', 0],
  ['another number', '+4940111', 1],
] as const)('a team sends a call from outside to a number, but not one that shows %s', async (_what, number, times) => {
  floor.queues.set('cteam', {
    channelId: 'cteam',
    accountId: 's1',
    type: 'acd',
    name: 'Team',
    ringSeconds: 20,
    ownerUserId: null,
    members: [],
    extension: '20',
    number: '+4930555020',
    routing: channelRouting.parse({ overflow: { kind: 'number', number: mobile } }),
  });
  await comes(number, '+4930555020');
  expect(asked).toHaveLength(times);
  expect(rung()).toHaveLength(times);
});
