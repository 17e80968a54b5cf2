import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';

/** Who hears events now, as far as this node knows. */
interface Hearers {
  onJoin(listener: (userId: string) => void): void;
  onGone(listener: (userId: string) => void): void;
  signInsOf(userId: string): ReadonlySet<string> | null;
}

/** Set while clients connect to another gateway, so that nobody here knows who of them is there. */
const unknownKey = 'clients.unknown';

/**
 * Keeps in the database whose clients hear events of this node, for presence. Lines of the node's earlier life are gone
 * with their sockets. Rejects when the first write fails; what fails later goes to `onTrouble`, and the next change of
 * that user mends it.
 */
export async function keepClientLines(given: {
  readonly db: Database;
  readonly node: string;
  readonly audience: Hearers;
  readonly isOurs: boolean;
  readonly onTrouble: (error: unknown) => void;
}): Promise<void> {
  const { db, node, audience, isOurs, onTrouble } = given;
  await db.deleteFrom('client_lines').where('node', '=', node).execute();
  if (!isOurs) {
    await db
      .insertInto('settings')
      .values({ key: unknownKey, value: 'true' })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute();
    return;
  }
  await db.deleteFrom('settings').where('key', '=', unknownKey).execute();
  const pending = new Map<string, Promise<void>>();
  const write = async (userId: string) => {
    if ((audience.signInsOf(userId)?.size ?? 0) === 0) {
      await db.deleteFrom('client_lines').where('user_id', '=', userId).where('node', '=', node).execute();
      return;
    }
    // A user deleted in the meantime has no line.
    await sql`
      insert into client_lines (user_id, node) select id, ${node} from users where id = ${userId}
      on conflict do nothing`.execute(db);
  };
  /** One write of a user after the other, each of what is true then. */
  const changed = (userId: string) => {
    const done = (pending.get(userId) ?? Promise.resolve())
      .then(() => write(userId))
      .catch(onTrouble)
      .finally(() => {
        if (pending.get(userId) === done) pending.delete(userId);
      });
    pending.set(userId, done);
  };
  audience.onJoin(changed);
  audience.onGone(changed);
}
