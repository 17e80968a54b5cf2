import { beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeFloor, type Handset } from '../testing/fake-floor.ts';

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
  const [entry] = floor.media.endpoints;
  if (!entry) throw new Error('nobody is on the line');
  return { endpointId: entry[0], endpoint: entry[1] };
};
/** The sound that plays is over. */
async function played(): Promise<void> {
  floor.media.tell({ type: 'played', endpointId: only().endpointId });
  await floor.clock.pass(0);
}
async function press(digit: string): Promise<void> {
  floor.media.tell({ type: 'dtmf', endpointId: only().endpointId, digit, durationMs: 100 });
  await floor.clock.pass(0);
}
const playing = () => {
  const { sound } = only().endpoint;
  return sound !== null && typeof sound === 'object' ? sound.file.split('/').at(-1) : sound;
};
describe('messages', () => {
  const hearing = async (...ids: string[]): Promise<Handset> => {
    floor.voicemails.waiting.push(...ids);
    const caller = await floor.dial('ben', '*97');
    await answered(caller);
    return caller;
  };
  const plays = async (what: RegExp) => await vi.waitFor(() => expect(playing()).toMatch(what));

  test('are played one after the other, each after a tone, and those heard to the end are heard', async () => {
    const caller = await hearing('one', 'gone', 'two');
    await plays(/^beep/);
    await played();
    await plays(/^sidetone-/);
    await played();
    await plays(/^beep/);
    expect(floor.voicemails.passed).toHaveLength(3);
    expect(floor.voicemails.lines).toEqual(['wben takes one', 'heard one', 'wben takes gone', 'wben takes two']);
    await press('#');
    await plays(/^confirmation/);
    await played();
    await vi.waitFor(() => expect(floor.told(caller)).toEqual(['answer', 'bye']));
    expect(floor.voicemails.lines).not.toContain('heard two');
    expect(floor.book.lines).toContain('established wben');
    expect(floor.media.endpoints.size).toBe(0);
  });

  test('are played again with *, and stay unheard for who hangs up', async () => {
    const caller = await hearing('one');
    await plays(/^beep/);
    await played();
    await plays(/^sidetone-/);
    await press('*');
    await plays(/^beep/);
    await floor.hangUp(caller);
    await floor.clock.pass(0);
    expect(floor.voicemails.lines).toEqual(['wben takes one']);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('that are none end with a tone alone', async () => {
    await hearing();
    await plays(/^confirmation/);
    expect(floor.voicemails.lines).toEqual([]);
  });
});
