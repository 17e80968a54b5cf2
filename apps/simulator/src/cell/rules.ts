import type { Attempt, Side } from './attempt.ts';
import { people } from './people.ts';
import type { PhoneWatch } from './phone.ts';
import type { Claim } from './store/seats.ts';
import type { CarrierView, Watched } from './surroundings.ts';

/** What must never happen, by what happened. */
export const rules = {
  twoOwners: 'two processes have one node in one epoch',
  lateOrder: 'media obeyed a carrier of an earlier epoch',
  lateWrite: 'the book took a write of a carrier that had lost its node',
  lateWord: 'a carrier that had lost its node spoke to a phone about calls',
  lostCall: 'a call that both had confirmed was lost although its media host lived',
  lostRinging: 'a hand-over lost a call that rang',
  unwritten: 'a phone was sent a word of what is not in the book',
  twoCarriers: 'a carrier began a call of a company that is at home elsewhere',
  unbooked: 'a carrier keeps a call that is over in the book',
  noCarrier: 'after quiet nobody carries a node',
  callLeft: 'after quiet a call is left that nobody talks in',
  legLeft: 'after quiet something of a call is left without the call',
} as const;

export interface Violation {
  readonly rule: keyof typeof rules;
  readonly detail: string;
}

/** An answer that could not be written goes out all the same after half a second: until it is written a restart loses the call. */
const aroundMs = 3_000;
/** So long the exchange repeats an answer that nobody acknowledges, and a phone a request. */
const repeatingMs = 33_000;
/** For as long as a hand-over waits. */
const handOverMs = 20_000;
/** Carriers hear of a move by notice, which may come late. */
const movingMs = 6_000;

/** A call that is being begun or ended is in the book a moment later. */
const unbookedMs = 15_000;
/** A word from media takes so long. */
const toldMs = 20;

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Watches over everything, and says at the first step where a rule is broken. */
export class Rules {
  violation: Violation | undefined;
  readonly watch: PhoneWatch;
  readonly #world: Watched;
  readonly #epochs = new Set<string>();
  readonly #databaseTroubles: Span[] = [];
  readonly #phoneTroubles: Span[] = [];
  readonly #unbookedSince = new Map<CarrierView, number>();
  /** When the calls of a node were ended that nobody carried. */
  #tidiedAt = Number.NEGATIVE_INFINITY;
  readonly #movedAt = new Map<string, number>();

  constructor(world: Watched) {
    this.#world = world;
    world.media.onLateOrder = ({ node, epoch }, method) =>
      this.#broken('lateOrder', `${method} for ${node} at epoch ${epoch}`);
    world.store.onLateWrite = ({ by, what }) =>
      this.#broken('lateWrite', `${what} for ${by.node} at epoch ${by.epoch}`);
    this.watch = this.#watchOf();
  }

  databaseTrouble(ms: number): void {
    this.#databaseTroubles.push(this.#spanOf(ms));
  }

  phonesTrouble(ms: number): void {
    this.#phoneTroubles.push(this.#spanOf(ms));
  }

  tidied(): void {
    this.#tidiedAt = this.#world.time.now;
  }

  moved(company: string): void {
    this.#movedAt.set(company, this.#world.time.now);
  }

  claimed({ node, epoch }: Claim): void {
    const key = `${node} at epoch ${epoch}`;
    if (this.#epochs.has(key)) this.#broken('twoOwners', key);
    this.#epochs.add(key);
  }

  leftRinging(carrier: CarrierView, calls: number): void {
    const since = this.#world.time.now - (carrier.drainingSince ?? 0);
    if (calls > 0 && since < handOverMs) this.#broken('lostRinging', `${calls} at ${carrier.life.machine.name}`);
  }

  /** A carrier sends this to a phone. */
  says(carrier: CarrierView, address: string, text: string): void {
    const word = /^(INVITE|BYE|CANCEL|SIP\/2\.0 (?:180|183|200)) /.exec(text)?.[1];
    if (word === undefined || !carrier.claim) return;
    if (word.startsWith('SIP') && !/^CSeq: \d+ INVITE/im.test(text)) return;
    const { node, epoch } = carrier.claim;
    const { name } = carrier.life.machine;
    if (this.#isOutlived(carrier.claim)) {
      this.#broken('lateWord', `${name} says ${word}, at epoch ${epoch} of ${node}`);
    }
    const company = people.find((one) => one.address === address)?.accountId ?? '';
    const isSettled = this.#world.time.now - (this.#movedAt.get(company) ?? -movingMs) >= movingMs;
    if (word === 'SIP/2.0 180' && isSettled && this.#world.store.homes.get(company) !== node) {
      this.#broken('twoCarriers', `${name}, of ${node}, for ${company}`);
    }
  }

  /** Checked at intervals: a carrier has no more calls than the book has open ones of its node. */
  checkBook(): void {
    const { store, carriers, time } = this.#world;
    for (const carrier of carriers.values()) {
      const { claim, exchange, life, isServing } = carrier;
      const isWell =
        isServing && claim && !life.machine.isFrozen && !touches(this.#databaseTroubles, time.now, time.now);
      const booked = [...store.calls.values()].filter((call) => !call.isOver && call.node === claim?.node).length;
      if (!isWell || (exchange?.activeCalls() ?? 0) <= booked) this.#unbookedSince.delete(carrier);
      else {
        const since = this.#unbookedSince.get(carrier) ?? time.now;
        this.#unbookedSince.set(carrier, since);
        if (time.now - since >= unbookedMs) this.#broken('unbooked', `at ${life.machine.name}, of ${claim.node}`);
      }
    }
  }

  /** Nothing has gone wrong for long, and everybody has hung up. */
  checkQuiet(): void {
    const { store, media, phones, carriers } = this.#world;
    const serving = new Set(
      [...carriers.values()].flatMap(({ isServing, claim }) => (isServing && claim ? [claim.node] : [])),
    );
    for (const node of store.seats.rows.keys()) if (!serving.has(node)) this.#broken('noCarrier', node);
    for (const call of store.calls.values()) {
      if (!call.isOver) this.#broken('callLeft', `${call.id} is open in the book at ${call.node}, epoch ${call.epoch}`);
    }
    for (const { exchange, isServing, life } of carriers.values()) {
      const running = isServing ? (exchange?.activeCalls() ?? 0) : 0;
      if (running > 0) this.#broken('callLeft', `${running} at ${life.machine.name}`);
    }
    const left = [
      ...media.endpoints().map(({ node }) => `an endpoint of ${node}`),
      ...[...store.dialogs.keys()].map((legId) => `the dialog of leg ${legId}`),
      ...[...store.snapshots.keys()].map((callId) => `the snapshot of ${callId}`),
      ...[...phones.values()].flatMap(({ sides }) =>
        sides.map(({ attempt, role }) => `${attempt.name} at the ${role}`),
      ),
    ];
    if (left[0] !== undefined) this.#broken('legLeft', left[0]);
  }

  #watchOf(): PhoneWatch {
    const world = this.#world;
    const note = (text: string): void => world.note(text);
    const { time, store } = world;
    return {
      attemptFrom: (extension, to) =>
        world.attempts.findLast(
          (one) => one.from.extension === extension && one.to === to.person && one.overAt === undefined,
        ),
      registered: ({ person }) => {
        const rows = [...store.registrations.values()];
        if (!rows.some(({ row }) => row.userId === person.name) && !this.#movedAt.has(person.accountId)) {
          this.#broken('unwritten', `${person.name} is registered`);
        }
      },
      rang: (attempt) => {
        attempt.rangAt = time.now;
        note(`${attempt.name} rings`);
        if (!store.callOf(attempt.callId)) this.#broken('unwritten', `${attempt.name} rings`);
      },
      answered: (attempt) => {
        attempt.answeredAt = time.now;
        note(`${attempt.name}: ${attempt.from.name} hears the answer`);
      },
      confirmed: (attempt) => {
        attempt.confirmedAt = time.now;
        note(`${attempt.name}: the answer of ${attempt.to.name} is acknowledged`);
      },
      ended: (attempt, side, how) => {
        note(`${attempt.name}: ${how} at the ${side.role}`);
        this.#checkLost(attempt, side, how);
      },
      over: (attempt, how) => {
        if (attempt.overAt !== undefined) return;
        attempt.overAt = time.now;
        note(`${attempt.name} is over: ${how}`);
      },
    };
  }

  #checkLost(attempt: Attempt, side: Side, how: string): void {
    const { answeredAt, confirmedAt, begunAt, endedBy } = attempt;
    if (answeredAt === undefined || confirmedAt === undefined) return;
    // Who hung up first is answered, whatever becomes of the other side.
    if (endedBy !== undefined && endedBy !== side.role) return;
    const isWaited = endedBy === side.role && attempt.overAt !== undefined;
    const isGivenUp = [...this.#world.store.seats.rows.keys()].some(
      (node) => this.#world.media.givenUpAt(node) >= begunAt,
    );
    if (begunAt <= this.#tidiedAt || isGivenUp) return;
    if (isWaited || this.#world.media.diedAt >= begunAt) return;
    const at = Math.min(answeredAt, confirmedAt);
    if (touches(this.#databaseTroubles, at - aroundMs, Math.max(answeredAt, confirmedAt) + aroundMs)) return;
    if (touches(this.#phoneTroubles, at - repeatingMs, this.#world.time.now)) return;
    this.#broken('lostCall', `${attempt.name}: ${how} at the ${side.role}`);
  }

  /** Media has told it by then, and nobody else could: a carrier without the database does not know that it has lost its node. */
  #isOutlived({ node, epoch }: Claim): boolean {
    const { media, time } = this.#world;
    const since = media.tookOver(node, epoch);
    return media.isUp && since !== undefined && time.now - since > toldMs;
  }

  #spanOf(ms: number): Span {
    const { now } = this.#world.time;
    return { from: now, to: now + ms };
  }

  #broken(rule: keyof typeof rules, detail: string): void {
    if (this.violation) return;
    this.violation = { rule, detail };
    this.#world.note(`BROKEN: ${rules[rule]} (${detail})`);
  }
}

const touches = (spans: readonly Span[], from: number, to: number): boolean =>
  spans.some((span) => span.from <= to && span.to >= from);
