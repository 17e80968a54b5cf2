import { type RawBuilder, sql } from 'kysely';
import type { ChangeFeed } from '../../documents/change-feed.ts';
import { topic } from '../../documents/live-source.ts';
import type { Database } from '../../storage/database.ts';
import { farewellKind } from './farewell.ts';
import { hearKind } from './hear.ts';
import type { PresenceParts } from './ports.ts';
import { showKind, wantedSql } from './show.ts';

/** A state that is to be said again, or whose change was not heard of, is found after this. */
const lookMs = 10_000;
/** A call that begins changes several rows. */
const calmMs = 100;

/** What users do, and what is connected. */
const changes = [
  topic('legs', 'user_id', ''),
  topic('users', 'id', ''),
  topic('presence_connectors', 'user_id', ''),
  topic('presence_farewells', 'user_id', ''),
];

/** Of more users than this all are looked at. */
const mostUsers = 500;

type LookParts = Pick<PresenceParts, 'db' | 'jobs' | 'service'>;

/**
 * Finds everyone of whom Microsoft shows something else than what they do, among these users or all, and asks for the jobs
 * that mend it. Gives when to look again because Microsoft wants to be left alone until then; null where it does not.
 */
export async function look({ db, jobs, service }: LookParts, users: ReadonlySet<string> | null): Promise<Date | null> {
  if (service === null) return null;
  const isLookedAt = sql<boolean>`(${users === null}::boolean or user_id = any(${[...(users ?? [])]}::text[]))`;
  const shownElse = await db
    .selectFrom('presence_connectors')
    .innerJoin('users', 'users.id', 'presence_connectors.user_id')
    .select(['user_id', 'not_before'])
    .where('state', '=', 'connected')
    .where(isLookedAt)
    .where((eb) =>
      eb.or([
        sql<boolean>`presence_connectors.shown is distinct from ${wantedSql}`,
        sql<boolean>`presence_connectors.shown is not null and coalesce(renew_at, '-infinity') <= now()`,
      ]),
    )
    .execute();
  for (const userId of await whomToHear(db, isLookedAt)) await jobs.enqueue(db, hearKind, userId);
  const left = await db.selectFrom('presence_farewells').select(['id', 'not_before']).where(isLookedAt).execute();
  const now = Date.now();
  const isDue = ({ not_before: notBefore }: { readonly not_before: Date | null }) => (notBefore?.getTime() ?? 0) <= now;
  for (const { user_id } of shownElse.filter(isDue)) await jobs.enqueue(db, showKind, user_id);
  for (const { id } of left.filter(isDue)) await jobs.enqueue(db, farewellKind, id);
  const later = [...shownElse, ...left].flatMap((one) =>
    isDue(one) || one.not_before === null ? [] : [one.not_before],
  );
  return later.length === 0 ? null : new Date(Math.min(...later.map((at) => at.getTime())));
}

/** Who has a device that calls reach now, and whose state in Teams was read a minute ago. */
async function whomToHear(db: Database, isLookedAt: RawBuilder<boolean>): Promise<string[]> {
  const rows = await db
    .selectFrom('presence_connectors')
    .select('user_id')
    .where('state', '=', 'connected')
    .where(isLookedAt)
    .where('shown', 'is', null)
    .where('hear_at', '<=', sql<Date>`now()`)
    .where((eb) => eb.or([eb('not_before', 'is', null), eb('not_before', '<=', sql<Date>`now()`)]))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('registrations')
          .select('registrations.id')
          .whereRef('registrations.user_id', '=', 'presence_connectors.user_id')
          .where('registrations.expires_at', '>', sql<Date>`now()`)
          .where('suspect', '=', false),
      ),
    )
    .execute();
  return rows.map(({ user_id: userId }) => userId);
}

/**
 * Looks at users when something of theirs changes, and now and then at all of them. `log` hears of looks that fail. Gives the
 * way to stop.
 */
export function keepLooking(
  parts: LookParts & Pick<PresenceParts, 'log'>,
  feed: Pick<ChangeFeed, 'onChange' | 'onGap'>,
): () => void {
  if (parts.service === null) return () => undefined;
  const looking = lookingOf(parts);
  const stopping = [
    feed.onChange((topics) => {
      const users = topics.flatMap((one) => {
        const start = changes.find((each) => one.startsWith(each));
        return start === undefined ? [] : [one.slice(start.length)];
      });
      if (users.length > 0) looking.soon(users);
    }),
    feed.onGap(() => looking.allBy(calmMs)),
  ];
  looking.allBy(calmMs);
  return () => {
    for (const stop of stopping) stop();
    looking.stop();
  };
}

/** When to look at whom: one look at a time, and the next one at all users never later than it was planned. */
function lookingOf(parts: LookParts & Pick<PresenceParts, 'log'>) {
  let isStopped = false;
  let last = Promise.resolve();
  let soon: { readonly users: Set<string>; readonly timer: NodeJS.Timeout } | null = null;
  let all: { readonly at: number; readonly timer: NodeJS.Timeout } | null = null;
  const begin = (users: ReadonlySet<string> | null) => {
    last = last.then(() => lookNow(users));
  };
  const allBy = (ms: number) => {
    const at = performance.now() + ms;
    if (isStopped || (all !== null && all.at <= at)) return;
    clearTimeout(all?.timer);
    const timer = setTimeout(() => {
      all = null;
      begin(null);
    }, ms);
    all = { at, timer };
  };
  async function lookNow(users: ReadonlySet<string> | null): Promise<void> {
    if (isStopped) return;
    try {
      const next = await look(parts, users);
      if (next !== null) allBy(Math.max(calmMs, next.getTime() - Date.now()));
    } catch (error) {
      parts.log.warn({ err: error }, 'presence: the next look will find it');
    }
    allBy(lookMs);
  }
  return {
    allBy,
    /** Looks at these users within a moment, together with others of whom that is asked meanwhile. */
    soon(users: readonly string[]): void {
      if (isStopped) return;
      if (soon === null) {
        const timer = setTimeout(() => {
          const { users: changed } = soon as NonNullable<typeof soon>;
          soon = null;
          begin(changed.size > mostUsers ? null : changed);
        }, calmMs);
        soon = { users: new Set(users), timer };
      } else for (const user of users) soon.users.add(user);
    },
    stop(): void {
      isStopped = true;
      clearTimeout(soon?.timer);
      clearTimeout(all?.timer);
    },
  };
}
