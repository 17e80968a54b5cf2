import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { networkOf, networksOf } from '@sidetone/contract/rules/network/network-of.ts';
import { type Kysely, sql } from 'kysely';
import { Refusal } from '../requests/refusal.ts';
import type { Database } from '../storage/database.ts';
import type { Schema } from '../storage/schema.ts';

/**
 * Failures that are free, by what is counted: an e-mail together with a network, and a network alone. Never the e-mail
 * alone: that would let anyone lock anyone out. Of IPv6 a network counts as the three sizes that people are given, each
 * with a limit of its own. After the free ones each further failure doubles the wait.
 */
const free = {
  pair: [5, 10, 20],
  network: [50, 100, 200],
  /** Of second proofs of one person from everywhere: nobody gets there without the password. */
  factor: 5,
} as const;
const wait = { seconds: 15, mostSeconds: 900 };

/** Failures of one person from everywhere after which each attempt is slowed down, by so much, and by how much at most. */
const pace = { free: 50, stepMs: 100, mostMs: 5_000 };

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
  /**
   * Counts an attempt for a person, wherever it comes from, and fulfils a little later when many have failed. Nobody is
   * refused: someone with the right password gets in while others guess.
   */
  pace(email: string): Promise<Attempt>;
  /** Like `attempt`, for a second proof of this user, wherever it comes from. */
  factor(userId: string): Promise<Attempt>;
}

interface Clock {
  now(): Date;
  sleep(milliseconds: number): Promise<unknown>;
}
const realClock: Clock = { now: () => new Date(), sleep: setTimeout };

/** Slows down guessing of passwords. */
export function signInThrottle(db: Database, clock: Clock = realClock): Throttle {
  const { now, sleep } = clock;
  const count = (trx: Kysely<Schema>, keys: readonly string[]) =>
    trx
      .updateTable('sign_in_attempts')
      .set({ failures: sql<number>`failures + 1`, last_at: now() })
      .where('key', 'in', keys)
      .execute();
  const admit = admitting(db, now, count);
  /** One by one: several at once could wait for each other. */
  const takeBack = async (keys: readonly string[]) => {
    for (const key of keys) {
      const failures = sql<number>`greatest(failures - 1, 0)`;
      await db.updateTable('sign_in_attempts').set({ failures }).where('key', '=', key).execute();
    }
  };
  return {
    async attempt(email, address) {
      const counters = countersOf(email, address);
      await admit(counters);
      return {
        async succeeded() {
          const own = keyOf('pair', pairOf(email, networkOf(address)));
          await db.deleteFrom('sign_in_attempts').where('key', '=', own).execute();
          await takeBack(counters.map(({ key }) => key).filter((key) => key !== own));
        },
      };
    },

    async pace(email) {
      const key = keyOf('person', pairOf(email, ''));
      const failures = await db.transaction().execute(async (trx) => {
        const before = await failuresOf(trx, key, now());
        await count(trx, [key]);
        return before.failures;
      });
      const over = failures - pace.free;
      if (over > 0) await sleep(Math.min(over * pace.stepMs, pace.mostMs));
      return { succeeded: () => takeBack([key]) };
    },

    async factor(userId) {
      const key = keyOf('factor', userId);
      await admit([{ key, free: free.factor }]);
      return {
        async succeeded() {
          await db.deleteFrom('sign_in_attempts').where('key', '=', key).execute();
        },
      };
    },
  };
}

/** Counts a failure for each counter, unless one of them has to wait. */
const admitting =
  (db: Database, now: () => Date, count: (trx: Kysely<Schema>, keys: readonly string[]) => Promise<unknown>) =>
  (counters: readonly { readonly key: string; readonly free: number }[]) =>
    db.transaction().execute(async (trx) => {
      const waits: number[] = [];
      for (const { key, free: mostFree } of counters) {
        waits.push(secondsToWait(await failuresOf(trx, key, now()), mostFree, now()));
      }
      const longest = Math.max(...waits);
      if (longest > 0) {
        throw new Refusal('TOO_MANY_ATTEMPTS', 'Wait before trying again.', { retryAfterSeconds: longest });
      }
      await count(
        trx,
        counters.map(({ key }) => key),
      );
    });

/** Everything that an attempt counts for, always in one order: who holds a row must not wait for an earlier one. */
const countersOf = (email: string, address: string) =>
  networksOf(address)
    .flatMap((network, size) => [
      { key: keyOf('network', network), free: free.network[size] ?? Number.POSITIVE_INFINITY },
      { key: keyOf('pair', pairOf(email, network)), free: free.pair[size] ?? Number.POSITIVE_INFINITY },
    ])
    .sort((a, b) => (a.key < b.key ? -1 : 1));

/** Digested together: what people type here by mistake is sometimes their password. */
const pairOf = (email: string, network: string): string => `${email.trim().toLowerCase()}\n${network}`;

/** Removes what no longer counts; without it attempts from ever new places fill the table. */
export async function forgetOldAttempts(db: Database, now = new Date()): Promise<void> {
  const old = new Date(now.getTime() - forgetAfterMs);
  await db.deleteFrom('sign_in_attempts').where('last_at', '<', old).execute();
}

interface Failures {
  readonly failures: number;
  readonly last_at: Date;
}

/** What failed under this key within the hour. Holds the key's row until the transaction ends. */
const failuresOf = (trx: Kysely<Schema>, key: string, now: Date): Promise<Failures> =>
  trx
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

/** Seconds until another attempt may be made, 0 for now. */
const secondsToWait = ({ failures, last_at }: Failures, mostFree: number, now: Date): number => {
  if (failures < mostFree) return 0;
  const seconds = Math.min(wait.seconds * 2 ** (failures - mostFree), wait.mostSeconds);
  return Math.max(0, Math.ceil((last_at.getTime() + seconds * 1000 - now.getTime()) / 1000));
};

const keyOf = (kind: 'pair' | 'network' | 'person' | 'factor', value: string): string =>
  `${kind}:${createHash('sha256').update(value).digest('base64url')}`;
