import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { databaseUp, openDatabase } from './database.ts';
import { useTestPostgres } from './testing/test-postgres.ts';

test('a stranger at the door, who knows no such password, is waited out', async () => {
  const { url } = await useTestPostgres();
  const role = `late_${randomUUID().slice(0, 8)}`;
  const { password, href } = Object.assign(new URL(url), { username: role });
  const [admin, patient, hasty] = [url, href, href].map((each) => openDatabase(each, { connections: 1 }));
  if (!admin || !patient || !hasty) throw new Error('no databases');
  try {
    let up: unknown = 'waits';
    const waiting = databaseUp(patient).then(
      () => (up = 'up'),
      (error: unknown) => (up = error),
    );
    await expect(databaseUp(hasty, 500)).rejects.toMatchObject({ code: '28P01' });
    expect(up).toBe('waits');
    await sql`create role ${sql.id(role)} login password ${sql.lit(password)}`.execute(admin);
    await waiting;
    expect(up).toBe('up');
  } finally {
    await Promise.all([patient.destroy(), hasty.destroy()]);
    await sql`drop role if exists ${sql.id(role)}`.execute(admin);
    await admin.destroy();
  }
});
