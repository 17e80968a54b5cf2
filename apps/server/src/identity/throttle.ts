import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { Schema } from '../storage/schema.ts';
import { networkOf } from './network-of.ts';
import { Refusal } from './refusal.ts';

/**
 * Two counters, (e-mail, address) and address alone. Never the e-mail alone: that would let anybody lock anybody out. With an
 * e-mail all addresses of an IPv6 network count as one; alone they do not, since a whole office may sign in from there.
 * After `free` failures in a row each further one doubles the wait.
 */
const limits = {
  pair: { free: 5, waitSeconds: 15, mostSeconds: 900 },
  address: { free: 50, waitSeconds: 15, mostSeconds: 900 },
};
type Kind = keyof typeof limits;

/** Failures older than this are forgotten. */
const forgetAfterMs = 60 * 60 * 1000;

interface Attempt {
  /** Takes the attempt back: the credentials were right. */
  succeeded(): Promise<void>;
}

export interface Throttle {
  /**
   * Counts an attempt as failed before it is made, so that many at once cannot slip through together. Throws `Refusal`
   * TOO_MANY_ATTEMPTS with the seconds to wait; a refused attempt is not counted.
   */
  attempt(email: string, address: string): Promise<Attempt>;
}

/** Slows down guessing of passwords; `now` is for tests. */
export function signInThrottle(db: Database, now: () => Date = () => new Date()): Throttle {
  return {
    async attempt(email, address) {
      const keys: Record<Kind, string> = {
        address: keyOf('address', address),
        // Digested together: what people type here by mistake is sometimes their password.
        pair: keyOf('pair', `${email.trim().toLowerCase()}\n${networkOf(address)}`),
      };
      await db.transaction().execute(async (trx) => {
        const waits = [
          await seconds(trx, keys.address, 'address', now()),
          await seconds(trx, keys.pair, 'pair', now()),
        ];
        const wait = Math.max(...waits);
        if (wait > 0) throw new Refusal('TOO_MANY_ATTEMPTS', 'Wait before trying again.', { retryAfterSeconds: wait });
        await trx
          .updateTable('sign_in_attempts')
          .set({ failures: sql<number>`failures + 1`, last_at: now() })
          .where('key', 'in', Object.values(keys))
          .execute();
      });
      return {
        async succeeded() {
          await db.deleteFrom('sign_in_attempts').where('key', '=', keys.pair).execute();
          await db
            .updateTable('sign_in_attempts')
            .set({ failures: sql<number>`greatest(failures - 1, 0)` })
            .where('key', '=', keys.address)
            .execute();
        },
      };
    },
  };
}

/** Removes what counts no more; without it whoever tries from ever new places fills the table. */
export async function forgetOldAttempts(db: Database, now = new Date()): Promise<void> {
  const old = new Date(now.getTime() - forgetAfterMs);
  await db.deleteFrom('sign_in_attempts').where('last_at', '<', old).execute();
}

/** Seconds until this key may try again, 0 for now. Holds the key's row until the transaction ends. */
const seconds = async (trx: Kysely<Schema>, key: string, kind: Kind, now: Date): Promise<number> => {
  const row = await trx
    .insertInto('sign_in_attempts')
    .values({ key, failures: 0, last_at: now })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        failures: sql<number>`case when sign_in_attempts.last_at < ${new Date(now.getTime() - forgetAfterMs)}
          then 0 else sign_in_attempts.failures end`,
      }),
    )
    .returning(['failures', 'last_at'])
    .executeTakeFirstOrThrow();
  const { free, waitSeconds, mostSeconds } = limits[kind];
  if (row.failures < free) return 0;
  const wait = Math.min(waitSeconds * 2 ** (row.failures - free), mostSeconds);
  return Math.max(0, Math.ceil((row.last_at.getTime() + wait * 1000 - now.getTime()) / 1000));
};

const keyOf = (kind: Kind, value: string): string =>
  `${kind}:${createHash('sha256').update(value).digest('base64url')}`;
