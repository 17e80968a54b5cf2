import type { EntityType } from '@sidetone/contract/entities/integration.ts';

/** A record of a CRM, such as a deal: `id` is the vendor's, unique together with `type`. */
export interface EntityRef {
  readonly type: EntityType;
  readonly id: string;
}

/** A record as it is shown. */
export interface Entity extends EntityRef {
  readonly label: string;
  /** Where people see it in the CRM; null where the vendor has no such address. */
  readonly url: string | null;
  /** False of what is closed, such as a lost deal; null where that means nothing, such as of a contact. */
  readonly isOpen: boolean | null;
  /** The CRM's user who owns it; null where nobody does, or the vendor does not say. */
  readonly ownerId: string | null;
  /** The connection may not see it: it exists, and that is all there is to know. */
  readonly isHidden: boolean;
}

/** A choice of the vendor: an outcome of calls, or a type of tasks. */
export interface CrmOption {
  readonly id: string;
  readonly label: string;
}

export interface CrmUser {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
}

/**
 * Part of a log that one record of the CRM holds. 'main' is first and always there; vendors whose record takes few entities
 * need further ones, with names that never change ('deals:77').
 */
export interface Unit {
  readonly name: string;
  readonly entities: readonly EntityRef[];
  /**
   * What it was written to before and no longer is; absent: nothing. A change takes the log away from these alone, since users
   * of the CRM may have added it to others.
   */
  readonly removed?: readonly EntityRef[];
}

/** How the log of a call is found again after an end that nobody knows. Decides whether a write may be sent again. */
type Certainty = 'upsert' | 'found' | 'foundLater' | 'blind';

/** What is written of a call. Times are UTC; words are in the account's language. */
export interface CallRecord {
  readonly title: string;
  /** HTML of few elements (p, br, ul, ol, li, b, i, a, h4), cleaned; `text` says the same without any. The key is in both. */
  readonly html: string;
  readonly text: string;
  readonly direction: 'INCOMING' | 'OUTGOING';
  readonly state: 'connected' | 'missed' | 'busy' | 'notFound';
  readonly startedAt: Date;
  readonly endedAt: Date;
  /** Seconds from answer to end; 0 for what nobody answered. */
  readonly seconds: number;
  /** E.164; null for anonymous callers. */
  readonly remoteNumber: string | null;
  readonly localNumber: string | null;
  /** An outcome of this CRM, see `outcomes`; null for none. */
  readonly outcomeId: string | null;
  /** The CRM's user who had the call; null where the account's user has no counterpart. */
  readonly ownerId: string | null;
}

export interface TaskRecord {
  readonly title: string;
  readonly html: string;
  readonly text: string;
  /** A type of this CRM, see `taskTypes`. */
  readonly typeId: string;
  /** The day as yyyy-MM-dd and the time as HH:mm where the user is; the time may be missing. */
  readonly due: { readonly day: string; readonly time: string | null; readonly timeZone: string };
  readonly entities: readonly EntityRef[];
  readonly ownerId: string | null;
}

/** A record that was written: the CRM's id, and where people see it. */
export interface Written {
  readonly id: string;
  readonly url: string | null;
}

/** What is known of how a CRM takes calls without a connection to it. */
export interface CrmForm {
  /** What a call can be logged to, in the order in which it is offered. */
  readonly entityTypes: readonly EntityType[];
  readonly hasTasks: boolean;
  /** How a log to these entities is divided; never empty. */
  unitsOf(entities: readonly EntityRef[]): readonly Unit[];
}

/**
 * The side of a connection that logs calls and makes tasks. Every method rejects with an `IntegrationError` and gives up
 * when `signal` says so. `provablyNotTaken` of the error tells whether a write may have happened nevertheless.
 */
export interface CrmSide {
  readonly certainty: Certainty;
  /** Milliseconds by which lookups lag behind writes; 0 where they do not. */
  readonly lookupLagMs: number;
  /** Makes the record. With certainty `upsert` the same key again gives the record that is there. */
  write(unit: Unit, call: CallRecord, key: string, signal: AbortSignal): Promise<Written>;
  /** The record with this key; null where there is none. */
  find(unit: Unit, call: CallRecord, key: string, signal: AbortSignal): Promise<Written | null>;
  /** 'gone' where someone deleted it in the CRM. */
  change(written: Written, unit: Unit, call: CallRecord, key: string, signal: AbortSignal): Promise<Written | 'gone'>;
  /** Nothing happens where it is gone already. */
  remove(written: Written, signal: AbortSignal): Promise<void>;
  createTask(task: TaskRecord, key: string, signal: AbortSignal): Promise<Written>;
  /** A task with this key; null where there is none, and for what cannot be found again. */
  findTask(task: TaskRecord, key: string, signal: AbortSignal): Promise<Written | null>;
  /** Possible outcomes, in the vendor's order; `locale` is de or en. */
  outcomes(locale: string, signal: AbortSignal): Promise<readonly CrmOption[]>;
  taskTypes(locale: string, signal: AbortSignal): Promise<readonly CrmOption[]>;
  /** Null where it is gone. */
  entity(ref: EntityRef, signal: AbortSignal): Promise<Entity | null>;
  /** What belongs to a record, such as the deals of a contact; without the record itself. */
  entitiesOf(ref: EntityRef, signal: AbortSignal): Promise<readonly Entity[]>;
  /** At most 20, the best first. */
  searchEntities(query: string, types: readonly EntityType[], signal: AbortSignal): Promise<readonly Entity[]>;
  users(signal: AbortSignal): Promise<readonly CrmUser[]>;
}
