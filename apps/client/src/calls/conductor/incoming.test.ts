import { expect, test } from 'vitest';
import { phaseOf } from '../core/phase.ts';
import { settle, sitDown } from './testing/desk.ts';

const stranger = { number: '+493023125410' };

test('a call rings, is accepted, and the clock runs once both sides hear each other', async () => {
  const { exchange, conductor, calls, sounds } = await sitDown();
  const caller = exchange.callFromOutside('11', stranger);
  await settle();
  expect(phaseOf(calls())).toBe('callIncoming');
  expect(sounds).toEqual(['ring']);
  const id = calls()[0]?.id ?? '';
  const accepted = conductor.accept(id);
  expect(calls()[0]?.state).toBe('Establishing');
  expect(sounds).toEqual(['ring', 'quiet']);
  await accepted;
  await settle();
  expect(calls()[0]).toMatchObject({ state: 'Established', docId: `pbx-${id}` });
  expect(caller.heard).toEqual(['180', '200']);
});

test('a colleague who calls in is heard by itself where the user allows it, and never into a call', async () => {
  const told: (string | null)[] = [];
  const { exchange, calls } = await sitDown({
    callWaiting: () => true,
    answersItself: async () => (name) => told.push(name),
  });
  const first = exchange.callFromOutside('11', { number: '12', displayName: 'Ben', asksToAnswer: true });
  await settle();
  expect(first.heard).toEqual(['180', '200']);
  exchange.callFromOutside('11', { number: '13', asksToAnswer: true });
  await settle();
  expect(calls().map(({ state }) => state)).toEqual(['Established', 'Ringing']);
  expect(told).toEqual(['Ben']);
});

test('users do not read that they were heard by a colleague who gave up before', async () => {
  const told: (string | null)[] = [];
  const look = Promise.withResolvers<(name: string | null) => void>();
  const { exchange, calls } = await sitDown({ answersItself: () => look.promise });
  const caller = exchange.callFromOutside('11', { number: '12', displayName: 'Ben', asksToAnswer: true });
  await settle();
  caller.leave();
  await settle();
  look.resolve((name) => told.push(name));
  await settle();
  expect(calls().map(({ state }) => state)).not.toContain('Established');
  expect(told).toEqual([]);
});

test('a colleague who calls in rings where the user does not allow more, and so does any other call', async () => {
  const { exchange, calls } = await sitDown({ answersItself: async () => null });
  exchange.callFromOutside('11', { number: '12', asksToAnswer: true });
  await settle();
  expect(calls()[0]?.state).toBe('Ringing');
  const other = await sitDown({ answersItself: async () => () => {} });
  other.exchange.callFromOutside('11', stranger);
  await settle();
  expect(other.calls()[0]?.state).toBe('Ringing');
});

test('a second incoming call is refused with 603 while one is ringing', async () => {
  const { exchange, phone, calls } = await sitDown();
  exchange.callFromOutside('11', stranger);
  await settle();
  const carol = exchange.callFromOutside('11', { number: '+493011' });
  await settle();
  expect(carol.heard).toEqual(['603 Busy Here']);
  expect(phone.refusals).toEqual(['603 Busy Here']);
  expect(phaseOf(calls())).toBe('callIncoming');
});

test('do not disturb refuses as busy, and nothing rings', async () => {
  const { exchange, calls, sounds } = await sitDown({ isDnd: () => true });
  const caller = exchange.callFromOutside('11', stranger);
  await settle();
  expect(caller.heard).toEqual(['486 Busy Here']);
  expect([calls(), sounds]).toEqual([[], []]);
});

test('a declined call says so to the network and closes by itself', async () => {
  const { exchange, conductor, calls, clock } = await sitDown();
  const caller = exchange.callFromOutside('11', stranger);
  await settle();
  conductor.decline(calls()[0]?.id ?? '');
  expect(calls()[0]).toMatchObject({ state: 'Terminated', reason: 'DECLINED', endedBy: 'user' });
  expect(caller.heard).toEqual(['180', '486 Busy Here; cause=603']);
  await clock.pass(2299);
  expect(calls()).toHaveLength(1);
  await clock.pass(1);
  expect(calls()).toHaveLength(0);
});

test('a call that nobody takes ends after 180 s', async () => {
  const { exchange, calls, clock, sounds } = await sitDown();
  const caller = exchange.callFromOutside('11', stranger);
  await clock.pass(179_999);
  expect(calls()[0]?.state).toBe('Ringing');
  await clock.pass(1);
  expect(calls()[0]).toMatchObject({ state: 'Terminated', reason: 'TERMINATED', endedBy: 'system' });
  expect(caller.heard.at(-1)).toBe('486 Busy Here');
  expect(sounds).toEqual(['ring', 'quiet']);
});

test('a call taken on another device shows that, before and during the accept', async () => {
  const { exchange, conductor, calls } = await sitDown();
  const caller = exchange.callFromOutside('11', stranger);
  await settle();
  caller.cancelAnsweredElsewhere();
  expect(calls()[0]?.state).toBe('AcceptedElsewhere');

  const second = exchange.callFromOutside('11', stranger);
  await settle();
  const accepting = conductor.accept(calls()[0]?.id ?? '');
  second.cancelAnsweredElsewhere();
  await accepting;
  expect(calls()[0]?.state).toBe('AcceptedElsewhere');
});

test('the caller hears busy and the user the reason when accepting fails', async () => {
  const { exchange, phone, conductor, calls, problems } = await sitDown();
  const caller = exchange.callFromOutside('11', stranger);
  await settle();
  phone.failNext('accept', 'MICROPHONE_DENIED');
  await conductor.accept(calls()[0]?.id ?? '');
  expect(caller.heard.at(-1)).toBe('486 Busy Here');
  expect(problems).toEqual(['MICROPHONE_DENIED']);
  expect(calls()[0]?.state).toBe('Terminated');
});

test('a caller who gives up is shown as cancelled and leaves no noise', async () => {
  const { exchange, calls, sounds } = await sitDown();
  const caller = exchange.callFromOutside('11', stranger);
  await settle();
  caller.leave();
  expect(calls()[0]).toMatchObject({ state: 'Terminated', reason: 'CANCELLED', endedBy: 'remote' });
  expect(sounds).toEqual(['ring', 'quiet']);
});

test('a withheld number is not looked up, a known one gets its name', async () => {
  const asked: string[] = [];
  const { exchange, calls, clock } = await sitDown({
    findRemote: async (number) => {
      asked.push(number);
      return {
        name: 'Amadou Keïta',
        organization: null,
        avatarType: 'contact',
        isTeam: false,
        contactId: 'k1',
        userId: null,
      };
    },
  });
  exchange.callFromOutside('11', { number: null }).leave();
  await clock.pass(5000);
  exchange.callFromOutside('11', { number: '+493023125410', displayName: 'AMADOU' });
  await settle();
  expect(asked).toEqual(['+493023125410']);
  expect(calls()[0]?.remote?.name).toBe('Amadou Keïta');
});

test('a caller who becomes known during the call, or changes their name, is shown by the new name immediately', async () => {
  let known: string | null = null;
  const { exchange, conductor, calls } = await sitDown({
    findRemote: async () =>
      known === null
        ? null
        : {
            name: known,
            organization: null,
            avatarType: 'contact',
            isTeam: false,
            contactId: 'k1',
            userId: null,
          },
  });
  exchange.callFromOutside('11', { number: '+493023125410' });
  await settle();
  expect(calls()[0]?.remote?.contactId ?? null).toBeNull();
  for (const name of ['Ronja Brodersen', 'Ronja Marten']) {
    known = name;
    conductor.lookUpAgain();
    await settle();
    expect(calls()[0]?.remote?.name).toBe(name);
  }
});

test('a call that came in on another channel names that channel, unless the user is not in it', async () => {
  const { exchange, phone, calls } = await sitDown();
  for (const [channelId, name] of [
    ['sales', 'Sales'],
    ['board', null],
  ] as const) {
    const caller = exchange.callFromOutside('11', stranger);
    await settle();
    const id = calls()[0]?.id ?? '';
    expect(calls()[0]?.forwardedFrom).toBeNull();
    phone.tell(id, { type: 'forwarded', channelId });
    expect(calls()[0]?.forwardedFrom).toEqual({ channelId, name });
    caller.leave();
  }
});

test('a call that rings where it came in counts as not forwarded', async () => {
  const { exchange, phone, calls } = await sitDown();
  exchange.callFromOutside('11', { ...stranger, channelId: 'sales' });
  await settle();
  phone.tell(calls()[0]?.id ?? '', { type: 'forwarded', channelId: 'sales' });
  expect(calls()[0]).toMatchObject({ channelId: 'sales', forwardedFrom: null });
});
