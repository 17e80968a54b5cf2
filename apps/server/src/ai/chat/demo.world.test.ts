import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemo } from '../../demo/create-demo.ts';
import { tokenOf } from '../../testing/authorisation-world.ts';
import { type TestApi, testApi } from '../../testing/test-api.ts';
import { chatPeople, type Somebody } from './testing/chat-people.ts';

// The chat over the calls of the demo company, by quotes alone.

const dataDir = mkdtempSync(join(tmpdir(), 'sidetone-chat-demo-'));
let api: TestApi;
let people: ReturnType<typeof chatPeople>;
beforeAll(async () => {
  api = await testApi();
  people = chatPeople(api);
  await createDemo(api.db, dataDir, new Date());
  const flags = JSON.stringify({ isTestAccount: true, hasAiInsightsChat: true });
  await api.db.updateTable('accounts').set({ flags }).execute();
}, 60_000);
afterAll(async () => {
  await api.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** A user of the demo company with their own channel. */
async function colleague(firstName: string): Promise<Somebody> {
  const found = await api.db
    .selectFrom('users')
    .innerJoin('channels', 'channels.owner_user_id', 'users.id')
    .select(['users.id as userId', 'users.account_id as accountId', 'channels.id as channelId'])
    .where('users.first_name', '=', firstName)
    .executeTakeFirstOrThrow();
  return { ...found, token: await tokenOf(api.db, found.userId) };
}

test.each([
  ['Wohin geht die Rechnung?', /Rechnung wieder nach Hamburg/, 29.4],
  ['Bis wann sollen die Hängeleuchten da sein?', /zwölf Hängeleuchten/, 7.7],
  ['Was haben wir diese Woche zugesagt?', /neue Auftragsbestätigung/, 19.8],
])('%s: the quote is the line that was said, at its second', async (question, said, at) => {
  const answer = await people.answered(await colleague('Mara'), question);
  expect(answer.state).toBe('done');
  expect(answer.citations).toContainEqual(expect.objectContaining({ quote: expect.stringMatching(said), at }));
});

test('what is in the call of a colleague is not found', async () => {
  const answer = await people.answered(await colleague('Tom'), 'Wann werden die Hängeleuchten geliefert?');
  expect(answer.citations.filter(({ quote }) => /Hängeleuchten|Donnerstag/.test(quote))).toEqual([]);
});

test('what nobody said is not answered', async () => {
  expect(await people.answered(await colleague('Mara'), 'Welche Farbe hat der Hubschrauber?')).toMatchObject({
    state: 'nothing',
    citations: [],
  });
});
