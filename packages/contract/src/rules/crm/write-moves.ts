import type { CrmWriteAction } from '../../http/admin/crm-routes.ts';
import type { CrmWriteState } from './write-states.ts';

/**
 * What moves an entry of the ledger.
 *
 * `unclear` is for a request that should have *made* a record. What does no harm when it is sent twice is `delayed` instead:
 * a change or a removal of a record whose id is known, and making one in a CRM whose keys are unique.
 */
export const crmWriteCauses = [
  /** Someone, or the server, closed the log, and it is to be written. */
  'closed',
  /** It was closed, but it is not to be written; the reason is kept beside the state. */
  'skipped',
  /** A worker takes it: the request leaves after this is committed. */
  'taken',
  /** The CRM confirmed it. */
  'answered',
  /** The CRM says that someone deleted the record. */
  'gone',
  /** Nobody knows how the request ended, or the worker's lease ran out. */
  'unclear',
  /** Certainly not written, and worth trying again at a known time. */
  'delayed',
  /** Certainly not written, because the connection is signed out or may not do this. */
  'blocked',
  /** Certainly not written, because the CRM does not take the contents. */
  'refused',
  /** A look found the record. */
  'found',
  /** A look that counts found no record. */
  'absent',
  /** A person looked into the CRM and says that the record is there. */
  'itIsThere',
  /** A person looked into the CRM and says that the record is missing. */
  'writeAgain',
  /** The contents changed. */
  'edited',
  /** The connection is signed in again. */
  'reconnected',
  /** A person wants it tried immediately. What is skipped is closed again instead, so that it is checked again. */
  'retried',
  /** Tried for too long, or a person wants no further attempts. */
  'gaveUp',
  /** A person wants the record removed from the CRM. */
  'removalAsked',
  /** The record is no longer in the CRM, or never was. */
  'removed',
] as const;
export type CrmWriteCause = (typeof crmWriteCauses)[number];

type Moves = Readonly<Partial<Record<CrmWriteState, CrmWriteState>>>;

/**
 * Every move there is. UNCLEAR is left only by knowledge: a look, or a person's word. So nothing is sent twice by mistake,
 * and it is not given up either, since closing it again would send it without a look.
 */
const moves: Readonly<Record<CrmWriteCause, Moves>> = {
  closed: { DRAFT: 'READY', SKIPPED: 'READY', REMOVED: 'READY' },
  skipped: { DRAFT: 'SKIPPED', REMOVED: 'SKIPPED' },
  taken: { READY: 'SENDING', WAITING: 'SENDING' },
  answered: { SENDING: 'WRITTEN' },
  gone: { SENDING: 'GONE' },
  unclear: { SENDING: 'UNCLEAR' },
  delayed: { SENDING: 'WAITING' },
  blocked: { SENDING: 'BLOCKED', READY: 'BLOCKED', WAITING: 'BLOCKED' },
  refused: { SENDING: 'REFUSED' },
  found: { UNCLEAR: 'WRITTEN' },
  absent: { UNCLEAR: 'READY' },
  itIsThere: { UNCLEAR: 'WRITTEN' },
  writeAgain: { UNCLEAR: 'READY' },
  edited: { WRITTEN: 'READY', REFUSED: 'READY' },
  reconnected: { BLOCKED: 'READY' },
  retried: { WAITING: 'READY', BLOCKED: 'READY', REFUSED: 'READY' },
  gaveUp: { READY: 'SKIPPED', WAITING: 'SKIPPED', BLOCKED: 'SKIPPED', REFUSED: 'SKIPPED', REMOVING: 'SKIPPED' },
  removalAsked: {
    WRITTEN: 'REMOVING',
    READY: 'REMOVING',
    WAITING: 'REMOVING',
    BLOCKED: 'REMOVING',
    REFUSED: 'REMOVING',
    SKIPPED: 'REMOVING',
  },
  removed: { REMOVING: 'REMOVED' },
};

/**
 * Where a cause moves an entry; null where it does not, and the entry stays as it is. An edit or a wish to remove that comes
 * while an entry is SENDING or UNCLEAR is kept with its contents, and is applied once the entry is WRITTEN.
 */
export const movedBy = (state: CrmWriteState, cause: CrmWriteCause): CrmWriteState | null =>
  moves[cause][state] ?? null;

/** What administrators do with an entry that moves it; a look leaves it where it is until the CRM has answered. */
export type MovingAction = Exclude<CrmWriteAction, 'lookNow'>;

/** What each of them moves an entry by. */
export const causeOfAction: Readonly<Record<MovingAction, CrmWriteCause>> = {
  retry: 'retried',
  itIsThere: 'itIsThere',
  writeAgain: 'writeAgain',
  giveUp: 'gaveUp',
};
