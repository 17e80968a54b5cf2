import { liveQueries } from '@sidetone/contract/documents/queries.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '../../storage/testing/test-database.ts';
import { callLogDocuments } from './documents.ts';
import { modesOf } from './log/modes.ts';
import { openLog } from './log/open-log.ts';
import { changeTask } from './tasks/tasks.ts';
import { call, loggingDatabase, loggingWorld } from './testing/logging-world.ts';
import { paperCrm } from './testing/paper-crm.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await loggingDatabase();
});
afterAll(() => database.drop());

const anna = { userId: 'wanna', accountId: 's1' };

test('SPERM-016: where the plan has no logs, members get none of what was logged before, and all channels are off', async () => {
  const { db } = database;
  const { parts } = loggingWorld(db, paperCrm());
  await db
    .updateTable('users')
    .set({ grants: ['CALL_TASKS'] })
    .where('id', '=', 'wanna')
    .execute();
  const of = await call(db, 's-1');
  await openLog(parts, anna, of, false);
  await changeTask(parts, anna, of, { title: 'Send the offer' });
  const sources = callLogDocuments(parts).filter(({ query }) =>
    [liveQueries.callLog, liveQueries.callLogEntities, liveQueries.callTask].some(({ name }) => name === query.name),
  );
  const counts = () =>
    Promise.all(sources.map(async (source) => [source.query.name, (await source.rows(anna as never, of)).length]));
  expect(await counts()).toEqual([
    ['callLog', 1],
    ['callLogEntities', 1],
    ['callTask', 1],
  ]);
  const modes = async () => (await modesOf(db, anna)).map(({ id, mode }) => [id, mode]);
  expect(await modes()).toContainEqual(['cteam', 'ask']);
  await db.updateTable('accounts').set({ plan: '{}' }).where('id', '=', 's1').execute();
  expect(await counts()).toEqual([
    ['callLog', 0],
    ['callLogEntities', 0],
    ['callTask', 0],
  ]);
  expect(await modes()).toContainEqual(['cteam', 'off']);
  // A plan that changes is heard of while the log is shown.
  for (const source of sources) expect(source.topics(anna as never, of as never, [])).toContain('accounts id=s1');
});
