import { deflateSync } from 'node:zlib';
import { routes } from '@sidetone/contract/http/routes.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { liveClient } from '../../testing/live-client.ts';
import { callRoute, person, signInAs, type TestApi, testApi } from '../../testing/test-api.ts';
import { pngChunk, somePicture, somePng } from './testing/some-pictures.ts';

let api: TestApi;
let admin: Awaited<ReturnType<typeof member>>;
let mara: typeof admin;
let tom: typeof admin;
let stranger: typeof admin;
const open: { close(): unknown }[] = [];

const member = async (firstName: string, more: { accountId?: string; admin?: boolean } = {}) => {
  const made = await person(api, { firstName, ...more });
  return { ...made, token: (await signInAs(api.url, made.email)).access_token };
};

beforeAll(async () => {
  api = await testApi();
  admin = await member('Ada', { admin: true });
  mara = await member('Mara', { accountId: admin.accountId });
  tom = await member('Tom', { accountId: admin.accountId });
  stranger = await member('Cora', { admin: true });
});
beforeEach(async () => {
  // A sign-in may upload only so often.
  mara = { ...mara, token: (await signInAs(api.url, mara.email)).access_token };
  await api.db.deleteFrom('user_pictures').execute();
  await api.db.updateTable('users').set({ avatar_url: null }).execute();
});
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});
afterAll(() => api.stop());

const upload = async (bytes: Buffer<ArrayBuffer>, { who = mara, type = 'image/png' } = {}) => {
  const response = await fetch(`${api.url}/api/users/me/picture`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${who.token}`, 'content-type': type },
    body: bytes,
  });
  const body = (await response.json()) as { avatarUrl?: string; code?: string; issues?: { message: string }[] };
  return { status: response.status, address: body.avatarUrl ?? '', code: body.code, fault: body.issues?.[0]?.message };
};
const get = (address: string, who = mara) =>
  fetch(`${api.url}${address}`, { headers: { authorization: `Bearer ${who.token}` } });
const rows = () => api.db.selectFrom('user_pictures').select(['user_id', 'content_type']).execute();

const watch = <Row extends { id: string }>(who: typeof admin, query: string, params: object = {}) => {
  const client = liveClient(api.url, () => who.token);
  open.push(client);
  return client.watch<Row & { rev: number }>(query as never, params as never);
};

test('SSET-020: colleagues see a new picture and its removal immediately, at an address of its own', async () => {
  const seen = watch<{ id: string; avatarUrl?: string | null }>(tom, 'webusers');
  const picture = () => seen.rows?.find(({ id }) => id === mara.userId)?.avatarUrl;
  await vi.waitFor(() => expect(picture()).toBe(null));
  const { address } = await upload(somePng());
  await vi.waitFor(() => expect(picture()).toBe(address));
  const other = await upload(somePicture('jpeg'), { type: 'image/jpeg' });
  expect(other.address).not.toBe(address);
  await vi.waitFor(() => expect(picture()).toBe(other.address));
  expect((await get(address)).status).toBe(404);
  expect(await rows()).toEqual([{ user_id: mara.userId, content_type: 'image/jpeg' }]);

  const removed = await callRoute(api.url, mara.token, routes.removePicture, {});
  expect(removed.body).toEqual({ avatarUrl: null });
  await vi.waitFor(() => expect(picture()).toBe(null));
  expect((await get(other.address)).status).toBe(404);
  expect(await rows()).toEqual([]);
});

test('a picture is sent as what it is, to be kept by the browser alone', async () => {
  const { address } = await upload(somePicture('webp'), { type: 'image/webp' });
  const response = await get(address, tom);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(
    Buffer.from(await response.arrayBuffer())
      .subarray(0, 4)
      .toString(),
  ).toBe('RIFF');
});

test('only people of the account get it, and only at its whole address', async () => {
  const { address } = await upload(somePng());
  expect((await get(address, stranger)).status).toBe(404);
  expect((await fetch(`${api.url}${address}`)).status).toBe(401);
  expect((await get(address.replace(mara.userId, tom.userId))).status).toBe(404);
  expect((await get(address.replace(/[0-9a-f]{64}$/, 'a'.repeat(64)))).status).toBe(404);
  expect((await get(address.replace(/[0-9a-f]{64}$/, '..%2f..%2fsecret'))).status).toBe(400);
});

test('an administrator removes the picture of a member, and the audit log says so', async () => {
  const remove = (who: typeof admin) =>
    callRoute(api.url, who.token, routes.removeUserPicture, { params: { userId: mara.userId } });
  const { address } = await upload(somePng());
  expect((await remove(tom)).status).toBe(403);
  expect((await remove(stranger)).status).toBe(404);
  expect((await get(address)).status).toBe(200);
  expect((await remove(admin)).status).toBe(200);
  expect((await get(address)).status).toBe(404);
  const lines = await api.db
    .selectFrom('audit_log')
    .select(['actor_user_id', 'action', 'detail'])
    .where('target', '=', mara.userId)
    .where('action', '=', 'user.changed')
    .execute();
  expect(lines).toEqual([{ actor_user_id: admin.userId, action: 'user.changed', detail: { pictureRemoved: true } }]);
});

test.each([
  ['SVG under another name', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'otherKind'],
  ['a page that begins like nothing', () => Buffer.from('<script>alert(1)</script>'), 'otherKind'],
  ['a PNG bomb', () => somePng({ packed: deflateSync(Buffer.alloc(900_000_000 / 10)) }), 'malformed'],
  ['huge sizes', () => somePng({ width: 2_000_000_000, packed: Buffer.alloc(40) }), 'size'],
  ['cut off', () => somePng().subarray(0, 60), 'malformed'],
  ['animated', () => somePng({ before: [pngChunk('acTL', Buffer.alloc(8))] }), 'animated'],
  ['nothing', () => Buffer.alloc(0), 'otherKind'],
])('refused, and nothing of it stays: %s', async (_what, file, fault) => {
  expect(await upload(file())).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', fault });
  expect(await rows()).toEqual([]);
});

test('refused before it is read: too many bytes, and what does not say that it is a picture', async () => {
  expect(await upload(Buffer.alloc(2 * 1024 * 1024))).toMatchObject({ status: 413, code: 'BODY_TOO_LARGE' });
  const svg = await upload(Buffer.from('<svg/>'), { type: 'image/svg+xml' });
  expect(svg.status).toBeGreaterThanOrEqual(400);
  expect(await rows()).toEqual([]);
});

test('what tells where it was taken does not reach colleagues', async () => {
  const secret = '53.551086, 9.993682';
  const text = pngChunk('tEXt', Buffer.from(`Comment\0${secret}`));
  const { address } = await upload(somePng({ before: [text], behind: Buffer.from(secret) }));
  const got = Buffer.from(await (await get(address, tom)).arrayBuffer());
  expect(got.includes(secret)).toBe(false);
});

test('whatever it calls itself, a picture is served as what its bytes say', async () => {
  const { address } = await upload(somePicture('jpeg'), { type: 'image/png' });
  expect((await get(address)).headers.get('content-type')).toBe('image/jpeg');
});

test('a picture that was replaced or removed, or whose user went, is to be erased from the disk', async () => {
  const asked = async () =>
    (await api.db.deleteFrom('erasures').returning('tables').execute()).map(({ tables }) => tables);
  const leaver = await member('Lea', { accountId: admin.accountId });
  await upload(somePng(), { who: leaver });
  await asked();
  await upload(somePicture('jpeg'), { who: leaver });
  expect(await asked()).toEqual([['user_pictures']]);
  await api.db.deleteFrom('users').where('id', '=', leaver.userId).execute();
  expect(await asked()).toContainEqual(['user_pictures']);
  expect(await rows()).toEqual([]);
});

test('three uploads of one person in the same moment leave one picture', async () => {
  const done = await Promise.all([upload(somePng()), upload(somePicture('jpeg')), upload(somePicture('webp'))]);
  expect(done.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await rows()).toHaveLength(1);
  const { avatar_url } = await api.db
    .selectFrom('users')
    .select('avatar_url')
    .where('id', '=', mara.userId)
    .executeTakeFirstOrThrow();
  expect((await get(avatar_url ?? '')).status).toBe(200);
});

test('a picture that is removed while another one is uploaded makes neither fail', async () => {
  await upload(somePng());
  const removing = await api.db.transaction().execute(async (trx) => {
    // As an upload begins.
    await trx.selectFrom('users').select('id').where('id', '=', mara.userId).forUpdate().execute();
    const removed = callRoute(api.url, mara.token, routes.removePicture, {});
    await expect.poll(() => waitsForLock(), { timeout: 5000 }).toBe(true);
    await trx.deleteFrom('user_pictures').where('user_id', '=', mara.userId).execute();
    return { removed };
  });
  expect((await removing.removed).status).toBe(200);
  expect(await rows()).toEqual([]);
});

/** Whether another connection waits for the row of a user. */
const waitsForLock = async () => {
  const { rows: found } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(api.db);
  return (found[0]?.n ?? 0) > 0;
};
