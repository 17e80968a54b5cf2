import { beforeEach, describe, expect, test } from 'vitest';
import { MediaError } from '../../media/media.ts';
import { someQueue } from '../../routing/testing/some-channel.ts';
import { FakeFloor, type Handset } from '../testing/fake-floor.ts';

let floor: FakeFloor;
beforeEach(async () => {
  floor = await FakeFloor.open();
  floor.menus.set('main', {
    promptAnnouncementId: 'welcome',
    waitSeconds: 5,
    repeats: 1,
    keys: [
      { key: '1', target: { kind: 'channel', channelId: 'c-ben' } },
      { key: '2', target: { kind: 'menu', menuId: 'support' } },
      { key: '3', target: { kind: 'number', number: '+4940123456' } },
      { key: '4', target: { kind: 'channel', channelId: 'queue' } },
      { key: '5', target: { kind: 'voicemail', channelId: 'queue' } },
      { key: '6', target: { kind: 'announcement', announcementId: 'hours' } },
      { key: '#', target: { kind: 'again' } },
    ],
    nothing: { kind: 'channel', channelId: 'c-cleo' },
  });
  floor.menus.set('support', {
    promptAnnouncementId: 'support',
    keys: [
      { key: '1', target: { kind: 'channel', channelId: 'c-dora' } },
      { key: '*', target: { kind: 'back' } },
    ],
  });
});

const settle = () => floor.clock.pass(0);
const only = () => {
  const [entry] = floor.media.endpoints;
  if (!entry) throw new Error('nobody is on the line');
  return { endpointId: entry[0], endpoint: entry[1] };
};
const playing = () => {
  const { sound } = only().endpoint;
  return sound !== null && typeof sound === 'object' ? sound.file.split('/').at(-1) : sound;
};
async function played(): Promise<void> {
  floor.media.tell({ type: 'played', endpointId: only().endpointId });
  await settle();
}
async function press(...digits: string[]): Promise<void> {
  for (const digit of digits) floor.media.tell({ type: 'dtmf', endpointId: only().endpointId, digit, durationMs: 100 });
  await settle();
}
async function calls(routing: Record<string, unknown> = {}, members: string[] = []): Promise<Handset> {
  floor.queues.set('queue', someQueue(members, { menuId: 'main', ...routing }, { channelId: 'queue' }));
  const caller = await floor.dial('anna', '20');
  await settle();
  floor.legs.tell({ type: 'acknowledged', legId: caller.legId });
  await settle();
  return caller;
}

describe('a caller of a channel with a voice menu', () => {
  test('hears it, and a key that is pressed meanwhile leads to the colleague', async () => {
    const caller = await calls();
    expect(playing()).toBe('welcome.wav');
    await press('1');
    expect(playing()).toBe('ringback');
    await floor.ring('ben');
    await floor.pickUp('ben');
    expect(floor.heard()).toHaveLength(1);
    expect(floor.told(caller)).toEqual(['answer']);
    expect(floor.book.lines).toContain('established wben');
    expect(floor.book.lines).toContain('menuLed queue main 1');
    // The event of the channel that was reached says so as well.
    expect(floor.book.stages[0]?.events).toMatchObject([{ channelId: 'c-ben', menuPath: 'main 1' }]);
    await floor.hangUp(caller);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('rings the members of the channel itself', async () => {
    await calls({}, ['wdora']);
    expect(floor.legs.of('invite')).toEqual([]);
    await press('4');
    await floor.ring('dora');
    expect(playing()).toBe('ringback');
  });

  test('need not wait for it: a key that is pressed at the very first moment counts', async () => {
    floor.queues.set('queue', someQueue([], { menuId: 'main' }, { channelId: 'queue' }));
    const caller = await floor.dial('anna', '20');
    await settle();
    floor.legs.tell({ type: 'acknowledged', legId: caller.legId });
    floor.media.tell({ type: 'dtmf', endpointId: only().endpointId, digit: '1', durationMs: 100 });
    await settle();
    await floor.ring('ben');
  });

  test('whose key is sent by INFO is heard as well', async () => {
    const caller = await calls();
    floor.legs.tell({ type: 'info', legId: caller.legId, digit: '1' } as never);
    await settle();
    await floor.ring('ben');
  });

  test('hears the next menu immediately, and skips it with keys that were pressed ahead', async () => {
    await calls();
    await press('2');
    expect(playing()).toBe('support.wav');
    await press('*');
    expect(playing()).toBe('welcome.wav');
    await press('2', '1');
    await floor.ring('dora');
    expect(floor.book.lines).toContain('menuLed queue main 2, support *, main 2, support 1');
  });

  test('is told of a wrong key, hears the menu again, and goes on where nothing was pressed', async () => {
    await calls();
    await press('9');
    expect(playing()).toBe('wrong-key.de.wav');
    await played();
    expect(playing()).toBe('welcome.wav');
    await played();
    await floor.clock.pass(4900);
    expect(floor.legs.of('invite')).toEqual([]);
    await floor.clock.pass(200);
    await floor.ring('cleo');
  });

  test('dials an extension, and the key of one digit when none follows', async () => {
    floor.menus.set('main', { ...floor.menus.get('main'), dialExtensions: true });
    const first = await calls();
    await press('1', '3');
    await floor.ring('cleo');
    await floor.hangUp(first);
    expect(await floor.isQuiet()).toBe(true);
    await calls();
    await press('1');
    await floor.clock.pass(2400);
    expect(playing()).toBeNull();
    await floor.clock.pass(200);
    await floor.ring('ben');
  });

  test('spells a name by its first letters, and the key of one digit when none follows', async () => {
    floor.menus.set('main', { ...floor.menus.get('main'), dialNames: true });
    const first = await calls();
    await press('2', '5', '9'); // spells none of them
    expect(playing()).toBe('wrong-key.de.wav');
    await press('2', '5', '3'); // the beginning of cleo
    await floor.clock.pass(2600);
    await floor.ring('cleo');
    await floor.hangUp(first);
    expect(await floor.isQuiet()).toBe(true);
    const second = await calls();
    await press('2');
    await floor.clock.pass(2600);
    expect(playing()).toBe('support.wav');
    await floor.hangUp(second);
  });

  test('leaves a message, or hears an announcement and that is the end', async () => {
    const first = await calls({ voicemail: { enabled: true, maxSeconds: 60 } });
    await press('5');
    expect(playing()).toBe('voicemail-greeting.de.wav');
    await floor.hangUp(first);
    expect(await floor.isQuiet()).toBe(true);
    const second = await calls();
    await press('6');
    expect(playing()).toBe('hours.wav');
    await played();
    expect(floor.told(second)).toEqual(['answer', 'bye']);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('is led outside by a trunk, and only where the account may call', async () => {
    floor = new FakeFloor();
    const asked: string[] = [];
    floor.policy = {
      async mayCall({ e164, kind }) {
        asked.push(`${kind} ${e164}`);
        return { allowed: false, status: 403, code: 'DESTINATION_BARRED' };
      },
    };
    await FakeFloor.open(floor);
    floor.trunks.push({ trunkId: 't1', address: '192.0.2.1', srtp: 'off' });
    floor.menus.set('main', { keys: [{ key: '3', target: { kind: 'number', number: '+4940123456' } }] });
    const caller = await calls();
    await press('3');
    expect(asked).toEqual(['forward +4940123456']);
    expect(floor.legs.of('invite')).toEqual([]);
    expect(floor.told(caller).at(-1)).toBe('bye');
  });

  test('who hangs up in the menu is a missed call of the channel', async () => {
    const caller = await calls();
    await floor.hangUp(caller);
    await settle();
    expect(floor.book.lines).toEqual(['opened', 'ended HANGUP']);
    expect(await floor.isQuiet()).toBe(true);
  });

  test.each([
    ['is gone', () => floor.menus.delete('main')],
    [
      'cannot be played',
      () => {
        const play = floor.media.play.bind(floor.media);
        floor.media.play = async (endpointId, sound) => {
          if (typeof sound === 'object' && sound?.file === '/welcome.wav')
            throw new MediaError('BAD_SOUND_FILE', 'no WAV');
          await play(endpointId, sound);
        };
      },
    ],
  ])('comes to the members where the menu %s', async (_why, breakIt) => {
    breakIt();
    await calls({}, ['wben']);
    await floor.ring('ben');
  });
});
