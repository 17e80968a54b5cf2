import { beforeEach, expect, test } from 'vitest';
import { settle } from '../../calls/testing/fake-clock.ts';
import { soundFile } from '../../media/sounds.ts';
import { someMember, someQueue } from '../../routing/testing/some-channel.ts';
import type { SupervisionRule } from '../../supervision.ts';
import { recordingDesk } from '../recording/recordings.ts';
import { FakeFloor, type Handset, type Person } from '../testing/fake-floor.ts';
import { fakeRecordings } from '../testing/fake-recordings.ts';

let floor: FakeFloor;
let caller: Handset;
let agent: Handset;
const call = { channelId: 'queue', docId: 'pbx-q' };

const allow = (person: Person, rule: SupervisionRule = 'shown') =>
  floor.supervisions.allowed.set(`w${person}`, { rule, name: person, channelName: 'Service' });
const begin = (person: Person, asAdministrator = false) =>
  floor.exchange.supervise(`w${person}`, call, asAdministrator);
const guest = () => [...floor.media.endpoints].find(([, { visit }]) => visit !== null);
const announcement = { file: soundFile('supervisionAnnouncement', 'de'), loop: false };
const hearing = (what: object) =>
  [...floor.media.endpoints].filter(([, { sound }]) => JSON.stringify(sound) === JSON.stringify(what));

/** Every sound that plays has been heard to its end. */
async function played(): Promise<void> {
  for (const [endpointId, { sound }] of [...floor.media.endpoints]) {
    if (sound === null || typeof sound === 'string' || sound.loop) continue;
    await floor.media.play(endpointId, null);
    floor.media.tell({ type: 'played', endpointId });
  }
  await settle();
}
/** The supervisor chooses the call, and picks up. */
async function listens(person: Person): Promise<Handset> {
  const begun = begin(person);
  await settle();
  await begun;
  const leg = await floor.pickUp(person);
  await settle();
  await played();
  return leg;
}
const key = async ({ legId }: Handset, digit: string) => {
  floor.legs.tell({ type: 'info', legId, digit, durationMs: 100 } as never);
  await settle();
};

beforeEach(async () => {
  floor = new FakeFloor();
  floor.recordings = recordingDesk(fakeRecordings);
  await FakeFloor.open(floor);
  floor.queues.set(
    'queue',
    someQueue([someMember('wben', { displayName: 'ben' })], {}, { channelId: 'queue', extension: '20' }),
  );
  caller = await floor.dial('anna', '20', 'q');
  await floor.ring('ben');
  agent = await floor.pickUp('ben');
  floor.legs.tell({ type: 'acknowledged', legId: caller.legId });
  await settle();
  allow('cleo');
});

test('the phone of a supervisor rings with the name of the queue, and once picked up the supervisor hears both and is heard by nobody', async () => {
  await listens('cleo');
  expect(floor.legs.of('invite').at(-1)).toMatchObject({
    target: { contact: { userId: 'wcleo' } },
    from: { user: '*55', name: 'Service' },
  });
  expect(guest()?.[1].visit).toMatchObject({ heardBy: [] });
  expect(floor.supervisions.lines).toEqual(['wcleo began with wben shown']);
  expect(floor.row('ben')?.body.supervision).toMatchObject({
    role: 'supervised',
    name: 'cleo',
    mode: 'listen',
    state: 'active',
  });
  expect(floor.row('cleo')?.body.supervision).toMatchObject({ role: 'supervisor', ...call });
});

test('whispering is heard by the member, joining by both, by command as by key, each noted before', async () => {
  const leg = await listens('cleo');
  const [member] = guest()?.[1].visit?.pair ?? [];
  await floor.exchange.setSupervision('wcleo', call, 'whisper');
  expect(guest()?.[1].visit?.heardBy).toEqual([member]);
  // A colleague who called the queue does not see that the member is spoken to.
  expect(floor.row('ben')?.body.supervision?.mode).toBe('whisper');
  expect(floor.row('anna')?.body.supervision?.mode).toBe('listen');
  await key(leg, '3');
  expect(guest()?.[1].visit?.heardBy).toHaveLength(2);
  await key(leg, '1');
  expect(guest()?.[1].visit?.heardBy).toEqual([]);
  expect(floor.supervisions.lines.slice(1)).toEqual(['whisper', 'join', 'listen']);
});

test('both hear the announcement before the supervisor hears anything, and nobody is listened to before its end', async () => {
  allow('cleo', 'announced');
  const begun = begin('cleo');
  await settle();
  await begun;
  await floor.pickUp('cleo');
  expect(hearing(announcement)).toHaveLength(3);
  expect(floor.row('ben')?.body.supervision).toMatchObject({ state: 'begins' });
  expect(guest()).toBeUndefined();
  await floor.clock.pass(60_000);
  expect(guest()).toBeUndefined();
  expect(floor.supervisions.lines).toEqual(['wcleo began with wben announced', 'ended notAnnounced']);
  expect(floor.row('ben')?.body.supervision).toBeNull();
});

test('nobody listens without the right, to their own call, to one that someone else listens to, or to a call of no queue', async () => {
  await expect(begin('dora')).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  for (const own of ['ben', 'anna'] as const) {
    allow(own);
    await expect(begin(own)).rejects.toMatchObject({ code: 'WRONG_STATE' });
  }
  allow('dora');
  await listens('cleo');
  await expect(begin('dora')).rejects.toMatchObject({ code: 'WRONG_STATE' });
  await expect(floor.exchange.setSupervision('wdora', call, 'join')).rejects.toMatchObject({ code: 'NO_SUCH_CALL' });
  const other = { channelId: 'queue', docId: 'pbx-other' };
  await expect(floor.exchange.supervise('wdora', other, false)).rejects.toMatchObject({ code: 'NO_SUCH_CALL' });
});

test('while the phone of one supervisor rings a second one has to wait, and may begin once the first has declined', async () => {
  allow('dora');
  const begun = begin('cleo');
  await settle();
  await begun;
  await expect(begin('dora')).rejects.toMatchObject({ code: 'WRONG_STATE' });
  await floor.refuse('cleo');
  await listens('dora');
  expect(floor.supervisions.lines).toEqual(['wdora began with wben shown']);
});

test('a supervisor who asks twice is rung once, and may ask again after declining', async () => {
  const begun = begin('cleo');
  const twice = expect(begin('cleo')).rejects.toMatchObject({ code: 'WRONG_STATE' });
  await settle();
  await Promise.all([begun, twice]);
  await expect(begin('cleo')).rejects.toMatchObject({ code: 'WRONG_STATE' });
  const rung = floor.legs.of('invite').flatMap(({ target }) => (target.kind === 'device' ? target.contact.userId : []));
  expect(rung.filter((userId) => userId === 'wcleo')).toHaveLength(1);
  await floor.refuse('cleo');
  await listens('cleo');
  expect(floor.supervisions.lines).toEqual(['wcleo began with wben shown']);
});

test('a private call is not found by the extension of a user who is in one', async () => {
  await floor.hangUp(caller);
  await floor.talk('anna', 'ben');
  const cleo = await floor.dial('cleo', '*5512');
  floor.legs.tell({ type: 'acknowledged', legId: cleo.legId });
  await settle();
  expect(guest()).toBeUndefined();
  expect(hearing({ file: soundFile('supervisionNowhere', 'de'), loop: false })).toHaveLength(1);
  expect(floor.supervisions.lines).toEqual([]);
});

test('a phone listens to the call of a member by their extension; being an administrator is not enough there', async () => {
  const dialled = async () => {
    const cleo = await floor.dial('cleo', '*5512');
    floor.legs.tell({ type: 'acknowledged', legId: cleo.legId });
    await settle();
    await played();
    return cleo;
  };
  floor.supervisions.administrators.add('wcleo');
  await dialled();
  expect(guest()).toBeUndefined();
  floor.supervisions.administrators.clear();
  await dialled();
  expect(guest()).toBeDefined();
});

test('it ends with the call, and when the supervisor hangs up the call goes on', async () => {
  const leg = await listens('cleo');
  await floor.hangUp(leg);
  expect(floor.supervisions.lines.at(-1)).toBe('ended supervisor');
  expect(floor.row('ben')?.body).toMatchObject({ supervision: null, state: 'talking' });
  const again = await listens('cleo');
  await floor.hangUp(caller);
  expect(floor.supervisions.lines.at(-1)).toBe('ended callOver');
  expect(floor.told(again).at(-1)).toBe('bye');
  expect(await floor.isQuiet()).toBe(true);
});

test('it ends when the member hands the caller over, and when the right is withdrawn', async () => {
  await listens('cleo');
  floor.supervisions.allowed.delete('wcleo');
  await floor.clock.pass(10_000);
  expect(floor.supervisions.lines.at(-1)).toBe('ended withdrawn');
  allow('cleo');
  await listens('cleo');
  await floor.exchange.transferBlindly('wben', { id: agent.callId }, '14');
  await settle();
  expect(floor.supervisions.lines.at(-1)).toBe('ended callOver');
});

test('a withdrawn right ends it although keys are pressed, and before the mode changes', async () => {
  const leg = await listens('cleo');
  floor.supervisions.allowed.delete('wcleo');
  for (let count = 0; count < 3; count += 1) {
    await floor.clock.pass(4000);
    await key(leg, '9');
  }
  expect(floor.supervisions.lines.at(-1)).toBe('ended withdrawn');
  allow('cleo');
  const again = await listens('cleo');
  floor.supervisions.allowed.delete('wcleo');
  await key(again, '3');
  expect(floor.supervisions.lines.slice(-1)).toEqual(['ended withdrawn']);
  allow('cleo');
  await listens('cleo');
  floor.supervisions.allowed.delete('wcleo');
  await expect(floor.exchange.setSupervision('wcleo', call, 'whisper')).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  await settle();
  expect(floor.supervisions.lines.slice(-1)).toEqual(['ended withdrawn']);
  expect(floor.supervisions.lines).not.toContain('join');
});

test('a supervisor who has joined a recorded call answers its question by key, and it goes on without them', async () => {
  const leg = await listens('cleo');
  const settings = await floor.directory.callSettings('s1');
  floor.directory.callSettings = async () => ({ ...settings, recordingConsent: 'keypress' });
  const press = async (endpointId: string | undefined, digit: string) => {
    floor.media.tell({ type: 'dtmf', endpointId: endpointId ?? '', digit, durationMs: 100 });
    await settle();
  };
  const started = floor.exchange.startRecording('wben', { id: agent.callId });
  await settle();
  await press(guest()?.[1].visit?.pair[1], '1');
  await started;
  const state = () => floor.row('ben')?.body.recording?.state;
  expect(state()).toBe('recording');
  await key(leg, '3');
  expect(state()).toBe('asking');
  await key(leg, '1');
  expect([state(), guest()?.[1].visit?.heardBy.length]).toEqual(['recording', 2]);
  // Nobody asks any longer: the keys are for the mode.
  await key(leg, '1');
  expect([state(), guest()?.[1].visit?.heardBy.length]).toEqual(['recording', 0]);
  await floor.hangUp(leg);
  const again = await listens('cleo');
  await key(again, '3');
  await key(again, '2');
  expect([state(), guest()?.[1].visit?.heardBy.length]).toEqual(['stopped', 2]);
  await floor.hangUp(again);
  expect(state()).toBe('recording');
});

test('nobody else comes to listen: neither by a call that is joined with it, nor by the code', async () => {
  const leg = await listens('cleo');
  const [, own] = await floor.talk('dora', 'cleo');
  const nobodys = { number: '*5512', ownNumber: null, sessionId: null };
  floor.legs.tell({ type: 'referred', legId: own.legId, referId: 'r', number: '*55', replacesLegId: leg.legId });
  await settle();
  expect(floor.told(own).at(-1)).toBe('notifyRefer 481');
  await expect(floor.exchange.transferBlindly('wcleo', { id: own.callId }, '*5512')).rejects.toMatchObject({
    code: 'BAD_TARGET',
  });
  await expect(floor.exchange.startTransfer('wcleo', { id: own.callId }, nobodys)).rejects.toMatchObject({
    code: 'BAD_TARGET',
  });
  expect(floor.heard()).toHaveLength(2);
});

test('a member whose page is reloaded is listened to on the new one', async () => {
  await listens('cleo');
  const before = guest()?.[1].visit?.pair[0];
  await floor.replace('ben', agent);
  const now = guest()?.[1].visit?.pair[0];
  expect(now).toBeDefined();
  expect(now).not.toBe(before);
});

test('nothing of what is heard can be recorded by the supervisor, and a dead media process ends it', async () => {
  const leg = await listens('cleo');
  await expect(floor.exchange.startRecording('wcleo', { id: leg.callId })).rejects.toMatchObject({
    code: 'WRONG_STATE',
  });
  floor.media.tell({ type: 'lost' });
  await settle();
  expect(floor.supervisions.lines.at(-1)).toMatch(/^ended/);
  expect(floor.supervised.by('wcleo')).toBeNull();
});

test('a caller on hold is not listened to, until both talk again', async () => {
  await listens('cleo');
  await floor.exchange.hold('wben', { id: agent.callId }, true);
  await settle();
  expect(guest()).toBeUndefined();
  expect(floor.row('ben')?.body.supervision?.state).toBe('waits');
  await floor.exchange.hold('wben', { id: agent.callId }, false);
  await settle();
  expect(guest()?.[1].visit).toMatchObject({ heardBy: [] });
  expect(floor.row('ben')?.body.supervision?.state).toBe('active');
});

test('a call that is on hold is not begun with', async () => {
  await floor.exchange.hold('wben', { id: agent.callId }, true);
  await expect(begin('cleo')).rejects.toMatchObject({ code: 'WRONG_STATE' });
});

test('after a restart of signalling the two still talk, and nobody listens', async () => {
  await listens('cleo');
  const guestId = guest()?.[0] ?? '';
  floor = await floor.reborn();
  expect(floor.media.endpoints.has(guestId)).toBe(false);
  expect(floor.media.endpoints.size).toBe(2);
  expect(floor.heard()).toHaveLength(1);
  expect(floor.row('ben')?.body).toMatchObject({ state: 'talking', supervision: null });
});
