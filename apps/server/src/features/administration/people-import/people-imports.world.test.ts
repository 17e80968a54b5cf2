import { type TypedPerson, typedPerson } from '@sidetone/contract/entities/people-import.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type TwoCompanies, twoCompanies } from '../testing/two-companies.ts';
import { importJob } from './people-imports.ts';
import { giveUp, runImport } from './run-import.ts';

let world: TwoCompanies;
beforeAll(async () => {
  world = await twoCompanies();
  await world.runServer();
  await world.ask(routes.createChannel, { body: { name: 'Service', extension: '90' } });
  await world.ask(routes.addNumbers, { body: { first: '+49301234560', last: '+493012345699' } });
});
afterAll(() => world.api.stop());

const row = (name: string, more: Partial<TypedPerson> = {}): TypedPerson =>
  typedPerson.parse({ firstName: name, lastName: 'Import', email: `${name.toLowerCase()}@import.example`, ...more });
const bring = (people: readonly TypedPerson[], more: { mode?: 'each' | 'all'; numbersByExtension?: boolean } = {}) =>
  world.ask(routes.importPeople, { body: { name: 'people.csv', people: [...people], ...more } });
const ended = (id: string) =>
  vi.waitFor(async () => {
    const found = await world.api.db
      .selectFrom('people_imports')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(found.state).not.toBe('running');
    return found;
  }, 15_000);
const rowsOf = async (importId: string) => {
  const { body } = await world.ask(routes.importedPeople, { params: { importId } });
  return body.rows.map(({ firstName, state, problem }) => [firstName, state, problem]);
};
const userOf = (email: string) =>
  world.api.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();

test('people are created with extension, number, queue and department; no invitation is sent, and nothing comes twice', async () => {
  const people = [
    row('Ann', { extension: '23', queues: 'service', department: 'Sales', locale: 'en' }),
    row('Ben', { extension: '24', role: 'admin' }),
  ];
  const { status, body } = await bring(people, { numbersByExtension: true });
  expect([status, body.total]).toEqual([200, 2]);
  expect(await ended(body.id)).toMatchObject({ state: 'done', created: 2, refused: 0 });

  const ann = await userOf('ann@import.example');
  expect(ann).toMatchObject({ department: 'Sales', locale: 'en', admin: false, password_hash: null });
  const numbers = await world.api.db
    .selectFrom('numbers')
    .innerJoin('channels', 'channels.id', 'numbers.channel_id')
    .select(['numbers.e164'])
    .where('channels.owner_user_id', '=', ann?.id ?? '')
    .execute();
  expect(numbers).toEqual([{ e164: '+493012345623' }]);
  expect(await userOf('ben@import.example')).toMatchObject({ admin: true });
  const links = await world.api.db.selectFrom('one_time_links').select('user_id').execute();
  expect(links).toEqual([]);
  const actions = (await world.audited()).filter(({ target }) => target === ann?.id || target === body.id);
  expect(actions.map(({ action }) => action)).toEqual(['people.imported', 'user.created']);

  const again = await bring(people);
  expect(await ended(again.body.id)).toMatchObject({ state: 'done', created: 0, here: 2 });
  expect(await rowsOf(again.body.id)).toEqual([
    ['Ann', 'here', null],
    ['Ben', 'here', null],
  ]);
});

test('the check says what would become of each row and writes nothing', async () => {
  const count = async () => (await world.api.db.selectFrom('users').select('id').execute()).length;
  const before = await count();
  const { body } = await world.ask(routes.checkPeople, {
    body: { people: [row('Cara', { queues: 'Suport' }), row('Dora'), row('Ann')] },
  });
  expect(body.people.map(({ state }) => state)).toEqual(['problem', 'ready', 'here']);
  expect(body.people[0]?.problems).toEqual([
    { cell: 'queues', problem: 'queueUnknown', detail: 'Suport', suggestion: null },
  ]);
  expect(await count()).toBe(before);
});

test('rows with a problem are left out, or keep all others from being created, as was chosen', async () => {
  const people = [row('Emil'), row('Fred', { extension: '90' })];
  const all = await bring(people, { mode: 'all' });
  expect(all.status).toBe(409);
  expect(await userOf('emil@import.example')).toBeUndefined();
  const each = await bring(people);
  await ended(each.body.id);
  expect(await rowsOf(each.body.id)).toEqual([
    ['Emil', 'created', null],
    ['Fred', 'refused', 'extensionTaken'],
  ]);
});

/** An import that was taken and whose job is not there yet; Hal's extension is taken. */
const insert = async (id: string, mode: 'each' | 'all') => {
  const { admin, api } = world;
  const base = { locale: 'de', grants: [], admin: false, channelIds: [], number: null, department: null };
  const person = (name: string, extension: string) =>
    JSON.stringify({ ...base, firstName: name, lastName: 'Late', email: `${name}-${id}@late.example`, extension });
  await api.db
    .insertInto('people_imports')
    .values({ id, account_id: admin.accountId, user_id: admin.userId, name: null, mode, total: 2, ended_at: null })
    .execute();
  const rows = [person('Gil', mode === 'all' ? '61' : '62'), person('Hal', '90')];
  await api.db
    .insertInto('people_import_rows')
    .values(
      rows.map((text, at) => ({
        import_id: id,
        account_id: admin.accountId,
        place: at + 1,
        person: text,
        state: 'waiting' as const,
        user_id: null,
        problem: null,
      })),
    )
    .execute();
  return id;
};

test('what is taken between check and creation is refused, and of all or nothing nothing stays', async () => {
  const { api } = world;
  const run = async (mode: 'each' | 'all') => {
    const id = await insert(`m-${mode}`, mode);
    await api.jobs.enqueue(api.db, importJob, id);
    return await ended(id);
  };
  expect(await run('all')).toMatchObject({ state: 'failed', created: 0, refused: 2 });
  expect(await rowsOf('m-all')).toEqual([
    ['Gil', 'refused', null],
    ['Hal', 'refused', 'extensionTaken'],
  ]);
  expect(await userOf('Gil-m-all@late.example')).toBeUndefined();
  expect(await run('each')).toMatchObject({ state: 'done', created: 1, refused: 1 });
  expect(await userOf('Gil-m-each@late.example')).toBeDefined();
});

test('what a running import is to give is taken for others; one that is stopped or given up creates nobody', async () => {
  const { api } = world;
  const id = await insert('m-kept', 'all');
  const problemsOf = async (person: TypedPerson) => {
    const { body } = await world.ask(routes.checkPeople, { body: { people: [person] } });
    return body.people[0]?.problems.map(({ problem, detail }) => [problem, detail]);
  };
  expect(await problemsOf(row('Lea', { extension: '61' }))).toEqual([['extensionTaken', 'Gil Late']]);
  expect(await problemsOf(row('Gil', { email: 'gil-m-kept@late.example', extension: '61' }))).toEqual([]);
  await expect(runImport(api.db, id, AbortSignal.abort())).rejects.toThrow('aborted');
  expect(await rowsOf(id)).toEqual([
    ['Gil', 'waiting', null],
    ['Hal', 'waiting', null],
  ]);
  await giveUp(api.db, id);
  expect(await ended(id)).toMatchObject({ state: 'failed', created: 0, refused: 2 });
  expect(await userOf('Gil-m-kept@late.example')).toBeUndefined();
});

test('the same table imported twice at the same moment creates each person once', async () => {
  const people = Array.from({ length: 12 }, (_none, at) => row(`Twin${at}`));
  const [one, other] = await Promise.all([bring(people), bring(people)]);
  const [first, second] = [await ended(one.body.id), await ended(other.body.id)];
  expect(first.created + second.created).toBe(12);
  expect(first.here + second.here + first.refused + second.refused).toBe(12);
  const { rows } = await sql<{ count: string }>`select count(*) from users where first_name like 'Twin%'`.execute(
    world.api.db,
  );
  expect(rows).toEqual([{ count: '12' }]);
});

test('undoing removes the users that the import created, except those who have signed in or have a phone; a second time is refused', async () => {
  const { body } = await bring([row('Ida', { extension: '71' }), row('Jan'), row('Kai'), row('Lea')]);
  await ended(body.id);
  const cameByCompany = await userOf('lea@import.example');
  const link = { user_id: cameByCompany?.id ?? '', account_id: world.admin.accountId, subject: null, given: '{}' };
  await world.api.db
    .insertInto('single_sign_on_links')
    .values({ ...link, issuer: 'https://9.9.9.9', client_id: 'sidetone' })
    .execute();
  await world.api.db
    .updateTable('users')
    .set({ password_hash: 'x' })
    .where('email', '=', 'jan@import.example')
    .execute();
  const phoned = await userOf('kai@import.example');
  await world.api.db
    .insertInto('endpoints')
    .values({
      id: 'x-kai',
      account_id: world.admin.accountId,
      user_id: phoned?.id ?? '',
      kind: 'phone',
      alias: 'Desk',
      sip_username: 'kai-desk',
      password_sealed: Buffer.from('x'),
    })
    .execute();
  const params = { importId: body.id };
  const stranger = await world.ask(routes.undoPeopleImport, { params }, world.stranger);
  expect(stranger.status).toBe(404);
  const undone = await world.ask(routes.undoPeopleImport, { params });
  expect(undone.body).toMatchObject({ state: 'undone', created: 4, removed: 1 });
  expect(await userOf('ida@import.example')).toBeUndefined();
  expect(await userOf('jan@import.example')).toBeDefined();
  expect(await userOf('kai@import.example')).toBeDefined();
  expect(await userOf('lea@import.example')).toBeDefined();
  expect((await world.ask(routes.undoPeopleImport, { params })).status).toBe(409);
});

test('more rows than one import takes are refused before anything is read', async () => {
  const { status, body } = await bring(Array.from({ length: 1001 }, (_none, at) => row(`Many${at}`)));
  expect([status, (body as { code?: string }).code]).toEqual([400, 'VALIDATION_FAILED']);
});
