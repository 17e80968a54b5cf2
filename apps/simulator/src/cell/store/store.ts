import type { OpenedCall, StagedCall, StoredCall } from '../../../../server/src/pbx/ports.ts';
import type {
  RegistrationChanges,
  StoredRegistration,
} from '../../../../server/src/pbx/sip/registrar/registration-store.ts';
import { GONE_MS, LEASE_MS } from '../../../../server/src/storage/node-lease.ts';
import type { Planted } from '../planted.ts';
import { type Claim, Seats } from './seats.ts';

/** A row of `calls` with the Call-IDs of its legs. */
export interface BookedCall extends Claim {
  readonly id: string;
  readonly accountId: string;
  readonly sipCallIds: string[];
  epoch: number;
  leaseUntil: number;
  isEstablished: boolean;
  isOver: boolean;
}

interface Owned<Row> {
  node: string;
  epoch: number;
  row: Row;
}

/** Somebody wrote at an epoch that was over. */
export interface LateWrite {
  readonly by: Claim;
  readonly what: string;
}

/**
 * What the exchange keeps in PostgreSQL, as far as it matters who carries a node: each method is one statement or one transaction, and
 * they come one after the other. `simulated-store.world.test.ts` compares it with the real one.
 */
export class Store {
  readonly seats: Seats;
  readonly calls = new Map<string, BookedCall>();
  readonly snapshots = new Map<string, Owned<StoredCall>>();
  readonly dialogs = new Map<string, Owned<unknown>>();
  readonly registrations = new Map<string, Owned<StoredRegistration>>();
  /** The node of each company. */
  readonly homes = new Map<string, string>();
  onLateWrite: (write: LateWrite) => void = () => {};
  readonly #now: () => number;

  constructor(now: () => number, planted?: Planted) {
    this.#now = now;
    this.seats = new Seats(now, planted);
  }

  /** Of the node and of its open calls. */
  renew(by: Claim): boolean {
    if (!this.seats.renew(by)) return false;
    for (const call of this.calls.values()) if (isOpenOf(call, by)) call.leaseUntil = this.#now() + LEASE_MS;
    return true;
  }

  tidy(): readonly string[] {
    const left = this.seats.tidy((node) => this.#leavesSomething(node));
    for (const call of this.calls.values()) if (left.includes(call.node)) this.#end(call);
    for (const table of [this.snapshots, this.dialogs, this.registrations]) {
      for (const [id, { node }] of table) if (left.includes(node)) table.delete(id);
    }
    return left;
  }

  /** Unless a call of it runs, or nobody carries that node. */
  move(accountId: string, to: string): boolean {
    const runs = [...this.calls.values()].some(
      (call) => call.accountId === accountId && !call.isOver && call.leaseUntil > this.#now() - GONE_MS,
    );
    if (runs || !this.seats.isCarried(to)) return false;
    this.homes.set(accountId, to);
    return true;
  }

  opened(by: Claim, { callId: id, accountId, legs }: OpenedCall): void {
    this.#note(by, 'opened');
    const sipCallIds = legs.map(({ sipCallId }) => sipCallId);
    const leaseUntil = this.#now() + LEASE_MS;
    this.calls.set(id, { ...by, id, accountId, sipCallIds, leaseUntil, isEstablished: false, isOver: false });
  }

  staged(by: Claim, callId: string, { legs }: StagedCall): void {
    const call = this.#open(callId);
    if (!call) return;
    this.#note(by, 'staged');
    call.sipCallIds.push(...legs.map(({ sipCallId }) => sipCallId));
  }

  established(by: Claim, callId: string, goesOn: StoredCall | null): void {
    const call = this.#open(callId);
    if (!call || call.isEstablished) return;
    this.#note(by, 'established');
    call.isEstablished = true;
    if (goesOn && !this.snapshots.has(callId)) this.snapshots.set(callId, { ...by, row: copied(goesOn) });
  }

  ended(by: Claim, callId: string): void {
    const call = this.#open(callId);
    if (!call) return;
    this.#note(by, 'ended');
    this.#end(call);
  }

  saveSnapshots(by: Claim, calls: readonly StoredCall[]): void {
    for (const call of calls) {
      this.#note(by, 'snapshots');
      this.snapshots.set(call.callId, { ...by, row: copied(call) });
    }
  }

  forgetSnapshots(by: Claim, callIds: readonly string[]): void {
    for (const callId of callIds) if (this.snapshots.delete(callId)) this.#note(by, 'forgetSnapshots');
  }

  lastLife(by: Claim): readonly StoredCall[] {
    return [...this.snapshots]
      .filter(([callId, { node, epoch }]) => node === by.node && epoch < by.epoch && this.#open(callId))
      .map(([, { row }]) => copied(row));
  }

  reap(by: Claim, goingOn: readonly string[]): number {
    for (const callId of goingOn) {
      const [call, snapshot] = [this.calls.get(callId), this.snapshots.get(callId)];
      if (call?.node === by.node) {
        call.epoch = by.epoch;
        call.leaseUntil = this.#now() + LEASE_MS;
      }
      if (snapshot?.node === by.node) snapshot.epoch = by.epoch;
    }
    const open = [...this.calls.values()].filter(
      (call) => call.node === by.node && call.epoch < by.epoch && !call.isOver,
    );
    for (const call of open) this.#end(call);
    for (const [callId, { node, epoch }] of this.snapshots) {
      if (node === by.node && epoch < by.epoch) this.snapshots.delete(callId);
    }
    return open.length;
  }

  loadDialogs(by: Claim): readonly { readonly legId: string; readonly snapshot: unknown }[] {
    const own = [...this.dialogs].filter(([, { node }]) => node === by.node);
    for (const [, dialog] of own) dialog.epoch = by.epoch;
    return own.map(([legId, { row }]) => ({ legId, snapshot: copied(row) }));
  }

  saveDialogs(by: Claim, dialogs: readonly { readonly legId: string; readonly snapshot: unknown }[]): void {
    for (const { legId, snapshot } of dialogs) {
      this.#note(by, 'save dialogs');
      this.dialogs.set(legId, { ...by, row: copied(snapshot) });
    }
  }

  removeDialogs(by: Claim, legIds: readonly string[]): void {
    for (const legId of legIds) if (this.dialogs.delete(legId)) this.#note(by, 'remove dialogs');
  }

  loadRegistrations(by: Claim): readonly StoredRegistration[] {
    for (const [id, { node, row }] of this.registrations) {
      if (node === by.node && row.expiresAt.getTime() <= this.#now()) this.registrations.delete(id);
    }
    const own = [...this.registrations.values()].filter(({ node }) => node === by.node);
    for (const one of own) one.epoch = by.epoch;
    return own.map(({ row }) => row);
  }

  writeRegistrations(by: Claim, { saved, removed }: RegistrationChanges): void {
    if (saved.length + removed.length > 0) this.#note(by, 'registrations');
    for (const id of removed) this.registrations.delete(id);
    for (const row of saved) this.registrations.set(row.id, { ...by, row });
  }

  /** The call with a leg of this Call-ID. */
  callOf(sipCallId: string): BookedCall | undefined {
    return [...this.calls.values()].find(({ sipCallIds }) => sipCallIds.includes(sipCallId));
  }

  #open(callId: string): BookedCall | undefined {
    const call = this.calls.get(callId);
    return call?.isOver === false ? call : undefined;
  }

  #end(call: BookedCall): void {
    call.isOver = true;
    this.snapshots.delete(call.id);
  }

  #leavesSomething(node: string): boolean {
    const tables = [this.snapshots, this.dialogs, this.registrations];
    return (
      [...this.calls.values()].some((call) => call.node === node && !call.isOver) ||
      tables.some((table) => [...table.values()].some((one) => one.node === node))
    );
  }

  /** What changes a row although its epoch is over. */
  #note(by: Claim, what: string): void {
    if (by.epoch < (this.seats.rows.get(by.node)?.epoch ?? 0)) this.onLateWrite({ by, what });
  }
}

const isOpenOf = (call: BookedCall, { node, epoch }: Claim): boolean =>
  call.node === node && call.epoch === epoch && !call.isOver;

/** As JSON columns do: what is no JSON is not kept. */
const copied = <Given>(given: Given): Given => JSON.parse(JSON.stringify(given));
