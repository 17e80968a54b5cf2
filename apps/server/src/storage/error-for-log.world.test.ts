import { pino } from 'pino';
import { expect, test } from 'vitest';
import { errorForLog } from './error-for-log.ts';
import { someCompany } from './testing/some-company.ts';
import { testDatabase } from './testing/test-database.ts';

test('a refused row is logged with its constraint and without its values', async () => {
  const lines: string[] = [];
  const log = pino({ serializers: { err: errorForLog } }, { write: (line: string) => void lines.push(line) });
  const { db, drop } = await testDatabase();
  await someCompany(db);
  const twice = db
    .insertInto('numbers')
    .values({ e164: '+4930555011', account_id: 's1', channel_id: null, label: null });
  const error: unknown = await twice.execute().catch((reason: unknown) => reason);
  await drop();
  expect(String((error as { detail: string }).detail)).toContain('+4930555011');

  log.child({ room: 'test' }).error({ err: error }, 'refused');
  log.error({ err: 'not an error' }, 'refused');
  expect(lines[0]).toContain('numbers_pkey');
  expect(lines[0]).toContain('"code":"23505"');
  expect(lines.join()).not.toContain('+4930555011');
  expect(lines[1]).toContain('not an error');
});
