import { beforeEach, describe, expect, test } from 'vitest';
import { FakeFloor, type Handset } from '../testing/fake-floor.ts';

let floor: FakeFloor;
beforeEach(async () => {
  floor = await FakeFloor.open();
});

const settle = () => floor.clock.pass(0);
const only = () => {
  const [entry] = floor.media.endpoints;
  if (!entry) throw new Error('nobody is on the line');
  return { endpointId: entry[0], endpoint: entry[1] };
};

async function calls(dialled: string): Promise<Handset> {
  const handset = await floor.dial('ben', dialled);
  await settle();
  floor.legs.tell({ type: 'acknowledged', legId: handset.legId });
  await settle();
  return handset;
}

/** All that is said until nothing is said any longer, by the names of the files. */
async function heard(): Promise<string[]> {
  const names: string[] = [];
  while (floor.media.endpoints.size > 0) {
    const { endpointId, endpoint } = only();
    const { sound } = endpoint;
    if (sound === null || typeof sound !== 'object') break;
    names.push(sound.file.split('/').at(-1)?.replace('.de.wav', '') ?? '');
    endpoint.sound = null;
    floor.media.tell({ type: 'played', endpointId });
    await settle();
  }
  return names;
}

const hear = async (dialled: string): Promise<string[]> => {
  await calls(dialled);
  const said = await heard();
  await floor.clock.pass(7000);
  return said;
};
const digits = (number: string) => [...number].map((digit) => `digit-${digit}`);

describe('codes of the own line', () => {
  test('switch forwarding on with a number, off, and on again to where it went', async () => {
    expect(await hear('*7201711234')).toEqual(['always-to', ...digits('01711234')]);
    expect(await hear('#21#')).toEqual(['always-off']);
    expect(await hear('*72')).toEqual(['always-to', ...digits('01711234')]);
    expect(floor.ownLines.asked.map(([by]) => by)).toEqual(
      Array(3).fill({ accountId: 's1', userId: 'wben', address: null }),
    );
    expect(await floor.isQuiet()).toBe(true);
  });

  test('say all that is on, and that nothing is', async () => {
    expect(await hear('*74')).toEqual(['nothing-on']);
    expect(await hear('*78')).toEqual(['dnd-on']);
    expect(await hear('*94*97')).toEqual(['unreachable-to', 'voicemail']);
    expect(await hear('*9012')).toEqual(['busy-to', ...digits('12')]);
    expect(await hear('*74')).toEqual(['dnd-on', 'busy-to', ...digits('12'), 'unreachable-to', 'voicemail']);
    expect(await hear('*79')).toEqual(['dnd-off']);
  });

  test('say that a number cannot be forwarded to, or that one is missing', async () => {
    expect(await hear('*92999')).toEqual(['refused']);
    expect(await hear('*92')).toEqual(['no-target']);
    expect(floor.ownLines.lines.size).toBe(0);
    // A target that was there before, and no calls go to any longer.
    await hear('*9212');
    floor.ownLines.change = async () => 'refused';
    expect(await hear('*92')).toEqual(['refused']);
  });

  test('are not for callers who are handed over to them', async () => {
    const [, ben] = await floor.talk('anna', 'ben');
    floor.legs.tell({ type: 'referred', legId: ben.legId, number: '*73', referId: '1' });
    await settle();
    expect(floor.told(ben)).toContain('acceptRefer');
    expect(floor.ownLines.asked).toEqual([]);
  });
});

test.each(['*69', '*74'])('%s speaks to nobody who is joined with it', async (code) => {
  const [, ben] = await floor.talk('anna', 'ben');
  const own = await calls(code);
  floor.legs.tell({ type: 'referred', legId: ben.legId, referId: 'r', number: code, replacesLegId: own.legId });
  await settle();
  expect(floor.told(ben).at(-1)).toBe('notifyRefer 481');
});

describe('the code of the last caller', () => {
  const last = { number: '13', at: new Date(), timeZone: 'Europe/Berlin' };
  const key = async (digit: string) => {
    floor.media.tell({ type: 'dtmf', endpointId: only().endpointId, digit, durationMs: 100 });
    await settle();
  };

  test('says who it was and calls them with a key', async () => {
    floor.ownLines.last = last;
    await calls('*69');
    const said = await heard();
    expect(said.slice(0, 3)).toEqual(['from', 'digit-1', 'digit-3']);
    expect(said.at(-1)).toBe('call-now');
    await key('1');
    expect(await heard()).toEqual(['connecting']);
    await settle();
    await floor.ring('cleo');
    await floor.pickUp('cleo');
    expect(floor.heard()).toHaveLength(1);
  });

  test('counts a key that is pressed at the very beginning', async () => {
    floor.ownLines.last = last;
    await calls('*69');
    await key('1');
    expect(await heard()).toEqual(['connecting']);
    await settle();
    await floor.ring('cleo');
  });

  test('calls nobody without the key, by another one, for help, or who hid their number', async () => {
    floor.ownLines.last = last;
    const caller = await calls('*69');
    await heard();
    await key('2');
    await floor.clock.pass(7000);
    expect(floor.told(caller).at(-1)).toBe('bye');
    floor.ownLines.last = { ...last, number: '112' };
    await calls('*69');
    await heard();
    await key('1');
    expect(await heard()).toEqual(['connecting', 'no-call-back']);
    floor.ownLines.last = { ...last, number: null };
    expect((await hear('*69'))[0]).toBe('from-hidden');
    floor.ownLines.last = null;
    expect(await hear('*69')).toEqual(['nobody-called']);
    expect(floor.legs.of('invite')).toEqual([]);
  });
});
