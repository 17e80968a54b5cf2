import { firstParking } from '@sidetone/contract/entities/call-settings.ts';
import { withoutPunctuation } from '@sidetone/contract/rules/numbers/dialable.ts';
import {
  parkNumber,
  parkSlots,
  readFeatureCode,
  withoutSendKey,
} from '@sidetone/contract/rules/numbers/feature-codes.ts';
import { allCodecs, isParked, type Parked, type Remote, type Ringing } from '../../calls/call.ts';
import type { InviteDesk } from '../../calls/invite/steps.ts';
import { asCaller } from '../../calls/take-place.ts';
import { kept, partnerOf } from '../../calls/turn.ts';
import type { ParkRules } from '../../parked-calls.ts';
import type { ExchangeClock } from '../../ports.ts';
import type { CallTable, Leg } from '../call-table.ts';
import { beginHandOver, cameInOnOf, returnToOf } from '../handing-over/hand-over.ts';
import type { RunningCall } from '../running-call.ts';

export interface ParkParts {
  readonly table: CallTable;
  readonly clock: Pick<ExchangeClock, 'now'>;
  readonly desk: Pick<InviteDesk, 'newId' | 'directory'>;
  handedOver(running: RunningCall, userLeg: Leg, to: Remote): void;
}

/** The call of a user, who leaves its far side in a place. */
export interface Parking {
  readonly running: RunningCall;
  readonly leg: Leg & { readonly userId: string };
  readonly accountId: string;
  /** Null for the first that is free. */
  readonly slot: number | null;
  readonly rules: ParkRules;
}

/** Read before anything of the call is changed, so that parking itself waits for nothing. */
export async function parkRulesOf({ desk }: Pick<ParkParts, 'desk'>, accountId: string): Promise<ParkRules> {
  return (await desk.directory.callSettings(accountId)).parking ?? firstRules;
}

const { music: _, ...firstRules } = firstParking;

/** What a dialled string wants of the places where calls are parked: one of them, or with null any; undefined: nothing. */
export function parkWish(dialled: string): number | null | undefined {
  const code = readFeatureCode(withoutSendKey(withoutPunctuation(dialled)));
  if (code?.name !== 'park') return undefined;
  return code.extension === null ? null : Number(code.extension);
}

/** The calls of an account that are parked in this place, or with null in any, who waits longest first. */
export function parkedAt({ calls }: CallTable, accountId: string, slot: number | null): RunningCall[] {
  const parked = [...calls].flatMap((running) =>
    isParked(running.call) && running.call.accountId === accountId ? [{ running, parked: running.call.parked }] : [],
  );
  return parked
    .filter((each) => slot === null || each.parked.slot === slot)
    .sort((one, two) => one.parked.since - two.parked.since)
    .map(({ running }) => running);
}

/** Leaves the far side in a place and gives which; the leg of the user is left to end. Null where none is free or nobody is there. */
export function park(
  { table, clock, desk: { newId }, handedOver }: ParkParts,
  { running, leg, accountId, slot, rules }: Parking,
) {
  const far = partnerOf(running.call, leg.legId);
  const free = freeSlot(table, accountId, slot, rules);
  if (!far || free === undefined) return null;
  const waitMs = rules.waitSeconds * 1000;
  const parked: Parked = { slot: free, byUserId: leg.userId, since: clock.now().getTime(), waitMs, seenAs: leg.remote };
  const back = returnToOf(running, leg, far);
  const call: Ringing = {
    ...kept(running.call),
    ...waits,
    ringMs: waitMs,
    ...(rules.music !== undefined && { holdMusic: rules.music }),
    callId: newId(),
    accountId,
    sessionId: newId(),
    booking: 'unwritten',
    codecs: allCodecs,
    steered: false,
    cameInOn: cameInOnOf(running, leg),
    caller: { ...asCaller(far), alerted: false },
    forks: [],
    shown: { from: 'anonymous', number: parkNumber(free), channelId: null },
    events: [],
    callerRecord: null,
    returnTo: back && {
      ...back,
      saw: leg.remote,
      ...(rules.comesBackTo !== null && { firstTo: rules.comesBackTo }),
    },
    parked,
  };
  beginHandOver({ table, initial: running, userLeg: leg, far, call });
  handedOver(running, leg, { number: parkNumber(free), name: null });
  return free;
}

/** The place that is wanted, or the first one, of those that are used and free. */
function freeSlot(table: CallTable, accountId: string, slot: number | null, { firstSlot, lastSlot }: ParkRules) {
  const isFree = (one: number) => one >= firstSlot && one <= lastSlot && parkedAt(table, accountId, one).length === 0;
  return slot === null ? parkSlots.find(isFree) : isFree(slot) ? slot : undefined;
}

/** Nobody rings for it, and nothing else is tried. */
const waits = {
  state: 'ringing',
  plan: null,
  speaking: null,
  nobody: null,
  late: null,
  rings: [],
  awaited: null,
  ringAnnounced: false,
} as const satisfies Partial<Ringing>;

/** What is left of the time of a parked call, also after a restart. */
export const leftOfPark = ({ since, waitMs = firstParking.waitSeconds * 1000 }: Parked, now: Date): number =>
  Math.max(since + waitMs - now.getTime(), 1);
