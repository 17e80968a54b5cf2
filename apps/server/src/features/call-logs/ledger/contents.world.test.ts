import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '../../../storage/testing/test-database.ts';
import { closeLog } from '../log/close-log.ts';
import { openLog } from '../log/open-log.ts';
import { call, loggingDatabase, loggingWorld } from '../testing/logging-world.ts';
import { paperCrm } from '../testing/paper-crm.ts';
import { changeText } from '../text/text-choice.ts';
import { readContents } from './contents.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await loggingDatabase();
});
afterAll(() => database.drop());

const anna = { userId: 'wanna', accountId: 's1' };

test('all that is written of a call is read in five statements, and what breaks its schema is left out', async () => {
  const { db } = database;
  const crm = paperCrm();
  const { parts } = loggingWorld(db, crm);
  await changeText(db, { ...anna, address: '127.0.0.1' }, { link: true });
  const of = await call(db, 'c-1');
  const note = { status: 'success', content: '<p>By Friday.</p>', revision: 1 };
  await db
    .updateTable('inbox_events')
    .set({ documentation: JSON.stringify({ note, summary: { status: 'unheard of' } }) })
    .where('session_id', '=', 'c-1')
    .execute();
  await openLog(parts, anna, of, false);
  await closeLog(parts, anna, of, true);
  const entry = await db.selectFrom('crm_writes').selectAll().where('session_id', '=', 'c-1').executeTakeFirstOrThrow();
  let statements = 0;
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const contents = await readContents(
    db.withPlugin(counting),
    entry,
    (name, entities) => crm.formOf(name)?.unitsOf(entities) ?? [],
  );
  expect(statements).toBe(5);
  expect(contents).toMatchObject({
    kind: 'call',
    entities: [{ type: 'contacts', id: '31' }],
    documentation: { note },
    outcome: null,
    takenOverFrom: null,
    says: { smallTalk: false, link: true },
  });
  expect(contents?.kind === 'call' && contents.documentation.summary).toBeUndefined();
});
