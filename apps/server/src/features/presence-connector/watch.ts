import { sql } from 'kysely';
import type { ChangeFeed } from '../../documents/change-feed.ts';
import { topic } from '../../documents/live-source.ts';
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

/**
 * Finds everyone of whom Microsoft shows something else than what they do, and asks for the jobs that mend it. Gives when to
 * look again because Microsoft wants to be left alone until then; null where it does not.
 */
export async function look({ db, jobs, service }: PresenceParts): Promise<Date | null> {
  if (service === null) return null;
  const shownElse = await db
    .selectFrom('presence_connectors')
    .innerJoin('users', 'users.id', 'presence_connectors.user_id')
    .select(['user_id', 'not_before'])
    .where('state', '=', 'connected')
    .where((eb) =>
      eb.or([
        sql<boolean>`presence_connectors.shown is distinct from ${wantedSql}`,
        sql<boolean>`presence_connectors.shown is not null and coalesce(renew_at, '-infinity') <= now()`,
      ]),
    )
    .execute();
  for (const userId of await whomToHear({ db })) await jobs.enqueue(db, hearKind, userId);
  const left = await db.selectFrom('presence_farewells').select(['id', 'not_before']).execute();
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
async function whomToHear({ db }: Pick<PresenceParts, 'db'>): Promise<string[]> {
  const rows = await db
    .selectFrom('presence_connectors')
    .select('user_id')
    .where('state', '=', 'connected')
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

/** Looks whenever something changes, and now and then in any case. Gives the way to stop. */
export function keepLooking(parts: PresenceParts, feed: ChangeFeed): () => void {
  if (parts.service === null) return () => undefined;
  const timers = new Map<'soon' | 'later', NodeJS.Timeout>();
  let isStopped = false;
  let looking = Promise.resolve();
  const lookIn = (which: 'soon' | 'later', ms: number) => {
    if (isStopped || (which === 'soon' && timers.has('soon'))) return;
    clearTimeout(timers.get(which));
    timers.set(
      which,
      setTimeout(() => {
        timers.delete(which);
        looking = looking.then(lookNow);
      }, ms),
    );
  };
  async function lookNow(): Promise<void> {
    try {
      const next = await look(parts);
      lookIn('later', Math.min(lookMs, Math.max(calmMs, (next?.getTime() ?? Infinity) - Date.now())));
    } catch (error) {
      parts.log.warn({ err: error }, 'presence: the next look will find it');
      lookIn('later', lookMs);
    }
  }
  const stopping = [
    feed.onChange((topics) => {
      if (topics.some((one) => changes.some((start) => one.startsWith(start)))) lookIn('soon', calmMs);
    }),
    feed.onGap(() => lookIn('soon', calmMs)),
  ];
  lookIn('soon', calmMs);
  return () => {
    isStopped = true;
    for (const stop of stopping) stop();
    for (const timer of timers.values()) clearTimeout(timer);
  };
}
