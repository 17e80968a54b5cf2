import type { Database } from '../../../storage/database.ts';

let made = 0;

/** Adds so many users without lines or devices to a company; gives their ids. */
export async function manyPeople(db: Database, accountId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => {
    made += 1;
    return `wmany${made}`;
  });
  const one = { account_id: accountId, first_name: 'Many', last_name: 'People', password_hash: null, avatar_url: null };
  const rows = ids.map((id) => ({ ...one, id, email: `${id}@many.example` }));
  await db.insertInto('users').values(rows).execute();
  return ids;
}
