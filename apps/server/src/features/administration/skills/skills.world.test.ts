import { channelRouting } from '@sidetone/contract/entities/channel-routing.ts';
import { type SkillNeed, skillLimits } from '@sidetone/contract/entities/skill.ts';
import { newVoiceMenu } from '@sidetone/contract/entities/voice-menu.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { directory } from '../../../exchange-memory/directory.ts';
import { type TwoCompanies, twoCompanies } from '../testing/two-companies.ts';
import { skillDocuments } from './skill-routes.ts';

let world: TwoCompanies;
beforeAll(async () => {
  world = await twoCompanies();
});
afterAll(async () => await world.api.stop());

const add = (name: string, people: { userId: string; level: number }[] = []) =>
  world.ask(routes.createSkill, { body: { name, people } });
const added = async (name: string, level?: number) =>
  (await add(name, level === undefined ? [] : [{ userId: world.member.userId, level }])).body.id;
const remove = (skillId: string) => world.ask(routes.deleteSkill, { params: { skillId } });
const routed = (needs: SkillNeed[]) => channelRouting.parse({ skills: { needs } });
const newChannel = async (name: string, needs: SkillNeed[] = []) => {
  const members = [{ userId: world.member.userId, dialedIn: true }];
  return (await world.ask(routes.createChannel, { body: { name, members, routing: routed(needs) } })).body.channelId;
};
const levelsIn = async (channelId: string) =>
  (await directory(world.api.db).channelById(channelId))?.members.map(({ skills }) => skills);

test('the exchange knows who has which skill from the next call on, and the audit log who said so', async () => {
  const skillId = await added('English', 2);
  const channelId = await newChannel('Service');
  expect(await levelsIn(channelId)).toEqual([{ [skillId]: 2 }]);
  const skills = [{ skillId, level: 3 }];
  const params = { userId: world.member.userId };
  expect((await world.ask(routes.setUserSkills, { params, body: { skills } })).status).toBe(200);
  expect(await levelsIn(channelId)).toEqual([{ [skillId]: 3 }]);
  const change = { params: { skillId }, body: { name: 'British', people: [] } };
  expect((await world.ask(routes.changeSkill, change)).status).toBe(200);
  expect(await levelsIn(channelId)).toEqual([undefined]);
  const lines = await world.api.db.selectFrom('audit_log').select('action').where('target', '=', skillId).execute();
  expect(lines.map(({ action }) => action)).toEqual(['skill.created', 'skill.changed']);
});

test('names are each of one skill, whatever their case, and there are not more than there may be', async () => {
  const skillId = await added('Returns');
  expect(await add('returns')).toMatchObject({ status: 409, body: { issues: [{ message: 'taken' }] } });
  const rename = (name: string) => world.ask(routes.changeSkill, { params: { skillId }, body: { name } });
  expect((await rename('RETURNS')).status).toBe(200);
  const { length } = await world.api.db
    .selectFrom('skills')
    .select('id')
    .where('account_id', '=', world.admin.accountId)
    .execute();
  for (let at = length; at < skillLimits.skills; at += 1) expect((await add(`Skill ${at}`)).status).toBe(200);
  expect(await add('One more')).toMatchObject({ status: 409, body: { issues: [{ message: 'tooMany' }] } });
  await world.api.db.deleteFrom('skills').where('name', 'like', 'Skill %').execute();
});

test('a deactivated user stays in the list of a skill, so that a change of the others takes nothing away', async () => {
  const skillId = await added('Welding', 3);
  const { userId, accountId } = world.member;
  const has = async () => {
    const rows = await skillDocuments(world.api.db).rows({ userId: world.admin.userId, accountId }, {});
    return rows.find(({ id }) => id === skillId);
  };
  expect((await world.ask(routes.deactivateUser, { params: { userId } })).status).toBe(200);
  expect(await has()).toMatchObject({ people: [{ userId, level: 3 }] });
  expect((await world.ask(routes.reactivateUser, { params: { userId } })).status).toBe(200);
});

test('nothing of another company is named, and nobody of it is given a skill', async () => {
  const skillId = await added('French');
  const { userId } = world.stranger;
  expect((await add('German', [{ userId, level: 1 }])).status).toBe(404);
  expect((await world.ask(routes.setUserSkills, { params: { userId }, body: { skills: [] } })).status).toBe(404);
  const theirs = { params: { skillId }, body: { name: 'Mine' } };
  expect((await world.ask(routes.changeSkill, theirs, world.stranger)).status).toBe(404);
  const needs = [{ skillId, level: 1 }];
  const gone = { status: 404, body: { issues: [{ message: 'gone' }] } };
  const body = { name: 'Theirs', routing: routed(needs) };
  expect(await world.ask(routes.createChannel, { body }, world.stranger)).toMatchObject(gone);
  const keys = [{ key: '1' as const, target: { kind: 'hangUp' as const }, skills: needs }];
  const menu = { body: newVoiceMenu.parse({ name: 'Theirs', keys }) };
  expect(await world.ask(routes.createVoiceMenu, menu, world.stranger)).toMatchObject(gone);
});

test('of two who change a skill, or the skills of a user, at the same time the second one learns of the first', async () => {
  const skillId = await added('Danish');
  const user = { userId: world.member.userId };
  const revision = async () => {
    const { userId, accountId } = world.admin;
    const rows = await skillDocuments(world.api.db).rows({ userId, accountId }, {});
    return (rows as readonly { id: string; revision?: number }[]).find(({ id }) => id === skillId)?.revision;
  };
  const change = (name: string, from?: number) => {
    const body = { name, ...(from !== undefined && { revision: from }) };
    return world.ask(routes.changeSkill, { params: { skillId }, body });
  };
  expect(await revision()).toBe(0);
  expect((await change('Dansk', 0)).status).toBe(200);
  expect(await change('Dänisch', 0)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  expect((await change('Dänisch')).status).toBe(200);
  expect(await revision()).toBe(2);

  const has = (level: number) => [{ skillId, level }];
  const set = (body: object) => world.ask(routes.setUserSkills, { params: user, body: body as never });
  const kept = (await world.api.db.selectFrom('user_skills').selectAll().where('user_id', '=', user.userId).execute())
    .map(({ skill_id: id, level }) => ({ skillId: id, level }))
    .filter(({ skillId: id }) => id !== skillId);
  expect((await set({ skills: [...kept, ...has(1)], from: kept })).status).toBe(200);
  expect(await set({ skills: [...kept, ...has(2)], from: kept })).toMatchObject({ status: 409 });
  expect((await set({ skills: kept, from: [...has(1), ...kept] })).status).toBe(200);
  expect(await revision()).toBe(4);
  // Administrators who have the list of the skill open learn of that, too.
  expect((await change('Danish', 2)).status).toBe(409);
});

test('a skill that a queue, a key or a number asks for stays, and the dry run says why it rings whom', async () => {
  await world.runServer();
  const skillId = await added('Spanish', 1);
  const needs = [{ skillId, level: 2 }];
  const channelId = await newChannel('Iberia', needs);
  const refused = { status: 409, body: { issues: [{ message: 'asked' }] } };
  expect(await remove(skillId)).toMatchObject(refused);
  const setNeeds = (of: SkillNeed[]) =>
    world.ask(routes.setChannelRouting, { params: { channelId }, body: routed(of) });
  expect((await setNeeds([])).status).toBe(200);
  const number = '+4930555091';
  await world.ask(routes.addNumbers, { body: { first: number, last: null, label: null, channelId } });
  const ofNumber = (skills: SkillNeed[]) => world.ask(routes.changeNumber, { params: { number }, body: { skills } });
  expect((await ofNumber([{ skillId: 'nowhere', level: 1 }])).status).toBe(404);
  expect((await ofNumber(needs)).status).toBe(200);
  expect(await remove(skillId)).toMatchObject(refused);
  expect(await directory(world.api.db).channelByNumber(number)).toMatchObject({ firstSkills: needs });
  const { steps } = (await world.ask(routes.tryRouting, { body: { to: { number } } })).body;
  expect(steps.find(({ kind }) => kind === 'ring')).toMatchObject({
    // Nobody has the level, so that any counts immediately.
    asked: { step: 'skills', needs: [{ name: 'Spanish', level: 2 }] },
  });
  expect((await ofNumber([])).status).toBe(200);
  const keys = [{ key: '1' as const, target: { kind: 'channel' as const, channelId }, skills: needs }];
  const { id: menuId } = (await world.ask(routes.createVoiceMenu, { body: newVoiceMenu.parse({ name: 'M', keys }) }))
    .body;
  expect(await remove(skillId)).toMatchObject(refused);
  expect((await world.ask(routes.deleteVoiceMenu, { params: { menuId } })).status).toBe(200);
  expect((await remove(skillId)).status).toBe(200);
});
