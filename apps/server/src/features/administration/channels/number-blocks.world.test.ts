import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TwoCompanies, twoCompanies } from '../testing/two-companies.ts';
import { readNumberBlocks } from './number-blocks.ts';

let world: TwoCompanies;
beforeAll(async () => {
  world = await twoCompanies();
  await world.runServer();
});
afterAll(() => world.api.stop());

const blocks = () => readNumberBlocks(world.api.db, world.admin.accountId);
const add = (first: string, last: string | null = null, more: { trunkId?: string } = {}) =>
  world.ask(routes.addNumbers, { body: { first, last, ...more } });
const issueOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { issues?: { path: string; message: string }[] }).issues?.[0],
];

test('a German block is one thing with its switchboard, its trunk, and what of it is in use', async () => {
  const { body: trunk } = await world.ask(routes.createTrunk, {
    body: { name: 'North', kind: 'address', host: '9.9.9.8', isEnabled: false },
  });
  const single = await add('+49301234560');
  expect(single.body.added).toHaveLength(1);
  const { body } = await add('+49301234560', '+493012345699', { trunkId: trunk.id });
  expect([body.added.length, body.kept]).toEqual([100, ['+49301234560']]);
  const change = { channelId: world.member.channelId };
  await world.ask(routes.changeNumber, { params: { number: '+493012345623' }, body: change });
  const [block] = await blocks();
  expect(block).toMatchObject({
    switchboard: '+49301234560',
    first: '+493012345600',
    last: '+493012345699',
    trunkName: 'North',
    total: 101,
    used: 1,
  });
  await add('+49301234560', '+493012345699');
  expect(await blocks()).toHaveLength(1);

  await world.ask(routes.changeNumberBlock, {
    params: { blockId: block?.id ?? '' },
    body: { label: 'Head office', trunkId: null },
  });
  expect(await blocks()).toMatchObject([{ label: 'Head office', trunkName: null }]);
});

test('a number that begins another one is refused, single or of a block', async () => {
  expect(issueOf(await add('+49301234562'))).toEqual([409, { path: 'first', message: 'prefix' }]);
  expect(issueOf(await add('+4930123456231'))).toEqual([409, { path: 'first', message: 'prefix' }]);
  await add('+49307777771');
  expect(issueOf(await add('+493077777710', '+493077777719'))).toEqual([409, { path: 'last', message: 'prefix' }]);
  expect(await blocks()).toHaveLength(1);
});

test('a trunk of another company belongs to no block here', async () => {
  const { body: theirs } = await world.ask(
    routes.createTrunk,
    { body: { name: 'South', kind: 'address', host: '9.9.9.7', isEnabled: false } },
    world.stranger,
  );
  expect((await add('+493088888810', '+493088888819', { trunkId: theirs.id })).status).toBe(404);
  expect((await add('+493088888810', null, { trunkId: theirs.id })).status).toBe(400);
  expect(await blocks()).toHaveLength(1);
});

test('a block that is added again gets the label and trunk that are given', async () => {
  const again = { first: '+49301234560', last: '+493012345699', label: 'Reception' };
  expect((await world.ask(routes.addNumbers, { body: again })).status).toBe(200);
  expect(await blocks()).toMatchObject([{ label: 'Reception' }]);
  await world.ask(routes.addNumbers, { body: { ...again, label: 'Head office' } });
  expect(await blocks()).toMatchObject([{ label: 'Head office' }]);
});

test('removing a block keeps the numbers of another one', async () => {
  await add('+493012345610', '+493012345619');
  const [, inner] = await blocks();
  const { body } = await world.ask(routes.removeNumberBlock, { params: { blockId: inner?.id ?? '' } });
  expect(body).toEqual({ removed: 0, kept: 10 });
  expect(await blocks()).toMatchObject([{ label: 'Head office', total: 101 }]);
});

test('removing a block removes its free numbers and keeps those in use', async () => {
  const [block] = await blocks();
  const params = { blockId: block?.id ?? '' };
  expect((await world.ask(routes.removeNumberBlock, { params }, world.stranger)).status).toBe(404);
  const { body } = await world.ask(routes.removeNumberBlock, { params });
  expect(body).toEqual({ removed: 100, kept: 1 });
  const left = await world.api.db.selectFrom('numbers').select('e164').orderBy('e164').execute();
  expect(left.map(({ e164 }) => e164)).toEqual(['+493012345623', '+49307777771']);
  expect(await blocks()).toEqual([]);
  const actions = (await world.audited())
    .map(({ action }) => action)
    .filter((action) => action.startsWith('numberBlock'));
  expect(actions.filter((action) => action === 'numberBlock.removed')).toHaveLength(2);
});
