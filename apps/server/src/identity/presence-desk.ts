import type { LiveQuery, LiveRow } from '@sidetone/contract/documents/live-query.ts';
import type { PresenceStatus } from '@sidetone/contract/entities/presence.ts';
import {
  type AccountDesk,
  accountDesk,
  type DeskGround,
  deskOver,
  keysIn,
  type Touch,
} from '../documents/account-desk.ts';
import { type Overlay, topic } from '../documents/live-source.ts';
import { readPresence } from './presence.ts';

/** How reachable the people of accounts are, by user id, kept in memory while somebody watches. */
export type PresenceDesk = AccountDesk<PresenceStatus>;

/** The status of a user; who is not known is offline. */
export type StatusOf = (userId: string) => PresenceStatus;

/** Who talks and whom calls ring, as the exchange knows it. */
export interface BusyUsers {
  of(userId: string): 'IN_CALL' | 'RINGING' | undefined;
  onChange(listener: (userIds: readonly string[]) => void): () => void;
}

/**
 * Opens the desk; each change of somebody's devices or settings is one reading, of these users only. Their calls are laid over
 * it from memory.
 */
export const presenceDesk = ({ db, feed, onTrouble }: DeskGround, calls: BusyUsers): PresenceDesk =>
  accountDesk({
    feed,
    onTrouble,
    touched,
    read: (accountId, userIds) => readPresence(db, accountId, { userIds, withCalls: false }),
    over: { of: (userId, read) => calls.of(userId) ?? read, onChange: calls.onChange },
  });

/** Tables whose rows name the user whose presence they are a part of. */
const ofUser = [
  'registrations',
  'phones',
  'client_lines',
  'agents',
  'agent_claims',
  'channel_members',
  'presence_connectors',
].map((table) => topic(table, 'user_id', ''));
const user = topic('users', 'id', '');
const usersOf = topic('users', 'account_id', '');
const account = topic('accounts', 'id', '');

function touched(topics: readonly string[], isKnown: (userId: string) => boolean): Touch[] {
  const ids = [...ofUser, user].flatMap((start) => keysIn(topics, start));
  const known = ids.filter(isKnown).map((key): Touch => ({ kind: 'key', key }));
  // A user who is not known yet may be new in the account.
  const accounts = [...keysIn(topics, account), ...(known.length === 0 ? keysIn(topics, usersOf) : [])];
  return [...known, ...accounts.map((accountId): Touch => ({ kind: 'account', accountId }))];
}

/** Lays the presence of people over rows. `lay` gives a row with their statuses, the same object where they are what they were. */
export const presenceOver = <Q extends LiveQuery>(
  desk: PresenceDesk,
  lay: (row: LiveRow<Q>, statusOf: StatusOf) => LiveRow<Q>,
): Overlay<Q> => deskOver(desk, (row, found) => lay(row, (userId) => found(userId) ?? 'OFFLINE'));
