import { channelRouting } from '@sidetone/contract/entities/channel-routing.ts';
import type { HandSwitch } from '@sidetone/contract/entities/hand-switch.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { directory } from '../../../exchange-memory/directory.ts';
import { dryRun } from '../../../pbx/routing/dry-run.ts';
import { type TwoCompanies, twoCompanies } from '../testing/two-companies.ts';

let world: TwoCompanies;
beforeAll(async () => {
  world = await twoCompanies();
});
afterAll(async () => await world.api.stop());

const dayMs = 24 * 60 * 60_000;
const ahead = (ms: number) => new Date(Date.now() + ms).toISOString();
const open = async (name: string, routing: object = {}) =>
  (await world.ask(routes.createChannel, { body: { name, routing: channelRouting.parse(routing) } })).body.channelId;
const keep = (channelId: string, held: HandSwitch | null) =>
  world.ask(routes.switchChannel, { params: { channelId }, body: { held } });
/** What a call meets, after so many milliseconds. */
const steps = async (channelId: string, afterMs = 0) => {
  const channel = await directory(world.api.db).channelById(channelId);
  const at = new Date(Date.now() + afterMs);
  return dryRun({ channelId, at, channelById: () => channel ?? undefined }).map(({ what }) => what);
};

test('a channel that is closed by hand is closed until it is switched back, and says so to the dry run', async () => {
  const channelId = await open('Reception');
  expect(await steps(channelId)).not.toContain('closed');
  expect((await keep(channelId, { state: 'closed', until: null })).status).toBe(200);
  expect(await steps(channelId, 300 * dayMs)).toContain('closed');
  const tried = (await world.ask(routes.tryRouting, { body: { to: { channelId } } })).body.steps;
  expect(tried).toContainEqual({ kind: 'closed', afterSeconds: 0, holiday: null, byHand: true });
  const unsaved = { to: { channelId }, routing: channelRouting.parse({ ringSeconds: 20 }) };
  expect((await world.ask(routes.tryRouting, { body: unsaved })).body.steps).toEqual(tried);
  expect((await keep(channelId, null)).status).toBe(200);
  expect(await steps(channelId)).not.toContain('closed');
  const lines = (await world.audited()).filter(({ action }) => action === 'channel.switched');
  expect(lines.map(({ target, actor, detail }) => [target, actor, detail])).toEqual([
    [channelId, world.admin.userId, { held: { from: null, to: { state: 'closed', until: null } } }],
    [channelId, world.admin.userId, { held: { from: { state: 'closed', until: null }, to: null } }],
  ]);
});

test('one that is open by hand takes calls outside its hours and on holidays, until that moment', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const holidays = [{ from: today, until: '2100-01-01', name: 'Long one' }];
  const channelId = await open('Night shift', { hours: {}, holidays });
  expect(await steps(channelId)).toContain('closed');
  expect((await keep(channelId, { state: 'open', until: ahead(dayMs) })).status).toBe(200);
  expect(await steps(channelId)).not.toContain('closed');
  expect(await steps(channelId, dayMs - 60_000)).not.toContain('closed');
  expect(await steps(channelId, dayMs + 60_000)).toContain('closed');
});

test('the end of a switch is ahead, and no further than a year', async () => {
  const channelId = await open('Store');
  for (const until of [ahead(-1000), ahead(367 * dayMs)]) {
    expect(await keep(channelId, { state: 'closed', until })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', issues: [{ path: 'held.until', message: 'notAhead' }] },
    });
  }
  expect(await steps(channelId)).not.toContain('closed');
});
