import type { Credentials } from '../../ports.ts';
import type { Flow, FlowOwner } from '../wires/flow.ts';
import type { Bindings } from './bindings.ts';

type Whose = { readonly endpointId: string } | { readonly userId: string } | { readonly userIds: ReadonlySet<string> };

/** Takes from devices what they registered with credentials that are withdrawn. */
export interface LettingGo {
  /**
   * Forgets the devices of an endpoint, a user or several and closes their connections: nothing begins over them from now on, what rings
   * there rings no longer, and an answer comes too late.
   */
  closeFlowsOf(whose: Whose): Promise<void>;
  /**
   * The same for devices that registered with credentials that have changed or are gone, such as the app of a sign-in that
   * has ended. Devices with credentials that are still good stay as they are. Looks at one endpoint, or with null at all,
   * where a notice may have been missed.
   */
  closeWithdrawn(endpointId: string | null): Promise<void>;
}

export function openWithdrawals(given: {
  readonly bindings: Bindings;
  readonly credentials: Pick<Credentials, 'ha1sOf'>;
  /** Open WebSockets, also those without a registration. */
  readonly pages: ReadonlySet<Flow>;
  /** What devices subscribed to. */
  readonly subscriptions: {
    claims(): readonly Omit<Claim, 'flow'>[];
    reject(isTheirs: (one: Omit<Claim, 'flow'>) => boolean): void;
  };
}): LettingGo {
  const { bindings, credentials, pages, subscriptions } = given;

  const claims = (): readonly Claim[] => [
    ...bindings.all(),
    ...[...pages].flatMap((flow) => (flow.owner ? [claimOf(flow.owner, flow)] : [])),
    ...subscriptions.claims().map((one) => ({ ...one, flow: undefined })),
  ];
  const letGo = async (isTheirs: (one: Omit<Claim, 'flow'>) => boolean): Promise<void> => {
    // While their connections are open, so that they hear of it.
    subscriptions.reject(isTheirs);
    const flows = new Set(
      claims()
        .filter(isTheirs)
        .flatMap(({ flow }) => flow ?? []),
    );
    const stored = bindings.drop(bindings.all().filter(isTheirs));
    // Not only once that is stored: the next notice may be about the same device.
    for (const flow of flows) {
      delete flow.owner;
      flow.close();
    }
    await stored;
  };

  return {
    closeFlowsOf: (whose) =>
      letGo((one) => {
        if ('userIds' in whose) return whose.userIds.has(one.userId);
        return 'endpointId' in whose ? one.endpointId === whose.endpointId : one.userId === whose.userId;
      }),
    async closeWithdrawn(wanted) {
      const asked = claims().filter(({ endpointId }) => wanted === null || endpointId === wanted);
      const before = Map.groupBy(asked, ({ endpointId }) => endpointId);
      if (before.size === 0) return;
      const now = await credentials.ha1sOf([...before.keys()]);
      await letGo(({ endpointId, ha1 }) => {
        // Devices that came while this was being read proved themselves with something newer.
        if (!before.get(endpointId)?.some((one) => one.ha1 === ha1)) return false;
        const known = now.get(endpointId);
        // Of what an earlier process let in only the device is known.
        return known === undefined || (ha1 !== undefined && !known.includes(ha1));
      });
    },
  };
}

/** Who somebody said they were, by what, and over which connection. */
interface Claim {
  readonly endpointId: string;
  readonly userId: string;
  readonly ha1: string | undefined;
  readonly flow: Flow | undefined;
}

const claimOf = ({ endpoint: { endpointId, userId }, ha1 }: FlowOwner, flow: Flow): Claim => ({
  endpointId,
  userId,
  ha1,
  flow,
});
