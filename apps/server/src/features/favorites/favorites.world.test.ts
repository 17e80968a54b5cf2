import type { FavoriteWithContact } from '@sidetone/contract/entities/favorite.ts';
import { favoriteWithContact } from '@sidetone/contract/entities/favorite.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { maxFavorites } from '@sidetone/contract/rules/limits.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { liveClient } from '../../testing/live-client.ts';
import { callRoute, person, signInAs, type TestApi, testApi } from '../../testing/test-api.ts';

let api: TestApi;
let anna: Awaited<ReturnType<typeof person>>;
let joerg: Awaited<ReturnType<typeof person>>;
let token: string;
beforeAll(async () => {
  api = await testApi();
  anna = await person(api, { firstName: 'Anna' });
  const { accountId } = anna;
  joerg = await person(api, { firstName: 'Jörg', lastName: 'Müller', accountId, extension: '42' });
  token = (await signInAs(api.url, anna.email)).access_token;
});
afterAll(() => api.stop());
beforeEach(async () => {
  await sql`delete from favorites`.execute(api.db);
});

let made = 0;
const contact = async (name: string, { numbers = 1, accountId = anna.accountId } = {}) => {
  made += 1;
  const id = `k${made}`;
  const phones = Array.from({ length: numbers }, (_, at) => ({
    id: `${id}-${at}`,
    type: 'WORK',
    label: 'WORK',
    localized: '030 123',
    e164: '+4930123',
  }));
  await sql`insert into contacts (id, account_id, name, phone_numbers)
    values (${id}, ${accountId}, ${name}, ${JSON.stringify(phones)}::jsonb)`.execute(api.db);
  return id;
};

const toggle = (contactId: string, as = token) =>
  callRoute(api.url, as, routes.toggleFavorite, { body: { contactId } });
const invalid = async () => (await callRoute(api.url, token, routes.invalidFavorites, {})).body;

type Row = FavoriteWithContact & { rev: number };
const watching = async <T>(work: (seen: { readonly rows: readonly Row[] | undefined }) => Promise<T>): Promise<T> => {
  const client = liveClient(api.url, () => token);
  try {
    const seen = client.watch<Row>('favorites');
    await vi.waitFor(() => expect(seen.rows).toBeDefined(), { timeout: 10_000 });
    return await work(seen);
  } finally {
    await client.close();
  }
};

test('toggling makes a contact a favorite, and then no longer', async () => {
  const id = await contact('Zoe');
  const { status, body } = await toggle(id);
  expect(status).toBe(200);
  expect(body.favorite).toMatchObject({
    contactId: `SIDETONE:${id}`,
    integrationName: 'SIDETONE',
    displayName: 'Zoe',
    isTeam: false,
  });
  expect((await toggle(id)).body).toEqual({ favorite: null });
  expect(await api.db.selectFrom('favorites').selectAll().execute()).toEqual([]);
});

test('of toggles at the same time one makes it a favorite and the next one takes it away: it is never there twice', async () => {
  const id = await contact('Twice');
  const answers = await Promise.all([toggle(id), toggle(id), toggle(id)]);
  expect(answers.map(({ body }) => body.favorite === null).sort()).toEqual([false, false, true]);
  expect(await api.db.selectFrom('favorites').selectAll().execute()).toHaveLength(1);
});

test('a contact that is a favorite already is skipped, however it came in', async () => {
  const id = await contact('Once');
  await toggle(id);
  const again = sql`insert into favorites (id, user_id, contact_id, integration_name, display_name)
    values ('another', ${anna.userId}, ${`SIDETONE:${id}`}, 'SIDETONE', 'Once') on conflict do nothing`;
  await again.execute(api.db);
  expect(await api.db.selectFrom('favorites').selectAll().execute()).toHaveLength(1);
});

test('a contact without a number is refused, until it has one', async () => {
  const id = await contact('Numberless', { numbers: 0 });
  const { status, body } = await toggle(id);
  expect([status, body]).toMatchObject([400, { code: 'FAVORITE_NEEDS_NUMBER' }]);
});

test('thirty are enough, also where they come at the same time, and one can always be removed', async () => {
  const ids = await Promise.all(Array.from({ length: maxFavorites + 5 }, (_, at) => contact(`Many ${at}`)));
  const answers = await Promise.all(ids.map((id) => toggle(id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(maxFavorites);
  const refused = answers.filter(({ status }) => status !== 200).map(({ body }) => body);
  expect(refused).toHaveLength(5);
  for (const body of refused) expect(body).toMatchObject({ code: 'FAVORITES_FULL' });
  const [first = ''] = ids.filter((_, at) => answers[at]?.status === 200);
  expect((await toggle(first)).body).toEqual({ favorite: null });
  const late = ids.find((_, at) => answers[at]?.status !== 200) ?? '';
  expect((await toggle(late)).status).toBe(200);
});

test('contacts of another account cannot be favorites, and favorites of others cannot be seen or changed', async () => {
  const stranger = await person(api, { firstName: 'Stranger' });
  const theirs = await contact('Theirs', { accountId: stranger.accountId });
  expect((await toggle(theirs)).status).toBe(404);
  const id = await contact('Mine');
  const { favorite } = (await toggle(id)).body;
  const favoriteId = favorite?.id ?? '';
  for (const other of [stranger, joerg]) {
    const as = (await signInAs(api.url, other.email)).access_token;
    const params = { favoriteId };
    expect((await callRoute(api.url, as, routes.deleteFavorite, { params })).status).toBe(404);
    expect((await callRoute(api.url, as, routes.updateFavorite, { params, body: { isTeam: true } })).status).toBe(404);
    expect((await callRoute(api.url, as, routes.invalidFavorites, {})).body).toEqual([]);
  }
  await watching(async (seen) => expect(seen.rows).toMatchObject([{ displayName: 'Mine', isTeam: false }]));
});

test('favorites are sorted by display name in the user’s language, colleagues with their extension', async () => {
  for (const name of ['Zacharias', 'Ähre', 'anton', 'Berta', 'Özil']) await toggle(await contact(name));
  await toggle(joerg.userId);
  await watching(async ({ rows = [] }) => {
    const names = rows.map(({ displayName }) => displayName);
    expect(names).toEqual(['Ähre', 'anton', 'Berta', 'Jörg Müller', 'Özil', 'Zacharias']);
    for (const row of rows) favoriteWithContact.parse(row);
    const colleague = rows.find(({ integrationName }) => integrationName === 'TEAM');
    expect(colleague).toMatchObject({ contactId: `TEAM:${joerg.userId}`, isTeam: true });
    expect(colleague?.contact?.phoneNumbers).toMatchObject([{ type: 'extension', localized: '42', e164: null }]);
  });
});

test('a favorite follows its contact: its name, its number, and that it went', async () => {
  const id = await contact('Before');
  await toggle(id);
  await toggle(joerg.userId);
  await watching(async (seen) => {
    const shows = (rows: unknown) => vi.waitFor(() => expect(seen.rows).toMatchObject(rows as never));
    await api.db.updateTable('contacts').set({ name: 'Zora' }).where('id', '=', id).execute();
    await shows([{ displayName: 'Jörg Müller' }, { displayName: 'Zora', contact: { id } }]);
    await api.db.updateTable('users').set({ first_name: 'Zz' }).where('id', '=', joerg.userId).execute();
    await shows([{ displayName: 'Zora' }, { displayName: 'Zz Müller' }]);

    await api.db.updateTable('contacts').set({ phone_numbers: '[]' }).where('id', '=', id).execute();
    await shows([{ displayName: 'Zora', contact: null }, {}]);
    expect(await invalid()).toMatchObject([{ contactId: `SIDETONE:${id}`, displayName: 'Zora', isTeam: false }]);

    await api.db.deleteFrom('contacts').where('id', '=', id).execute();
    await api.db.updateTable('users').set({ deactivated_at: new Date() }).where('id', '=', joerg.userId).execute();
    // Their last names stay.
    await shows([
      { displayName: 'Zora', contact: null },
      { displayName: 'Zz Müller', contact: null, isTeam: true },
    ]);
    const gone = await invalid();
    expect(gone.map(({ displayName }) => displayName)).toEqual(['Zora', 'Zz Müller']);

    // Who is gone can be taken away by either way.
    expect((await toggle(id)).body).toEqual({ favorite: null });
    const params = { favoriteId: gone[1]?.id ?? '' };
    expect((await callRoute(api.url, token, routes.deleteFavorite, { params })).status).toBe(200);
    await shows([]);
    expect((await callRoute(api.url, token, routes.deleteFavorite, { params })).status).toBe(404);
  });
  const restored = { first_name: 'Jörg', deactivated_at: null };
  await api.db.updateTable('users').set(restored).where('id', '=', joerg.userId).execute();
});

test('whether a favorite is a colleague is noted where an old record does not say', async () => {
  const id = await contact('Old');
  await sql`insert into favorites (id, user_id, contact_id, integration_name, display_name) values
    ('old-contact', ${anna.userId}, ${`SIDETONE:${id}`}, 'SIDETONE', 'Old'),
    ('old-colleague', ${anna.userId}, ${`TEAM:${joerg.userId}`}, 'TEAM', 'Jörg Müller'),
    ('old-gone', ${anna.userId}, 'CARDDAV:gone', 'CARDDAV', 'Gone')`.execute(api.db);
  await watching(async (seen) => {
    expect(seen.rows?.map(({ id: which, isTeam }) => [which, isTeam])).toEqual([
      ['old-gone', undefined],
      ['old-colleague', undefined],
      ['old-contact', undefined],
    ]);
  });
  const params = { favoriteId: 'old-colleague' };
  const noted = await callRoute(api.url, token, routes.updateFavorite, { params, body: { isTeam: true } });
  expect(noted.body).toMatchObject({ id: 'old-colleague', isTeam: true });
  expect(
    await api.db.selectFrom('favorites').select(['id', 'is_team']).where('is_team', 'is not', null).execute(),
  ).toEqual([{ id: 'old-colleague', is_team: true }]);
});
