import type { Bindings } from './bindings.ts';
import type { Flow } from './flow.ts';

export type Whose = { readonly endpointId: string } | { readonly userId: string };

/** Reads what the credentials of these endpoints are now; one that is gone is missing. */
export type ReadHa1s = (endpointIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Takes from devices what they registered with credentials that are withdrawn. */
export interface Withdrawals {
  /** Forgets the devices of an endpoint or a user and closes their connections. */
  closeFlowsOf(whose: Whose): Promise<void>;
  /** The same for whoever registered with credentials that are others now, or gone: no notice of it may have come. */
  closeWithdrawn(ha1sOf: ReadHa1s): Promise<void>;
}

export function openWithdrawals(given: {
  readonly bindings: Bindings;
  /** Open WebSockets, also those without a registration. */
  readonly pages: ReadonlySet<Flow>;
}): Withdrawals {
  const { bindings, pages } = given;

  const letGo = async (isTheirs: (one: Claim) => boolean): Promise<void> => {
    const theirs = bindings.all().filter(isTheirs);
    const owned = [...pages].filter(({ owner }) => owner && isTheirs({ ...owner.endpoint, ha1: owner.ha1 }));
    const flows = new Set([...theirs.map(({ flow }) => flow), ...owned]);
    for (const flow of flows) if (flow) delete flow.owner;
    await bindings.drop(theirs).finally(() => {
      for (const flow of flows) flow?.close();
    });
  };

  return {
    closeFlowsOf: (whose) =>
      letGo((one) => ('userId' in whose ? one.userId === whose.userId : one.endpointId === whose.endpointId)),
    async closeWithdrawn(ha1sOf) {
      const owners = [...pages].flatMap(({ owner }) => owner ?? []);
      const before = new Set(
        [...bindings.all(), ...owners.map(({ endpoint, ha1 }) => ({ ...endpoint, ha1 }))].map(nameOf),
      );
      if (before.size === 0) return;
      const now = await ha1sOf([...new Set([...before].map((name) => name.split(' ', 1)[0] ?? ''))]);
      await letGo((one) => {
        const ha1 = now.get(one.endpointId);
        // Whoever came while this was being read proved themselves with something newer.
        if (!before.has(nameOf(one))) return false;
        // Of what an earlier process let in only the device is known.
        return ha1 === undefined || (one.ha1 !== undefined && one.ha1 !== ha1);
      });
    },
  };
}

/** Who somebody said they were, and by what. */
interface Claim {
  readonly endpointId: string;
  readonly userId: string;
  readonly ha1: string | undefined;
}

const nameOf = ({ endpointId, ha1 }: Claim): string => `${endpointId} ${ha1 ?? ''}`;
