import { beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeFloor, type Handset } from '../../testing/fake-floor.ts';

let floor: FakeFloor;
beforeEach(async () => {
  floor = await FakeFloor.open();
});

/** The caller is answered by the exchange and hears it. */
async function answered(caller: Handset): Promise<void> {
  await floor.clock.pass(0);
  floor.legs.tell({ type: 'acknowledged', legId: caller.legId });
  await floor.clock.pass(0);
}
const only = () => {
  const entry = [...floor.media.endpoints].at(-1);
  if (!entry) throw new Error('nobody is on the line');
  return { endpointId: entry[0], endpoint: entry[1] };
};
/** The sound that plays is over. */
async function played(): Promise<void> {
  floor.media.tell({ type: 'played', endpointId: only().endpointId });
  await floor.clock.pass(0);
}
async function press(digits: string): Promise<void> {
  for (const digit of digits) {
    floor.media.tell({ type: 'dtmf', endpointId: only().endpointId, digit, durationMs: 100 });
    await floor.clock.pass(0);
  }
}
const playing = () => {
  const { sound } = only().endpoint;
  return sound !== null && typeof sound === 'object' ? (sound.file.split('/').at(-1) ?? '') : sound;
};
const plays = async (what: RegExp) => await vi.waitFor(() => expect(playing()).toMatch(what));
/** Everything that is said until then. */
async function until(what: RegExp): Promise<string[]> {
  const heard: string[] = [];
  for (let sounds = 0; sounds < 60; sounds += 1) {
    await vi.waitFor(() => expect(playing()).not.toBeNull());
    const now = String(playing());
    if (what.test(now)) return heard;
    heard.push(now.replace(/\.(de|en)\.wav$/, ''));
    const before = only().endpoint.sound;
    await played();
    await vi.waitFor(() => expect(only().endpoint.sound).not.toBe(before));
  }
  throw new Error(`never heard ${what}: ${heard.join(' ')}`);
}
const hearing = async (...ids: string[]): Promise<Handset> => {
  floor.voicemails.waiting.push(...ids);
  const caller = await floor.dial('ben', '*97');
  await answered(caller);
  return caller;
};
const changes = () => floor.voicemails.lines.filter((line) => !line.includes(' takes '));

describe('messages', () => {
  test('are counted and played one after the other, and those heard to the end are heard', async () => {
    const caller = await hearing('one', 'gone', 'old');
    expect(await until(/^beep/)).toEqual(['you-have', 'number-2', 'new-many', 'and', 'kept-one']);
    await played();
    await plays(/^sidetone-/);
    await played();
    await plays(/^choices/);
    expect(changes()).toEqual(['heard one']);
    await press('6');
    expect(await until(/^beep/)).toEqual(['gone']);
    await press('##');
    await plays(/^confirmation/);
    await played();
    await vi.waitFor(() => expect(floor.told(caller)).toEqual(['answer', 'bye']));
    expect(changes()).toEqual(['heard one']);
    expect(floor.book.lines).toContain('established wben');
    expect(floor.media.endpoints.size).toBe(0);
  });

  test('go on to the next one when nobody presses a key, and the call ends after the last', async () => {
    const caller = await hearing('one');
    await until(/^choices/);
    await played();
    await floor.clock.pass(6000);
    await plays(/^end/);
    await played();
    await floor.clock.pass(6000);
    await plays(/^confirmation/);
    await played();
    await vi.waitFor(() => expect(floor.told(caller)).toEqual(['answer', 'bye']));
  });

  test('stay new when the user hangs up before the end, and keys that mean nothing do not interrupt them', async () => {
    const caller = await hearing('one');
    await until(/^sidetone-/);
    await press('2A*');
    await plays(/^beep/);
    await floor.hangUp(caller);
    await floor.clock.pass(0);
    expect(changes()).toEqual([]);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('that are deleted go with the step to the next, or with the end of the call', async () => {
    const caller = await hearing('one', 'two', 'three');
    await until(/^sidetone-/);
    await press('7');
    await plays(/^deleted/);
    expect(changes()).toEqual([]);
    await press('6');
    await until(/^sidetone-/);
    expect(changes()).toEqual(['removed one']);
    await press('77');
    await plays(/^kept/);
    await press('67');
    await plays(/^deleted/);
    await floor.hangUp(caller);
    await vi.waitFor(() => expect(changes()).toEqual(['removed one', 'removed three']));
    expect(await floor.isQuiet()).toBe(true);
  });

  test('are all there after signalling was killed while one was about to be deleted', async () => {
    await hearing('one');
    await until(/^sidetone-/);
    await press('7');
    await plays(/^deleted/);
    const next = await floor.reborn();
    await next.clock.pass(60_000);
    expect([next.exchange.activeCalls(), next.media.endpoints.size]).toEqual([0, 0]);
    expect([...changes(), ...next.voicemails.lines]).toEqual([]);
  });

  test('are heard by two at the same time, and what one deletes is gone for the other', async () => {
    const first = await hearing('one', 'two');
    await until(/^sidetone-/);
    const second = await floor.dial('ben', '*97');
    await answered(second);
    await until(/^sidetone-/);
    await press('76');
    await vi.waitFor(() => expect(changes()).toEqual(['removed one']));
    await floor.hangUp(second);
    await floor.hangUp(first);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('say who left them and when, and can be kept as new', async () => {
    await hearing('one');
    await until(/^choices/);
    await press('3');
    const heard = await until(/^choices/);
    expect(heard.slice(0, 3)).toEqual(['from', 'digit-1', 'digit-1']);
    expect(heard).toEqual(expect.arrayContaining(['at']));
    await press('9');
    expect(await until(/^choices/)).toEqual(['kept-new']);
    expect(changes()).toEqual(['heard one', 'new one']);
  });

  test('are announced as none where there are none', async () => {
    await hearing();
    expect(await until(/^end/)).toEqual(['no-messages']);
    expect(changes()).toEqual([]);
  });
});

describe('the caller who left a message', () => {
  test('is called back by the rules of the user who calls, and a deleted message is gone', async () => {
    const caller = await hearing('one');
    await until(/^sidetone-/);
    await press('78');
    await plays(/^connecting/);
    await played();
    await vi.waitFor(() => floor.rung('anna'));
    await vi.waitFor(() => expect(changes()).toEqual(['removed one']));
    await floor.ring('anna');
    await floor.pickUp('anna');
    expect(floor.heard()).toHaveLength(1);
    expect(floor.told(caller)).toEqual(['answer']);
    expect(floor.row('ben')?.body).toMatchObject({ state: 'talking', number: '11', name: 'anna' });
    await floor.hangUp(caller);
    expect(await floor.isQuiet()).toBe(true);
  });

  test.each([
    [null, 'no-number'],
    ['112', 'no-call-back'],
    ['*43', 'no-call-back'],
    ['99', 'no-call-back'],
    ['+493055512', 'no-call-back'],
  ])('%j is not called, and the menu goes on', async (number, said) => {
    floor.voicemails.from = number;
    await hearing('one');
    await until(/^sidetone-/);
    await press('8');
    expect((await until(/^choices/)).filter((name) => name !== 'connecting')).toEqual([said]);
    await press('6');
    await plays(/^end/);
  });
});

describe('greeting and PIN', () => {
  test('the greeting is the standard one again', async () => {
    await hearing();
    await until(/^end/);
    await press('02');
    await plays(/^standard-greeting/);
    expect(floor.voicemails.lines).toEqual(['standard c-ben']);
  });

  test('a PIN is changed once it was entered twice, unless it is weak', async () => {
    await hearing();
    await until(/^end/);
    await press('03');
    await plays(/^pin-new/);
    await press('1234#');
    expect(await until(/^pin-new/)).toEqual(['pin-weak']);
    await press('4829#4828#');
    expect(await until(/^pin-new/)).toEqual(['pin-differs']);
    expect(floor.voicemails.pins.size).toBe(0);
    await press('4829#4829#');
    expect(await until(/^settings/)).toEqual(['pin-changed']);
    expect(floor.voicemails.pins.get('wben')).toBe('4829');
  });

  test('the longest PIN may end with # as well', async () => {
    await hearing();
    await until(/^end/);
    await press('03');
    await plays(/^pin-new/);
    await press('7391648205#7391648205#');
    expect(await until(/^settings/)).toEqual(['pin-changed']);
    expect(floor.voicemails.pins.get('wben')).toBe('7391648205');
  });
});

describe('a mailbox at the phone of somebody else', () => {
  const visiting = async (extension: string): Promise<Handset> => {
    floor.voicemails.waiting.push('one');
    const caller = await floor.dial('ben', `*97${extension}`);
    await answered(caller);
    return caller;
  };

  test('opens with its PIN', async () => {
    floor.voicemails.pins.set('wanna', '4829');
    await visiting('11');
    await plays(/^room-pin/);
    await press('4829#');
    expect(await until(/^beep/)).toEqual(['you-have', 'new-one']);
    expect(floor.voicemails.lines).toEqual(['wanna takes one']);
  });

  test('stays shut for wrong PINs and for a mailbox without one, and the answer to guesses comes ever later', async () => {
    const guesses = async () => {
      const caller = await visiting('11');
      for (const pin of ['1111#', '2222#', '3333#']) {
        await vi.waitFor(() => expect(playing()).toMatch(/^room-(pin|wrong)/));
        await press(pin);
        await floor.clock.pass(30_000);
      }
      await until(/^room-goodbye/);
      await played();
      await vi.waitFor(() => expect(floor.told(caller)).toEqual(['answer', 'bye']));
    };
    for (let calls = 0; calls < 4; calls += 1) await guesses();
    // No PIN from this phone is checked any longer, not even the right one.
    floor.voicemails.pins.set('wanna', '4829');
    await visiting('11');
    await plays(/^room-pin/);
    await press('4829#');
    await plays(/^room-goodbye/);
    expect(floor.voicemails.lines).toEqual([]);
  });

  test('belongs to a user: extensions of queues have none', async () => {
    expect(floor.told(await floor.dial('ben', '*9799'))).toEqual(['refuse 404']);
  });

  test('at the own phone no PIN is asked for', async () => {
    await visiting('12');
    expect(await until(/^beep/)).toEqual(['you-have', 'new-one']);
  });
});
