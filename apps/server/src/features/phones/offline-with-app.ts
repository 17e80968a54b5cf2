import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';

/** How long the app may be away before the phones follow, in milliseconds: a page that is loaded again is back by then. */
const graceMs = 20_000;

interface Leaving {
  readonly db: Database;
  /** Whose clients hear events now. */
  readonly audience: {
    onJoin(listener: (userId: string) => void): void;
    onGone(listener: (userId: string) => void): void;
    signInsOf(userId: string): ReadonlySet<string> | null;
  };
  /** Runs something later; gives the way to prevent it. */
  readonly after?: (ms: number, run: () => void) => () => void;
  readonly onTrouble: (error: unknown) => void;
}

/**
 * Takes phones of the classic generation offline when their user's last client has gone, where the user wants that and has
 * the app nowhere but on the desktop (specification 4.3). They come back with the app, which connects them. Gives the way
 * to stop.
 */
export function takePhonesOffline({ db, audience, after = later, onTrouble }: Leaving): () => void {
  const leaving = new Map<string, () => void>();
  let stopped = false;
  const stay = (userId: string) => {
    leaving.get(userId)?.();
    leaving.delete(userId);
  };
  audience.onJoin(stay);
  audience.onGone((userId) => {
    stay(userId);
    // The server ends, and lets everyone go: nobody's app has.
    if (stopped) return;
    const leave = () => {
      leaving.delete(userId);
      if ((audience.signInsOf(userId)?.size ?? 0) === 0) disconnectPhones(db, userId).catch(onTrouble);
    };
    leaving.set(userId, after(graceMs, leave));
  });
  return () => {
    stopped = true;
    for (const userId of [...leaving.keys()]) stay(userId);
  };
}

/** Disconnects the phones of a user who wants that, and who has the app nowhere but on the desktop. */
export const disconnectPhones = async (db: Database, userId: string): Promise<void> => {
  await db
    .updateTable('phones')
    .set({ is_connected: false })
    .where('user_id', '=', userId)
    .where('is_connected', '=', true)
    .where((where) =>
      where.exists(
        where
          .selectFrom('users')
          .select('users.id')
          .where('users.id', '=', userId)
          .where(sql<boolean>`settings @> '{"turnPhonesOfflineOnDisconnect": true}'`),
      ),
    )
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('devices')
            .select('devices.id')
            .where('devices.user_id', '=', userId)
            .where('devices.platform', '!=', 'desktop'),
        ),
      ),
    )
    .execute();
};

const later = (ms: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, ms);
  timer.unref();
  return () => clearTimeout(timer);
};
