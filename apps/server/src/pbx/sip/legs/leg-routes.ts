import type { LegOwner, LegRoute } from '../dialogs/leg.ts';
import { type Binding, type Bindings, isBrowser, needsItsConnection } from '../registrar/bindings.ts';
import { type Flow, hostOf, type Transport } from '../wires/flow.ts';

/** Makes the routes of legs, which follow their devices from one connection to the next. */
export interface LegRoutes {
  /** A leg of a device of our own; `target` is where its dialog's requests go. */
  ofDevice(first: FirstHop, owner: LegOwner, target: () => string): LegRoute;
  /**
   * What belongs to a dialog of a phone or trunk goes to where its other side is, whatever the far side's own address; between
   * nodes of a cell to who carries the node now.
   */
  ofOutside(first: FirstHop, owner: Pick<LegOwner, 'trunkId'>, address: string, port: number): LegRoute;
}

/** The connection that a leg begins with; after a restart of this side there may be none. */
interface FirstHop {
  readonly transport: Transport;
  readonly flow: Flow | undefined;
  /** Where the far side was heard from, for a way without a connection. */
  readonly address?: string;
}

export function openLegRoutes(given: {
  readonly bindings: Bindings;
  /** A way to this address at the port of the URI, when the connection that was used is gone. */
  readonly flowToTarget: (uri: string, address: string) => Flow | undefined;
  /** The way to who carries the node that this line leads to; undefined for a trunk, and while nobody carries it. */
  readonly flowToNode: (trunkId: string | null) => Flow | undefined;
}): LegRoutes {
  const { bindings, flowToTarget, flowToNode } = given;

  const route = (first: FirstHop, heirOf: (address: string | undefined) => Flow | undefined): LegRoute => {
    let { flow } = first;
    return {
      current() {
        if (flow?.open) return flow;
        const heir = heirOf(flow?.remote.address ?? first.address);
        if (heir) flow = heir;
        return heir;
      },
      heardOver(heard) {
        flow = heard;
      },
    };
  };

  return {
    ofDevice: (first, { endpointId, instanceId }, target) =>
      route(first, (address) => {
        // A browser that registers again takes its legs along; the instance tells that it is the same page.
        // A phone without one is known by its contact.
        const isSame = (one: Binding) =>
          instanceId === null ? !isBrowser(first) && one.contactUri === target() : one.instanceId === instanceId;
        const again = bindings.ofEndpoint(endpointId).find((one) => one.flow?.open && isSame(one));
        if (again?.flow || needsItsConnection(first) || address === undefined) return again?.flow;
        return flowToTarget(target(), address);
      }),
    ofOutside(first, { trunkId }, address, port) {
      const last = route(first, () => flowToTarget(`sip:${hostOf(address)}:${port}`, address));
      // While nobody carries the node, requests go where it was: they are sent again until somebody does.
      return { ...last, current: () => flowToNode(trunkId) ?? last.current() };
    },
  };
}
