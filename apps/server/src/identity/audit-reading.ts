import type { Database } from '../storage/database.ts';
import { type Audited, audit } from './audit.ts';

const quietMs = 60 * 60_000;
const mostRemembered = 10_000;

/**
 * Writes a line for what somebody reads, before they get it; the same one again only after an hour, since a player asks for
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
