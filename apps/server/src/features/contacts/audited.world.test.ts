import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokenOf } from '../../testing/authorisation-world.ts';
import { callRoute, person, type TestApi, testApi } from '../../testing/test-api.ts';

let api: TestApi;
let anna: Awaited<ReturnType<typeof person>> & { readonly token: string };
beforeAll(async () => {
  api = await testApi();
  const made = await person(api, { firstName: 'Anna' });
  anna = { ...made, token: await tokenOf(api.db, made.userId) };
});
afterAll(() => api.stop());

test('the audit log says who deleted which contact, and no word of what it held', async () => {
  const body = { firstName: 'Ada', lastName: 'Lovelace', phoneNumbers: [] };
  const made = await callRoute(api.url, anna.token, routes.createContact, { body });
  const params = { contactId: made.body.id };
  expect((await callRoute(api.url, anna.token, routes.deleteContact, { params })).status).toBe(200);
  const lines = await api.db.selectFrom('audit_log').selectAll().where('target', '=', made.body.id).execute();
  expect(JSON.stringify(lines)).not.toContain('Lovelace');
  expect(lines).toMatchObject([
    {
      account_id: anna.accountId,
      actor_user_id: anna.userId,
      action: 'contact.removed',
      address: '127.0.0.1',
      detail: { book: 'SIDETONE' },
    },
  ]);
});

test('the audit log says who exported the contacts', async () => {
  const lines = () => api.db.selectFrom('audit_log').selectAll().where('action', '=', 'contacts.exported').execute();
  const before = (await lines()).length;
  const reply = await fetch(`${api.url}/api/contacts/export?format=csv`, {
    headers: { authorization: `Bearer ${anna.token}` },
  });
  expect(reply.status).toBe(200);
  await reply.text();
  expect((await lines()).slice(before)).toMatchObject([
    { account_id: anna.accountId, actor_user_id: anna.userId, address: '127.0.0.1', detail: { format: 'csv' } },
  ]);
});
