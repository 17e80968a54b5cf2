import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '../../../storage/testing/test-database.ts';
import { closeLog } from '../log/close-log.ts';
import { openLog } from '../log/open-log.ts';
import { call, forgetCalls, loggingDatabase, loggingWorld } from '../testing/logging-world.ts';
import { paperCrm } from '../testing/paper-crm.ts';
import { changeText, textOf } from './text-choice.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await loggingDatabase();
});
afterAll(() => database.drop());
afterEach(() => forgetCalls(database.db));

const anna = { userId: 'wanna', accountId: 's1' };
const crm = paperCrm();
const talk = [
  { id: 't1', topic: 'Holiday', description: 'Two weeks on Sylt' },
  { id: 't2', topic: 'Dog', description: 'Is called Bruno', dismissed: true },
];

/** What the CRM has of a call in which people talked about a holiday. */
async function writtenOf(sessionId: string, more: { readonly transferredFrom?: object } = {}): Promise<string> {
  const { parts, work } = loggingWorld(database.db, crm);
  const of = await call(database.db, sessionId);
  await database.db
    .updateTable('inbox_events')
    .set({
      documentation: JSON.stringify({ smallTalk: { status: 'success', revision: 1, items: talk } }),
      transferred_from: more.transferredFrom === undefined ? null : JSON.stringify(more.transferredFrom),
    })
    .where('session_id', '=', sessionId)
    .execute();
  await openLog(parts, anna, of, false);
  await closeLog(parts, anna, of, true);
  await work();
  return crm.records.at(-1)?.text ?? '';
}

test('small talk and a link are written only where administrators chose them', async () => {
  const usual = await writtenOf('t-1');
  expect(usual).toContain('Sidetone');
  expect(usual).not.toMatch(/Sylt|phone\.example\.com/);

  await changeText(database.db, { ...anna, address: '127.0.0.1' }, { smallTalk: true });
  const withTalk = await writtenOf('t-2');
  expect(withTalk).toContain('Holiday: Two weeks on Sylt');
  expect(withTalk).not.toMatch(/Bruno|phone\.example\.com/);

  await changeText(database.db, { ...anna, address: '127.0.0.1' }, { smallTalk: false, link: true });
  const withLink = await writtenOf('t-3');
  expect(withLink).toContain('https://phone.example.com/main/call-events/pbx-t-3?channelId=cteam');
  expect(withLink).not.toContain('Sylt');
  expect(await textOf(database.db, 's1', true)).toMatchObject({ smallTalk: false, link: true, hasAddress: true });
  // Those of other accounts are as they were.
  expect(await textOf(database.db, 's2', true)).toMatchObject({ smallTalk: false, link: false });
  const lines = await database.db
    .selectFrom('audit_log')
    .select(['actor_user_id', 'detail'])
    .where('action', '=', 'crm.textChanged')
    .orderBy('id')
    .execute();
  expect(lines).toEqual([
    { actor_user_id: 'wanna', detail: { small_talk: true } },
    { actor_user_id: 'wanna', detail: { small_talk: false, link: true } },
  ]);
});

test('SENT-055: the log of a call that was handed over names who had it before', async () => {
  await call(database.db, 'before', { channelId: 'cb', owner: 'wben' });
  const from = (channelId: string) => ({
    accountId: 's1',
    channelId,
    docId: 'pbx-before',
    remotePhoneNumber: '+4940111222',
  });
  const ben = await database.db
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', 'wben')
    .executeTakeFirstOrThrow();
  const name = `${ben.first_name} ${ben.last_name}`;
  expect(await writtenOf('t-4', { transferredFrom: from('cb') })).toMatch(
    new RegExp(`(Taken over from|Übernommen von) ${name}`),
  );
  expect(await writtenOf('t-5', { transferredFrom: from('none') })).not.toContain(name);
});
