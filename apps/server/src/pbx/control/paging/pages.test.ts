import { beforeEach, describe, expect, test } from 'vitest';
import { settle } from '../../calls/testing/fake-clock.ts';
import type { DirectoryPagingGroup } from '../../paging-groups.ts';
import { FakeFloor, type Handset, type Person } from '../testing/fake-floor.ts';

let floor: FakeFloor;
beforeEach(async () => {
  floor = await FakeFloor.open();
});

const open = (members: readonly Person[], more: Partial<DirectoryPagingGroup> = {}, dnd: readonly Person[] = []) =>
  floor.pages.set('7', {
    groupId: 'g7',
    name: 'Shop',
    longestSeconds: 120,
    callerIds: null,
    members: members.map((person) => ({ userId: `w${person}`, isDnd: dnd.includes(person) })),
    ...more,
  });

/** Dials the group, and is answered. */
async function pages(person: Person): Promise<Handset> {
  const handset = await floor.dial(person, '*117');
  floor.legs.tell({ type: 'acknowledged', legId: handset.legId });
  await settle();
  return handset;
}
const asked = () =>
  floor.legs
    .of('invite')
    .map(({ target }) => (target.kind === 'device' ? target.contact.userId : null))
    .sort();
const invite = (person: Person) =>
  floor.legs.of('invite').find(({ target }) => target.kind === 'device' && target.contact.userId === `w${person}`);
const speaker = () => {
  const [first] = [...floor.media.endpoints];
  if (!first) throw new Error('nobody is on the line');
  return first;
};
const listeners = () => [...floor.media.endpoints.values()].filter(({ listensOnly }) => listensOnly).length;
const callerHears = () => {
  const [, { sound }] = speaker();
  return typeof sound === 'object' ? (sound?.file.split('/').at(-1) ?? null) : sound;
};

describe('a page', () => {
  test('asks the phones of all free members to answer by themselves, and each hears the caller and is heard by nobody', async () => {
    open(['ben', 'cleo', 'dora']);
    await pages('anna');
    expect(asked()).toEqual(['wben', 'wcleo', 'wdora']);
    expect(invite('ben')).toMatchObject({
      answersItself: true,
      from: { user: '11', name: 'Shop: anna' },
      to: { user: '*117' },
    });
    expect(listeners()).toBe(0);
    await floor.pickUp('ben');
    expect(callerHears()).toBe('beep.wav');
    await floor.pickUp('cleo');
    await floor.pickUp('dora');
    expect(floor.heard()).toHaveLength(1);
    expect(floor.heard()[0]).toHaveLength(4);
    expect(listeners()).toBe(3);
    expect(speaker()[1].listensOnly).toBe(false);
  });

  test('is one call in the book and in the live view, and no member sees one', async () => {
    open(['ben', 'cleo']);
    await pages('anna');
    await floor.pickUp('ben');
    await floor.pickUp('cleo');
    expect(floor.exchange.activeCalls()).toBe(1);
    expect(floor.row('anna')?.body).toMatchObject({ number: '*117', name: 'Shop', state: 'talking' });
    expect([floor.row('ben'), floor.row('cleo')]).toEqual([undefined, undefined]);
  });

  test('leaves out members who talk and the one who speaks, and asks each phone once', async () => {
    await floor.talk('cleo', 'dora');
    open(['anna', 'ben', 'ben', 'cleo', 'dora']);
    floor.legs.orders.length = 0;
    await pages('anna');
    expect(asked()).toEqual(['wben']);
  });

  test('asks the apps of members without a desk phone, and no client of the classic generation', async () => {
    const { contacts } = floor.legs;
    contacts.splice(
      contacts.findIndex(({ userId }) => userId === 'wben'),
      1,
    );
    const app = floor.legs.register('wben', 'webrtc');
    contacts.push({ ...app, endpointId: 'classic', sharesRing: true });
    floor.legs.register('wcleo', 'webrtc');
    open(['ben', 'cleo']);
    await pages('anna');
    const media = floor.legs.of('invite').map(({ target }) => target.kind === 'device' && target.contact.media);
    expect(media).toEqual(['rtp', 'webrtc']);
    expect(asked()).toEqual(['wben', 'wcleo']);
  });

  test('says so where all members want no calls, and ends', async () => {
    open(['ben', 'cleo'], {}, ['ben', 'cleo']);
    const anna = await pages('anna');
    expect(asked()).toEqual([]);
    expect(callerHears()).toBe('page-nobody.de.wav');
    floor.media.tell({ type: 'played', endpointId: speaker()[0] });
    await settle();
    expect(floor.told(anna)).toContain('bye');
    expect(await floor.isQuiet()).toBe(true);
  });

  test('does not wait for a phone that only rings', async () => {
    open(['ben']);
    await pages('anna');
    await floor.ring('ben');
    const ben = floor.rung('ben');
    await floor.clock.pass(5000);
    expect(floor.told(ben)).toContain('cancel');
    expect(callerHears()).toBe('page-nobody.de.wav');
  });

  test('ends with the caller, also while phones are still asked', async () => {
    open(['ben', 'cleo']);
    const anna = await pages('anna');
    const ben = await floor.pickUp('ben');
    const cleo = floor.rung('cleo');
    await floor.hangUp(anna);
    expect(floor.told(ben)).toContain('bye');
    expect(floor.told(cleo)).toContain('cancel');
    expect(await floor.isQuiet()).toBe(true);
  });

  test('ends after its longest time', async () => {
    open(['ben'], { longestSeconds: 30 });
    const anna = await pages('anna');
    const ben = await floor.pickUp('ben');
    floor.media.tell({ type: 'played', endpointId: speaker()[0] });
    await floor.clock.pass(29_000);
    expect(floor.told(ben)).not.toContain('bye');
    await floor.clock.pass(2000);
    expect(floor.told(ben)).toContain('bye');
    expect(floor.told(anna)).toContain('bye');
    expect(await floor.isQuiet()).toBe(true);
  });

  test('goes on without a phone that hangs up, and ends with the last one', async () => {
    open(['ben', 'cleo']);
    const anna = await pages('anna');
    const ben = await floor.pickUp('ben');
    const cleo = await floor.pickUp('cleo');
    floor.media.tell({ type: 'played', endpointId: speaker()[0] });
    await floor.hangUp(ben);
    expect(listeners()).toBe(1);
    expect(floor.told(anna)).not.toContain('bye');
    await floor.hangUp(cleo);
    expect(floor.told(anna)).toContain('bye');
  });

  test('two pages have no phone in common, and a phone that hears one can call', async () => {
    open(['ben', 'cleo']);
    await pages('anna');
    await floor.pickUp('ben');
    floor.legs.orders.length = 0;
    await pages('dora');
    expect(asked()).toEqual([]);
    floor.helpTrunks.push({ trunkId: 't1', numberForm: 'e164', address: '127.0.0.1', srtp: 'off' } as never);
    await floor.dial('ben', '112');
    expect(floor.legs.of('invite').at(-1)?.target).toMatchObject({ kind: 'trunk', number: '112', isEmergency: true });
  });

  test('is refused to users who may not speak to the group, and where there is no group', async () => {
    open(['ben'], { callerIds: ['wben'] });
    expect(floor.told(await floor.dial('anna', '*117'))).toContain('refuse 403');
    expect(floor.told(await floor.dial('anna', '*118'))).toContain('refuse 404');
    expect(asked()).toEqual([]);
  });

  test('a phone may hold it and come back, and cannot hand it over', async () => {
    open(['ben']);
    await pages('anna');
    const ben = await floor.pickUp('ben');
    floor.legs.tell({ type: 'reoffered', legId: ben.legId, sdp: floor.legs.of('invite')[0]?.offer ?? '' });
    floor.legs.tell({ type: 'referred', legId: ben.legId, referId: 'r1', number: '13' });
    await settle();
    expect(floor.told(ben)).toEqual(expect.arrayContaining(['answerReoffer', 'refuseRefer 403']));
  });

  test('a restart of signalling ends it', async () => {
    open(['ben']);
    await pages('anna');
    await floor.pickUp('ben');
    const next = await floor.reborn();
    expect(next.exchange.activeCalls()).toBe(0);
    expect(next.media.endpoints.size).toBe(0);
  });
});

describe('a colleague who calls in', () => {
  const callsIn = (person: Person, extension = '12') => floor.dial(person, `*80${extension}`);

  test('is refused where the company does not allow it, and for extensions of anything but users', async () => {
    expect(floor.told(await callsIn('anna'))).toContain('refuse 403');
    floor.intercom = true;
    expect(floor.told(await callsIn('anna', '99'))).toContain('refuse 404');
    expect(floor.told(await callsIn('anna', '11'))).toContain('refuse 486');
  });

  test('has the phone answer by itself, which plays a tone before both hear each other', async () => {
    floor.intercom = true;
    const anna = await callsIn('anna');
    expect(floor.legs.of('invite').at(-1)).toMatchObject({ answersItself: true, to: { user: '12' } });
    await floor.pickUp('ben');
    floor.legs.tell({ type: 'acknowledged', legId: anna.legId });
    await settle();
    expect(floor.heard()).toHaveLength(1);
    expect([...floor.media.endpoints.values()].filter(({ sound }) => sound === 'confirmation')).toHaveLength(1);
    expect(floor.row('ben')?.body).toMatchObject({ state: 'talking', number: '11' });
  });

  test('is an ordinary call to a user who refuses it, and for a caller who is handed over', async () => {
    floor.intercom = true;
    const line = await floor.directory.channelByExtension('s1', '12');
    if (!line) throw new Error('no line');
    floor.queues.set('c-ben', { ...line, members: line.members.map((each) => ({ ...each, refusesIntercom: true })) });
    await callsIn('anna');
    expect(floor.legs.of('invite').at(-1)?.answersItself).toBeUndefined();
    floor.queues.clear();
    const [anna] = await floor.talk('anna', 'cleo');
    floor.legs.tell({ type: 'referred', legId: anna.legId, referId: 'r1', number: '*8014' });
    await settle();
    expect(floor.legs.of('invite').at(-1)).toMatchObject({ target: { contact: { userId: 'wdora' } } });
    expect(floor.legs.of('invite').at(-1)?.answersItself).toBeUndefined();
  });

  test('never reaches a user who talks or wants no calls, or a phone that hears a page', async () => {
    floor.intercom = true;
    const [caller] = await floor.talk('ben', 'dora');
    expect(floor.told(await callsIn('anna'))).toContain('refuse 486');
    await floor.hangUp(caller);
    const line = await floor.directory.channelByExtension('s1', '12');
    if (!line) throw new Error('no line');
    floor.queues.set('c-ben', { ...line, members: line.members.map((each) => ({ ...each, isDnd: true })) });
    expect(floor.told(await callsIn('anna'))).toContain('refuse 486');
    floor.queues.clear();
    open(['ben']);
    await pages('cleo');
    await floor.pickUp('ben');
    expect(floor.told(await callsIn('anna'))).toContain('refuse 486');
  });

  test('goes nowhere else where nobody answers', async () => {
    floor.intercom = true;
    const anna = await callsIn('anna');
    await floor.refuse('ben', 480);
    expect(floor.told(anna)).toContain('refuse 480');
  });
});
