import { hashPassword } from '../identity/passwords.ts';
import type { Database } from '../storage/database.ts';
import { writeDemoSignIns } from '../storage/demo-sign-ins.ts';
import { demoPlace } from './company.ts';
import { createCompany } from './create-company.ts';
import { newSignIns } from './sign-ins.ts';

/**
 * Fills an empty database with the demo company and its sister of the classic generation. Passwords are random and stand in
 * the data folder before the people do, so that a start that is cut off in between never leaves people whom nobody can be.
 * False when someone exists already.
 */
export async function createDemo(db: Database, dataDir: string, now: Date, keyFile?: string): Promise<boolean> {
  if (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) return false;
  const signIns = newSignIns(demoPlace);
  const hashes = await Promise.all(signIns.map(({ password }) => hashPassword(password)));
  writeDemoSignIns(dataDir, signIns);
  await createCompany(db, dataDir, { now, place: demoPlace, hashes, runsServer: true, makesSounds: true, keyFile });
  return true;
}
