import { sql } from 'kysely';
import type { Again, JobKind } from '../../jobs/job-kind.ts';
import { askMicrosoft } from './ask-microsoft.ts';
import { type PresenceParts, type RemotePresence, troubleOf } from './ports.ts';
import type { ConnectorRow } from './tokens.ts';

/** Reads what a user does in Teams; the id is the user's. */
export const hearKind: JobKind = {
  name: 'presence-hear',
  tries: 3,
  withinMinutes: 2,
  pauseSeconds: 10,
  longestPauseSeconds: 60,
  atOnce: 4,
};

/** How often it is asked for. */
const everySeconds = 60;
/** How long it counts where nobody reads it again: it ends with its cause, and not because a server is away. */
const countsSeconds = 180;
/** Where Microsoft does not allow it, it is tried again after a day. */
const forbiddenSeconds = 24 * 3600;

/** Meetings and calls of several people; a call with one other is what our own session says. */
const meetings: readonly string[] = ['InAMeeting', 'InAConferenceCall', 'Presenting'];

/** What a state in Teams means here. Our own session says `Presenting` for do not disturb, which is not read back as such. */
export function meaningOf({ availability, activity }: RemotePresence): ConnectorRow['heard'] {
  if (meetings.includes(activity)) return 'busy';
  return availability === 'DoNotDisturb' ? 'doNotDisturb' : null;
}

/** Reads it once, unless we show something ourselves, which would come back. */
export async function hear(parts: PresenceParts, userId: string, signal: AbortSignal): Promise<Again | undefined> {
  const { db } = parts;
  const row = await db
    .selectFrom('presence_connectors')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '=', 'connected')
    .where('shown', 'is', null)
    .where('hear_at', '<=', sql<Date>`now()`)
    .where((eb) => eb.or([eb('not_before', 'is', null), eb('not_before', '<=', sql<Date>`now()`)]))
    .executeTakeFirst();
  if (!row) return undefined;
  return await askMicrosoft(parts, row, signal, async (service, accessToken) => {
    let heard: ConnectorRow['heard'] = null;
    let nextSeconds = everySeconds;
    try {
      heard = meaningOf(await service.readPresence(accessToken, signal));
    } catch (error) {
      // Showing goes on without it.
      if (troubleOf(error).why !== 'forbidden') throw error;
      nextSeconds = forbiddenSeconds;
    }
    await db
      .updateTable('presence_connectors')
      .set({
        heard,
        heard_until: heard === null ? null : sql<Date>`now() + make_interval(secs => ${countsSeconds})`,
        hear_at: sql<Date>`now() + make_interval(secs => ${nextSeconds})`,
        not_before: null,
        failures: 0,
      })
      .where('id', '=', row.id)
      // What we have begun to show meanwhile would be read back.
      .where('shown', 'is', null)
      .execute();
  });
}
