import type { Database } from '../storage/database.ts';
import { type Audited, audit } from './audit.ts';
import type { Caller } from './callers.ts';

const quietMs = 60 * 60_000;
const mostRemembered = 10_000;

/**
 * Writes a line for what someone reads, before they get it; the same one again only after an hour, since a player asks for
 * one sound in many pieces. `now` is in milliseconds.
 */
export function auditReading(db: Database, now: () => number = Date.now): (entry: Audited) => Promise<void> {
  const written = new Map<string, number>();
  return async (entry) => {
    const { accountId, actorUserId, action, target, detail, address } = entry;
    const key = JSON.stringify([accountId, actorUserId, action, target, detail, address]);
    if (now() - (written.get(key) ?? Number.NEGATIVE_INFINITY) < quietMs) return;
    await audit(db, entry);
    written.delete(key);
    written.set(key, now());
    // The oldest stand first: a map keeps the order of insertion.
    const oldest = written.size > mostRemembered ? written.keys().next().value : undefined;
    if (oldest !== undefined) written.delete(oldest);
  };
}

interface Listening {
  readonly caller: Caller;
  readonly address: string;
  readonly format: string;
}

/** The same for the sound of a call, by the row that says where it lies. */
export function auditListening(db: Database) {
  const read = auditReading(db);
  return (
    action: Audited['action'],
    { caller, address, format }: Listening,
    sound: { readonly doc_id: string; readonly channel_id: string },
  ): Promise<void> =>
    read({
      accountId: caller.accountId,
      actorUserId: caller.userId,
      address,
      action,
      target: sound.doc_id,
      detail: { channelId: sound.channel_id, format },
    });
}
