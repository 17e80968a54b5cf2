import type { CallLoad } from '../../calls/invite/call-load.ts';
import type { LegFact } from '../../calls/legs.ts';
import type { CallTable } from '../call-table.ts';
import { isVirtual, type Leg, legsOf } from '../call-table.ts';

type Invited = Extract<LegFact, { type: 'invited' }>;

/** Counts what calls take up: those of the table, and INVITEs whose steps still run. `ports` are pairs. */
export function callLoad(
  table: Pick<CallTable, 'calls'>,
  arriving: ReadonlyMap<string, Invited>,
  ports: number,
): CallLoad {
  const isArrivingAt = (fits: (from: Invited['from']) => boolean) =>
    [...arriving.values()].filter(({ from }) => fits(from)).length;
  return {
    ports,
    callsOf(endpointId) {
      const legs = [...table.calls].flatMap(({ call }) => legsOf(call));
      const its = legs.filter((leg) => leg.endpointId === endpointId && isTaken(leg));
      return its.length + isArrivingAt((from) => 'endpointId' in from && from.endpointId === endpointId);
    },
    companyCallsBefore(accountId, legId) {
      const begun = [...table.calls].filter(({ call }) => call.accountId === accountId && call.state !== 'over').length;
      const before = [...arriving.keys()].indexOf(legId);
      const earlier = [...arriving.values()].slice(0, before === -1 ? arriving.size : before);
      return begun + earlier.filter(({ from }) => accountOf(from) === accountId).length;
    },
    portsOf(accountId) {
      const its = [...table.calls].filter(({ call }) => call.accountId === accountId);
      return its.flatMap(({ call }) => legsOf(call)).filter(usesPorts).length;
    },
  };
}

/**
 * What only rings there is somebody else's doing. A second line goes through a leg that counts already, and a call that was
 * started by a click has no device before one of its user's answers.
 */
const isTaken = (leg: Leg): boolean => {
  if ('target' in leg) return leg.state === 'answered' || leg.state === 'talking';
  return leg.state !== 'over' && !isVirtual(leg);
};

const usesPorts = (leg: Leg): boolean =>
  leg.mediaKind === 'rtp' && !isVirtual(leg) && leg.media !== 'closed' && leg.state !== 'over';

/** Whose call it will be; null where a trunk is shared, and nobody knows yet. */
const accountOf = (from: Invited['from']): string | null => {
  if (!('trunks' in from)) return from.accountId;
  const [first, ...others] = new Set(from.trunks.map(({ accountId }) => accountId));
  return first !== undefined && others.length === 0 ? first : null;
};
