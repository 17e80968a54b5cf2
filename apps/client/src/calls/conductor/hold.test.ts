import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Desk, settle, sitDown } from './testing/desk.ts';

async function talk(like: Parameters<typeof sitDown>[0] = {}): Promise<Desk> {
  const desk = await sitDown(like);
  desk.exchange.script('+493023125410', 'answer');
  await desk.conductor.dial({ number: '030 23125410', channelId: null });
  await settle();
  expect(desk.calls()[0]?.state).toBe('Established');
  return desk;
}

test('the key pressed again before the phone system answered takes the call back', async () => {
  const { conductor, phone, calls } = await talk();
  const presses = [conductor.toggleHold('mine-1'), conductor.toggleHold('mine-1')];
  // The wish shows immediately; the microphone opens only when the call is taken back.
  expect([calls()[0]?.hold, phone.microphoneOpen]).toEqual(['resuming', false]);
  expect(phone.holds).toEqual([true]);
  await Promise.all(presses);
  expect(phone.holds).toEqual([true, false]);
  expect([calls()[0]?.hold, calls()[0]?.mute, phone.microphoneOpen]).toEqual(['none', 'NONE', true]);
});

test('the last wish wins however fast the key is pressed, and no order overtakes another', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(8), { minLength: 1, maxLength: 12 }), async (pauses) => {
      const { conductor, phone, calls, clock, problems } = await talk();
      for (const turns of pauses) {
        void conductor.toggleHold('mine-1');
        for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      }
      await settle();
      const held = pauses.length % 2 === 1;
      const end = [held ? 'held' : 'none', held ? 'PROGRAMMATIC' : 'NONE', !held];
      expect([calls()[0]?.hold, calls()[0]?.mute, phone.microphoneOpen]).toEqual(end);
      // Each order turns the one before it around, so none is asked for twice and the last one is the wish.
      expect(phone.holds).toEqual(phone.holds.map((_, at) => at % 2 === 0));
      expect(phone.holds.length % 2 === 1).toBe(held);
      await clock.pass(5000);
      expect([calls()[0]?.hold, calls()[0]?.mute, phone.microphoneOpen]).toEqual(end);
      expect(problems).toEqual([]);
    }),
  );
});

test('a row from before the answer undoes nothing, and one that stays counts', async () => {
  const { conductor, phone, calls, clock } = await talk();
  const seen = new Set<string | undefined>();
  await conductor.toggleHold('mine-1');
  await conductor.toggleHold('mine-1');
  const stop = conductor.store.subscribe(() => seen.add(calls()[0]?.hold));
  phone.tell('mine-1', { type: 'held', held: true });
  await clock.pass(500);
  phone.tell('mine-1', { type: 'held', held: false });
  await clock.pass(5000);
  stop();
  expect(seen.has('held')).toBe(false);

  await conductor.toggleHold('mine-1');
  await conductor.toggleHold('mine-1');
  await settle();
  // It is held from another device.
  phone.tell('mine-1', { type: 'held', held: true });
  await clock.pass(1000);
  expect([calls()[0]?.hold, phone.microphoneOpen]).toEqual(['held', false]);
  phone.tell('mine-1', { type: 'held', held: false });
  expect([calls()[0]?.hold, phone.microphoneOpen]).toEqual(['none', true]);
});

test('a hold that fails after it was taken back is not reported, and the call is taken back all the same', async () => {
  const { conductor, phone, calls, problems } = await talk();
  phone.failNext('hold', 'HOLD_FAILED');
  await Promise.all([conductor.toggleHold('mine-1'), conductor.toggleHold('mine-1')]);
  expect(phone.holds).toEqual([true, false]);
  expect([calls()[0]?.hold, phone.microphoneOpen, problems]).toEqual(['none', true, []]);
});

test('a call that ends while it is being held asks for nothing more', async () => {
  const { conductor, phone, calls, problems, clock } = await talk();
  const presses = [conductor.toggleHold('mine-1'), conductor.toggleHold('mine-1')];
  conductor.hangUp('mine-1');
  await Promise.all(presses);
  await clock.pass(2000);
  expect([phone.holds, calls()[0]?.hold, problems]).toEqual([[true], 'none', []]);
});

test('a second call is accepted only once the first one is held, however far its hold has come', async () => {
  const { exchange, conductor, phone, calls } = await talk({ callWaiting: () => true });
  exchange.callFromOutside('11', { number: '+4930555' });
  await settle();
  const second = calls()[1]?.id ?? '';
  void conductor.toggleHold('mine-1');
  void conductor.toggleHold('mine-1');
  await conductor.accept(second);
  await settle();
  expect(calls().map(({ state, hold }) => [state, hold])).toEqual([
    ['Established', 'held'],
    ['Established', 'none'],
  ]);
  expect(phone.holds.at(-1)).toBe(true);
});

test('the key for hold on a held call beside another one switches, so that two are never heard', async () => {
  const { exchange, conductor, calls } = await talk({ callWaiting: () => true });
  exchange.callFromOutside('11', { number: '+4930555' });
  await settle();
  await conductor.accept(calls()[1]?.id ?? '');
  await settle();
  await conductor.toggleHold('mine-1');
  await settle();
  expect(calls().map(({ hold }) => hold)).toEqual(['none', 'held']);
  await conductor.toggleHold('mine-1');
  await settle();
  expect(calls().map(({ hold }) => hold)).toEqual(['held', 'held']);
});

test('switching back before the first switch is done leaves the calls as they were', async () => {
  const { exchange, conductor, calls } = await talk({ callWaiting: () => true });
  exchange.callFromOutside('11', { number: '+4930555' });
  await settle();
  await conductor.accept(calls()[1]?.id ?? '');
  await settle();
  const holds = () => calls().map(({ hold }) => hold);
  for (const [presses, end] of [
    [1, ['none', 'held']],
    [2, ['none', 'held']],
    [3, ['held', 'none']],
  ] as const) {
    for (let press = 0; press < presses; press += 1) void conductor.switchLine(null);
    await settle();
    expect(holds()).toEqual(end);
  }
});

test('a caller who gives up while the first call is being held leaves no call waiting', async () => {
  const { exchange, conductor, phone, calls } = await talk({ callWaiting: () => true });
  const caller = exchange.callFromOutside('11', { number: '+4930555' });
  await settle();
  const accepting = conductor.accept(calls()[1]?.id ?? '');
  expect(calls()[0]?.hold).toBe('holding');
  caller.leave();
  await accepting;
  await settle();
  expect([calls()[0]?.hold, phone.holds]).toEqual(['none', [true, false]]);
});

test('a call that cannot be held is still heard, and the other keeps ringing and can be accepted again', async () => {
  const { exchange, conductor, phone, calls, problems } = await talk({ callWaiting: () => true });
  exchange.callFromOutside('11', { number: '+4930555' });
  await settle();
  const [one, other] = calls();
  phone.failNext('hold', 'HOLD_FAILED');
  await conductor.accept(other?.id ?? '');
  expect(calls().map(({ state, hold }) => `${state} ${hold}`)).toEqual(['Established none', 'Ringing none']);
  expect([problems, phone.isMicrophoneOpen(one?.id ?? '')]).toEqual([['HOLD_FAILED'], true]);
  await conductor.accept(other?.id ?? '');
  await settle();
  expect(calls().map(({ state, hold }) => `${state} ${hold}`)).toEqual(['Established held', 'Established none']);
});
