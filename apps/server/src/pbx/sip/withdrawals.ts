import type { Credentials, ExchangeClock } from '../ports.ts';
import type { Bindings } from './bindings.ts';
import type { Flow, FlowOwner } from './flow.ts';

type Whose = { readonly endpointId: string } | { readonly userId: string };

/** Takes from devices what they registered with credentials that are withdrawn. */
export interface LettingGo {
  /**
   * Forgets the devices of an endpoint or a user at once and closes their connections: nothing new begins over them. One of an
   * endpoint over which a call rings stays until that is answered or over, at most a minute: the window may be one that
   * has the next password as soon as it is closed. Nothing stays of a user.
   */
  closeFlowsOf(whose: Whose): Promise<void>;
  /** The same for whoever registered with credentials that are others now, or gone: no notice of it may have come. */
  closeWithdrawn(): Promise<void>;
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
  readonly credentials: Pick<Credentials, 'ha1sOf'>;
  /** Open WebSockets, also those without a registration. */
  readonly pages: ReadonlySet<Flow>;
  readonly clock: Pick<ExchangeClock, 'after'>;
  /** Whether a call would end with this connection. */
  readonly isNeeded: (flow: Flow) => boolean;
}): Withdrawals {
  const { bindings, credentials, pages, clock, isNeeded } = given;
  /** Connections that are closed as soon as nothing rings over them, each with its user and the way to forget its last moment. */
  const ringing = new Map<Flow, { readonly userId: string; readonly cancel: () => void }>();

  const flowLost = (flow: Flow) => {
    ringing.get(flow)?.cancel();
    ringing.delete(flow);
  };
  const close = (flow: Flow) => {
    flowLost(flow);
    // It may have proved itself with the next password meanwhile.
    if (!flow.owner) flow.close();
  };
  const closeLater = (flow: Flow, userId: string) => {
    if (ringing.has(flow)) return;
    const cancel = clock.after(ringsOnMs, () => close(flow));
    ringing.set(flow, { userId, cancel });
  };

  const claims = (): readonly Claim[] => [
    ...bindings.all(),
    ...[...pages].flatMap((flow) => (flow.owner ? [claimOf(flow.owner, flow)] : [])),
  ];
  const letGo = async (isTheirs: (one: Claim) => boolean, ringsOn: boolean): Promise<void> => {
    const flows = new Map(
      claims()
        .filter(isTheirs)
        .flatMap(({ flow, userId }) => (flow ? [[flow, userId] as const] : [])),
    );
    const stored = bindings.drop(bindings.all().filter(isTheirs));
    // Not only once that is stored: the next notice may be about the same device.
    for (const [flow, userId] of flows) {
      delete flow.owner;
      if (ringsOn && isNeeded(flow)) closeLater(flow, userId);
      else close(flow);
    }
    await stored;
  };

  return {
    closeFlowsOf(whose) {
      if ('endpointId' in whose) return letGo((one) => one.endpointId === whose.endpointId, true);
      for (const [flow, { userId }] of [...ringing]) if (userId === whose.userId) close(flow);
      return letGo((one) => one.userId === whose.userId, false);
    },
    async closeWithdrawn() {
      const before = Map.groupBy(claims(), ({ endpointId }) => endpointId);
      if (before.size === 0) return;
      const now = await credentials.ha1sOf([...before.keys()]);
      const isWithdrawn = ({ endpointId, ha1 }: Claim): boolean => {
        // Whoever came while this was being read proved themselves with something newer.
        if (!before.get(endpointId)?.some((one) => one.ha1 === ha1)) return false;
        const known = now.get(endpointId);
        // Of what an earlier process let in only the device is known.
        return known === undefined || (ha1 !== undefined && ha1 !== known);
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

/** Who somebody said they were, by what, and over which connection. */
interface Claim {
  readonly endpointId: string;
  readonly userId: string;
  readonly ha1: string | undefined;
  readonly flow: Flow | undefined;
}

const claimOf = ({ endpoint: { endpointId, userId }, ha1 }: FlowOwner, flow: Flow): Claim => ({
  ...{ endpointId, userId, ha1, flow },
});
