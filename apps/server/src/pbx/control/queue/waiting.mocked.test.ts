import { beforeEach, describe, expect, test, vi } from 'vitest';
import { someMember, someQueue } from '../../routing/testing/some-channel.ts';
import { FakeFloor, type Handset, music, type Person } from '../testing/fake-floor.ts';

let floor: FakeFloor;
beforeEach(async () => {
  floor = await FakeFloor.open();
});

/** A channel of ben alone, or of others too, whose callers wait in a queue. */
const queue = (waiting: object = {}, routing: object = {}, members: readonly string[] = ['ben']) =>
  floor.queues.set(
    'queue',
    someQueue(
      members.map((name) => someMember(`w${name}`)),
      { waiting, ...routing },
      { channelId: 'queue', extension: '20', number: '+4930555020' },
    ),
  );
/** A member has their follow-up time until a moment, or has done it. */
function hasFollowUp(name: string, isOn: boolean): void {
  const channel = floor.queues.get('queue');
  if (!channel) throw new Error('there is no queue');
  const followUpUntil = isOn ? new Date('2099-01-01') : null;
  const members = channel.members.map((each) => (each.userId === `w${name}` ? { ...each, followUpUntil } : each));
  floor.queues.set('queue', { ...channel, members });
}
const invitesOf = (person: string) =>
  floor.legs.of('invite').filter(({ target }) => target.kind === 'device' && target.contact.userId === `w${person}`);

/** A caller on the line, with their audio. */
interface Waits {
  readonly handset: Handset;
  readonly endpointId: string;
}
/** Calls while nobody is free, and confirms the answer of the exchange. */
async function waits(person: Person): Promise<Waits> {
  return await answered(() => floor.dial(person, '20'));
}
/** The same of somebody outside, who comes by a trunk. */
async function comes(number: string): Promise<Waits> {
  return await answered(async () => {
    floor.legs.tell({
      type: 'invited',
      legId: 'outside',
      sipCallId: 'sip-outside',
      called: '+4930555020',
      media: 'rtp',
      address: '192.0.2.1',
      offer: [
        'v=0',
        'o=- 1 1 IN IP4 192.0.2.1',
        's=-',
        'c=IN IP4 192.0.2.1',
        't=0 0',
        'm=audio 4000 RTP/AVP 8',
        '',
      ].join('\r\n'),
      from: {
        kind: 'trunk',
        number,
        name: null,
        maxForwards: 70,
        trunks: [{ trunkId: 't1', accountId: 's1', called: '+4930555020', numberForm: 'e164' }],
      },
    });
    await floor.clock.pass(0);
    return { legId: 'outside', callId: 'sip-outside' };
  });
}
async function answered(calls: () => Promise<Handset>): Promise<Waits> {
  const before = new Set(floor.media.endpoints.keys());
  const handset = await calls();
  await floor.clock.pass(0);
  floor.legs.tell({ type: 'acknowledged', legId: handset.legId });
  await floor.clock.pass(0);
  const endpointId = [...floor.media.endpoints.keys()].find((each) => !before.has(each));
  if (endpointId === undefined) throw new Error('the caller is not on the line');
  return { handset, endpointId };
}
const playing = ({ endpointId }: Waits) => {
  const sound = floor.media.endpoints.get(endpointId)?.sound ?? null;
  return sound !== null && typeof sound === 'object' ? sound.file.split('/').at(-1) : sound;
};
async function played({ endpointId }: Waits): Promise<void> {
  floor.media.tell({ type: 'played', endpointId });
  await floor.clock.pass(0);
}

test('after kill -9 of signalling a caller waits on, and is taken; one who left the queue is not kept', async () => {
  queue();
  hasFollowUp('ben', true);
  const anna = await waits('anna');
  await floor.clock.pass(5000);
  floor = await floor.reborn();
  queue();
  hasFollowUp('ben', true);
  expect(floor.exchange.activeCalls()).toBe(1);
  await floor.clock.pass(2500);
  expect(floor.exchange.activeCalls()).toBe(1);
  expect(floor.told(anna.handset)).toEqual([]);
  hasFollowUp('ben', false);
  await floor.clock.pass(2500);
  expect(invitesOf('ben').length).toBeGreaterThan(0);
  await floor.pickUp('ben');
  await floor.hangUp(anna.handset);
  expect(await floor.isQuiet()).toBe(true);
  expect(floor.book.stored.size).toBe(0);
});

describe('callers who wait in a queue', () => {
  test('hear it ring where a member is free, and are not answered before that member does', async () => {
    queue();
    const caller = await floor.dial('anna', '20');
    await floor.ring('ben');
    expect(floor.told(caller)).toEqual(['provisional 180']);
    await floor.pickUp('ben');
    expect(floor.told(caller)).toEqual(['provisional 180', 'answer']);
    await floor.hangUp(caller);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('are answered with music of the account, that nothing begins from the start while members ring', async () => {
    queue();
    hasFollowUp('ben', true);
    const anna = await waits('anna');
    expect(floor.told(anna.handset)).toEqual(['answer']);
    expect(floor.media.endpoints.get(anna.endpointId)?.sound).toEqual(music);
    const sound = floor.media.endpoints.get(anna.endpointId)?.sound;
    await floor.clock.pass(9000);
    hasFollowUp('ben', false);
    await floor.clock.pass(2000);
    await floor.ring('ben');
    expect(floor.media.endpoints.get(anna.endpointId)?.sound).toBe(sound);
    await floor.pickUp('ben');
    expect(floor.media.endpoints.get(anna.endpointId)?.sound).toBeNull();
    expect(floor.heard()).toHaveLength(1);
    await floor.hangUp(anna.handset);
    expect(floor.agents.ended).toEqual(['wben queue']);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('hear the channel’s own music, and that of the account where it is gone', async () => {
    queue({ musicId: 'waltz' });
    hasFollowUp('ben', true);
    expect(playing(await waits('anna'))).toBe('waltz.wav');
    queue({ musicId: 'gone' });
    hasFollowUp('ben', true);
    expect(playing(await waits('dora'))).toBe('music.wav');
  });

  test('hear the music of the company they call, not of their own', async () => {
    const settings = floor.directory.callSettings;
    floor.directory.callSettings = async (accountId) => ({
      ...(await settings(accountId)),
      holdMusic: `${accountId}.wav`,
    });
    queue();
    hasFollowUp('ben', true);
    expect(playing(await waits('anna'))).toBe('s1.wav');
    const channel = floor.queues.get('queue');
    if (!channel) throw new Error('there is no queue');
    floor.queues.set('queue', { ...channel, accountId: 's2' });
    expect(playing(await waits('dora'))).toBe('s2.wav');
  });

  test('hear their place, and again as the queue gets shorter', async () => {
    queue({ positionEverySeconds: 30 });
    hasFollowUp('ben', true);
    const anna = await waits('anna');
    expect(playing(anna)).toBe('place-1.de.wav');
    await played(anna);
    expect(playing(anna)).toBe('music.wav');
    await floor.clock.pass(10);
    const dora = await waits('dora');
    expect(playing(dora)).toBe('place-2.de.wav');
    await played(dora);
    await floor.hangUp(anna.handset);
    await floor.clock.pass(28_000);
    expect(playing(dora)).toBe('music.wav');
    await floor.clock.pass(4000);
    expect(playing(dora)).toBe('place-1.de.wav');
    await played(dora);
    expect(playing(dora)).toBe('music.wav');
    await floor.hangUp(dora.handset);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('are taken in the order in which they came, though another looks first', async () => {
    queue();
    hasFollowUp('ben', true);
    const anna = await waits('anna');
    await floor.clock.pass(1500);
    const dora = await waits('dora');
    await floor.clock.pass(400);
    // Dora’s call would look again before Anna’s.
    hasFollowUp('ben', false);
    await floor.clock.pass(3000);
    await floor.ring('ben');
    expect(invitesOf('ben')).toHaveLength(1);
    await floor.pickUp('ben');
    expect(floor.media.endpoints.get(anna.endpointId)?.bridgedWith).not.toBeNull();
    expect(floor.media.endpoints.get(dora.endpointId)?.bridgedWith).toBeNull();
    await floor.hangUp(anna.handset);
    await floor.clock.pass(2000);
    await floor.ring('ben');
    await floor.pickUp('ben');
    expect(floor.media.endpoints.get(dora.endpointId)?.bridgedWith).not.toBeNull();
    await floor.hangUp(dora.handset);
    expect(await floor.isQuiet()).toBe(true);
  });

  test.each([
    ['+4940555111', true],
    ['+4940666111', false],
  ])(
    'from %s are taken before those who came earlier, where the channel lists their number: %s',
    async (number, is) => {
      queue({ positionEverySeconds: 600, first: ['+4940555'] });
      hasFollowUp('ben', true);
      const anna = await waits('anna');
      await played(anna);
      await floor.clock.pass(5000);
      const outside = await comes(number);
      expect(playing(outside)).toBe(`place-${is ? 1 : 2}.de.wav`);
      await played(outside);
      hasFollowUp('ben', false);
      await floor.clock.pass(3000);
      await floor.pickUp('ben');
      const [taken, waiting] = is ? [outside, anna] : [anna, outside];
      expect(floor.media.endpoints.get(taken.endpointId)?.bridgedWith).not.toBeNull();
      expect(floor.media.endpoints.get(waiting.endpointId)?.bridgedWith).toBeNull();
    },
  );

  test('do not wait for who is ahead and rung for already, where another member is free', async () => {
    queue({}, { strategy: 'fixed-order', turnSeconds: 20 }, ['ben', 'cleo']);
    hasFollowUp('ben', true);
    hasFollowUp('cleo', true);
    await waits('anna');
    await floor.clock.pass(10);
    await waits('dora');
    hasFollowUp('ben', false);
    hasFollowUp('cleo', false);
    await floor.clock.pass(5000);
    expect([invitesOf('ben').length, invitesOf('cleo').length]).toEqual([1, 1]);
    expect(new Set(floor.agents.claims.values()).size).toBe(2);
  });

  test('keep their place when nobody takes them in a round, and are rung for again', async () => {
    queue({}, { ringSeconds: 10 });
    hasFollowUp('ben', true);
    const anna = await waits('anna');
    hasFollowUp('ben', false);
    await floor.clock.pass(2000);
    expect(invitesOf('ben')).toHaveLength(1);
    await floor.clock.pass(10_000);
    expect(floor.told(floor.rung('ben'))).toEqual(['invite', 'cancel']);
    expect(floor.agents.claims.size).toBe(0);
    await floor.clock.pass(5000);
    expect(invitesOf('ben')).toHaveLength(2);
    expect(playing(anna)).toBe('music.wav');
  });
});

describe('callers who wait', () => {
  test('read their channel together, and ask for the music and release members once', async () => {
    queue({ musicId: 'waltz' });
    hasFollowUp('ben', true);
    const callers = [await waits('anna'), await waits('dora'), await waits('cleo')];
    expect(callers.map(playing)).toEqual(['waltz.wav', 'waltz.wav', 'waltz.wav']);
    const reads = vi.spyOn(floor.directory, 'channelById');
    const asks = vi.spyOn(floor.directory, 'announcementFile');
    const releases = vi.spyOn(floor.agents, 'release');
    await floor.clock.pass(60_000);
    expect([asks.mock.calls.length, releases.mock.calls.length]).toEqual([0, 0]);
    expect(reads.mock.calls.length).toBeGreaterThan(20);
    expect(reads.mock.calls.length).toBeLessThanOrEqual(30);
    hasFollowUp('ben', false);
    await floor.clock.pass(2000);
    expect(invitesOf('ben')).toHaveLength(1);
    await floor.refuse('ben');
    expect(releases.mock.calls.length).toBe(1);
    expect(floor.agents.claims.size).toBe(0);
    for (const { handset } of callers) await floor.hangUp(handset);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('hear the music of the next queue when they go on to it', async () => {
    queue({ musicId: 'waltz', longestSeconds: 10 }, { overflow: { kind: 'channel', channelId: 'second' } });
    const second = { channelId: 'second', extension: '21' };
    floor.queues.set(
      'second',
      someQueue([someMember('wcleo', { isClaimed: true })], { waiting: { musicId: 'tango' } }, second),
    );
    hasFollowUp('ben', true);
    const anna = await waits('anna');
    expect(playing(anna)).toBe('waltz.wav');
    await floor.clock.pass(12_000);
    expect(playing(anna)).toBe('tango.wav');
  });
});

describe('a queue that cannot take a caller', () => {
  test('sends on who waited for longest, who hears how it ends', async () => {
    queue({ longestSeconds: 10 }, { overflow: { kind: 'voicemail' }, voicemail: { enabled: true, maxSeconds: 60 } });
    hasFollowUp('ben', true);
    const anna = await waits('anna');
    await floor.clock.pass(9000);
    expect(playing(anna)).toBe('music.wav');
    await floor.clock.pass(1000);
    expect(playing(anna)).toBe('voicemail-greeting.de.wav');
    await floor.hangUp(anna.handset);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('ends the call of who waited in vain', async () => {
    queue({ longestSeconds: 10 });
    hasFollowUp('ben', true);
    const anna = await waits('anna');
    await floor.clock.pass(10_000);
    expect(floor.told(anna.handset)).toEqual(['answer', 'bye']);
    expect(floor.book.lines.at(-1)).toBe('ended TEMPORARILY_UNAVAILABLE');
    expect(await floor.isQuiet()).toBe(true);
  });

  test('is held up by nobody who left it for a voice menu', async () => {
    floor.menus.set('later', { promptAnnouncementId: 'later', repeats: 5, waitSeconds: 30 });
    queue({ longestSeconds: 10 }, { overflow: { kind: 'menu', menuId: 'later' } });
    hasFollowUp('ben', true);
    const anna = await waits('anna');
    await floor.clock.pass(9000);
    const dora = await waits('dora');
    await floor.clock.pass(1000);
    expect(playing(anna)).toBe('later.wav');
    hasFollowUp('ben', false);
    await floor.clock.pass(2000);
    await floor.pickUp('ben');
    expect(floor.media.endpoints.get(dora.endpointId)?.bridgedWith).not.toBeNull();
  });

  test('sends on who comes when it is full, and takes them again once somebody left', async () => {
    floor.queues.set('second', someQueue(['wcleo'], {}, { channelId: 'second', extension: '21' }));
    queue({ mostCallers: 1, full: { kind: 'channel', channelId: 'second' } });
    hasFollowUp('ben', true);
    const anna = await waits('anna');
    const dora = await floor.dial('dora', '20');
    await floor.clock.pass(0);
    expect(invitesOf('cleo')).toHaveLength(1);
    expect(floor.told(dora)).not.toContain('answer');
    await floor.hangUp(dora);
    floor.legs.tell({ type: 'cancelled', legId: dora.legId });
    await floor.hangUp(anna.handset);
    expect(playing(await waits('dora'))).toBe('music.wav');
  });
});
