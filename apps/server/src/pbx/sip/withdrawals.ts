import type { ExchangeClock } from '../ports.ts';
import type { Bindings } from './bindings.ts';
import type { Flow } from './flow.ts';

type Whose = { readonly endpointId: string } | { readonly userId: string };

/** Reads what the credentials of these endpoints are now; one that is gone is missing. */
type ReadHa1s = (endpointIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Takes from devices what they registered with credentials that are withdrawn. */
export interface LettingGo {
  /**
   * Forgets the devices of an endpoint or a user at once and closes their connections: nothing new begins over them. One of an
   * endpoint over which a call rings stays until that is answered or over, at most a minute: the window may be one that
   * has the next password as soon as it is closed.
   */
  closeFlowsOf(whose: Whose): Promise<void>;
  /** The same for whoever registered with credentials that are others now, or gone: no notice of it may have come. */
  closeWithdrawn(ha1sOf: ReadHa1s): Promise<void>;
}

interface Withdrawals extends LettingGo {
  /** What rang may ring no more. */
  legsChanged(): void;
  flowLost(flow: Flow): void;
  stop(): void;
}

const ringsOnMs = 60_000;

export function openWithdrawals(given: {
  readonly bindings: Bindings;
  /** Open WebSockets, also those without a registration. */
  readonly pages: ReadonlySet<Flow>;
  readonly clock: Pick<ExchangeClock, 'after'>;
  /** Whether a call would end with this connection. */
  readonly isNeeded: (flow: Flow) => boolean;
}): Withdrawals {
  const { bindings, pages, clock, isNeeded } = given;
  /** Connections that are closed as soon as nothing rings over them, each with the way to forget its last moment. */
  const ringing = new Map<Flow, () => void>();

  const flowLost = (flow: Flow) => {
    ringing.get(flow)?.();
    ringing.delete(flow);
  };
  const close = (flow: Flow) => {
    flowLost(flow);
    // It may have proved itself with the next password meanwhile.
    if (!flow.owner) flow.close();
  };
  const closeLater = (flow: Flow) => {
    if (ringing.has(flow)) return;
    const cancel = clock.after(ringsOnMs, () => close(flow));
    ringing.set(flow, cancel);
  };

  const letGo = async (isTheirs: (one: Claim) => boolean, ringsOn: boolean): Promise<void> => {
    const theirs = bindings.all().filter(isTheirs);
    const owned = [...pages].filter(({ owner }) => owner && isTheirs({ ...owner.endpoint, ha1: owner.ha1 }));
    const flows = new Set([...theirs.map(({ flow }) => flow), ...owned]);
    for (const flow of flows) if (flow) delete flow.owner;
    await bindings.drop(theirs).finally(() => {
      for (const flow of flows) {
        if (!flow) continue;
        if (ringsOn && isNeeded(flow)) closeLater(flow);
        else close(flow);
      }
    });
  };

  return {
    closeFlowsOf: (whose) =>
      'userId' in whose
        ? letGo((one) => one.userId === whose.userId, false)
        : letGo((one) => one.endpointId === whose.endpointId, true),
    async closeWithdrawn(ha1sOf) {
      const owners = [...pages].flatMap(({ owner }) => owner ?? []);
      const before = new Set(
        [...bindings.all(), ...owners.map(({ endpoint, ha1 }) => ({ ...endpoint, ha1 }))].map(nameOf),
      );
      if (before.size === 0) return;
      const now = await ha1sOf([...new Set([...before].map((name) => name.split(' ', 1)[0] ?? ''))]);
      const isWithdrawn = (one: Claim): boolean => {
        const ha1 = now.get(one.endpointId);
        // Whoever came while this was being read proved themselves with something newer.
        if (!before.has(nameOf(one))) return false;
        // Of what an earlier process let in only the device is known.
        return ha1 === undefined || (one.ha1 !== undefined && one.ha1 !== ha1);
      };
      await letGo(isWithdrawn, true);
    },
    legsChanged() {
      if (ringing.size === 0) return;
      // What changed is still being said over the connection.
      queueMicrotask(() => {
        for (const flow of [...ringing.keys()]) if (!isNeeded(flow)) close(flow);
      });
    },
    flowLost,
    stop() {
      for (const flow of [...ringing.keys()]) flowLost(flow);
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
