import { conferenceRoomChange, newConferenceRoom } from '@sidetone/contract/entities/conference-room.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TwoCompanies, twoCompanies } from '../testing/two-companies.ts';

let world: TwoCompanies;
const steered: unknown[] = [];
beforeAll(async () => {
  world = await twoCompanies({ exchange: { steerRoom: (...order: unknown[]) => steered.push(order) > 0 } } as never);
});
afterAll(async () => await world.api.stop());

const add = (name: string, given: object = {}) =>
  world.ask(routes.createConferenceRoom, { body: newConferenceRoom.parse({ name, pin: '4711', ...given }) });
const added = async (name: string, given: object = {}) => (await add(name, given)).body.id;
const change = (roomId: string, given: object) =>
  world.ask(routes.changeConferenceRoom, {
    params: { roomId },
    body: conferenceRoomChange.parse({ name: 'Board', number: null, ...given }),
  });
const kept = (roomId: string) =>
  world.api.db.selectFrom('conference_rooms').selectAll().where('channel_id', '=', roomId).executeTakeFirst();

describe('a conference room', () => {
  test('has an extension and a channel of its own, and its PIN is readable for nobody in the database', async () => {
    const { body } = await add('Board', { extension: '777', ownerUserId: world.member.userId });
    expect(body.extension).toBe('777');
    const row = await kept(body.id);
    expect(row).toMatchObject({ owner_user_id: world.member.userId, most_people: 20, announces: true });
    expect(row?.pin_sealed.toString('latin1')).not.toContain('4711');
    const { steps } = (await world.ask(routes.tryRouting, { body: { to: { number: '777' } } })).body;
    expect(steps).toMatchObject([
      { kind: 'channel', name: 'Board' },
      { kind: 'room', name: 'Board' },
    ]);
    expect((await add('Again', { extension: '777' })).status).toBe(409);
    // It rings nobody, so it has neither members nor settings of calls.
    const ofChannel = { params: { channelId: body.id } };
    expect((await world.ask(routes.setChannelRouting, { ...ofChannel, body: {} as never })).status).toBe(409);
  });

  test('is changed only from its newest revision, and PINs that are not given stay', async () => {
    const roomId = await added('Board', { moderatorPin: '9999' });
    expect((await change(roomId, { revision: 0, mostPeople: 5 })).status).toBe(200);
    expect((await change(roomId, { revision: 0, mostPeople: 6 })).status).toBe(409);
    const before = await kept(roomId);
    expect((await change(roomId, { mostPeople: 7, waitsForModerator: true })).status).toBe(200);
    expect((await change(roomId, { moderatorPin: null, waitsForModerator: true })).body).toMatchObject({
      issues: [{ path: 'waitsForModerator', message: 'nobodyLeads' }],
    });
    expect((await change(roomId, { pin: '9999' })).body).toMatchObject({
      issues: [{ path: 'moderatorPin', message: 'samePin' }],
    });
    expect(before?.most_people).toBe(5);
    const details = (await world.audited()).filter(({ target }) => target === roomId);
    expect(details.map(({ action }) => action)).toEqual([
      'conferenceRoom.created',
      'conferenceRoom.changed',
      'conferenceRoom.changed',
    ]);
    expect(JSON.stringify(details)).not.toContain('9999');
  });

  test('has an owner of its own company alone, and is gone with its extension', async () => {
    expect((await add('Board', { ownerUserId: world.stranger.userId })).status).toBe(404);
    const roomId = await added('Short', { extension: '778' });
    const remove = () => world.ask(routes.deleteConferenceRoom, { params: { roomId } });
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(404);
    expect((await add('Short again', { extension: '778' })).status).toBe(200);
    expect((await world.audited()).map(({ action }) => action)).toContain('conferenceRoom.removed');
  });

  test('obeys its owner and administrators, and each order has its line in the audit log', async () => {
    const roomId = await added('Ours', { ownerUserId: world.member.userId });
    const others = await added('Theirs');
    const end = (id: string, who: { token: string }) =>
      world.ask(routes.steerConferenceRoom, { params: { roomId: id }, body: { do: 'end' } }, who);
    expect((await end(roomId, world.member)).status).toBe(200);
    expect((await end(others, world.member)).status).toBe(404);
    expect((await end(others, world.admin)).status).toBe(200);
    expect((await end(others, world.stranger)).status).toBe(404);
    expect(steered).toEqual([
      [world.admin.accountId, roomId, { do: 'end' }],
      [world.admin.accountId, others, { do: 'end' }],
    ]);
    const lines = (await world.audited()).filter(({ action }) => action === 'conferenceRoom.ended');
    expect(lines.map(({ actor, target }) => [actor, target])).toEqual([
      [world.member.userId, roomId],
      [world.admin.userId, others],
    ]);
  });

  test('obeys an administrator outside the networks of the administration only where they own it', async () => {
    const { admin, api, ask } = world;
    const [own, others] = [await added('Mine', { ownerUserId: admin.userId }), await added('Theirs')];
    const rules = async (adminNetworks: string[]) => {
      const { sign_in } = await api.db
        .selectFrom('accounts')
        .select('sign_in')
        .where('id', '=', admin.accountId)
        .executeTakeFirstOrThrow();
      await api.db
        .updateTable('accounts')
        .set({ sign_in: JSON.stringify({ ...(sign_in as object), adminNetworks }) })
        .where('id', '=', admin.accountId)
        .execute();
    };
    const lock = async (roomId: string) =>
      (await ask(routes.steerConferenceRoom, { params: { roomId }, body: { do: 'lock', isLocked: true } })).status;
    await rules(['203.0.113.0/24']);
    expect([await lock(own), await lock(others)]).toEqual([200, 404]);
    await rules([]);
    expect(await lock(others)).toBe(200);
  });
});
