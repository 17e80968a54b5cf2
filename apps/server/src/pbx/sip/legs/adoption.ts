import { type Dialog, dialogKeyOfRequest, keyOfDialog } from '@sidetone/sip/dialogs/dialog.ts';
import type { ServerTransaction } from '@sidetone/sip/transactions/server-transaction.ts';
import type { ExchangeClock } from '../../ports.ts';
import { isOutside, type Leg, type LegGround, type LegOwner, type RequestLayer } from '../dialogs/leg.ts';
import { openSession } from '../dialogs/session.ts';
import { type DialogStore, readStoredDialog, type StoredDialog } from '../dialogs/stored-dialog.ts';
import type { Address, Flow } from '../wires/flow.ts';
import type { SipLog } from '../wires/sip-log.ts';
import type { LegRoutes } from './leg-routes.ts';

/** The dialogs of an earlier life: they wait until the call core says which of them go on. */
export interface Adoption {
  /** Reads them; before any message is taken. Rejects when the store does. */
  load(): Promise<void>;
  /** Keeps a request of such a dialog until its fate is known; false when there is no such dialog. */
  holds(transaction: ServerTransaction<Flow>): boolean;
  /** Runs a task once no dialog waits for its fate; immediately where nothing does. */
  whenSettled(task: () => void): void;
  /** Makes legs of these, hangs up the others, and gives the ids of those that live. */
  adopt(legIds: readonly string[]): readonly string[];
  stop(): void;
}

/** Without a word from the call core for so long, none of them goes on; media gives up at the same time. */
const patienceMs = 60_000;

interface Waiting {
  readonly stored: StoredDialog;
  readonly dialog: Dialog;
  readonly held: ServerTransaction<Flow>[];
}

interface Parts {
  readonly store: DialogStore;
  readonly clock: ExchangeClock;
  readonly log: SipLog;
  readonly ground: LegGround;
  readonly routes: LegRoutes;
  /** The way to an address that a datagram came from. */
  readonly udp: (remote: Address) => Flow | undefined;
  /** Sends what belongs to dialogs of a phone or trunk; undefined when that is gone, or for a device of ours. */
  readonly layerOf: (owner: LegOwner) => RequestLayer | undefined;
  /** From now on the leg is one of this exchange's. */
  take(leg: Leg): void;
  /** Gives a request to a leg that was taken. */
  deliver(transaction: ServerTransaction<Flow>): void;
}

export function openAdoption(parts: Parts): Adoption {
  const { clock, log } = parts;
  /** By the key of the dialog. */
  const waiting = new Map<string, Waiting>();
  let afterwards: (() => void)[] = [];
  let cancelPatience = () => {};

  const adopt = (legIds: readonly string[]): readonly string[] => {
    cancelPatience();
    const all = [...waiting.values()];
    waiting.clear();
    const living = revive(parts, all, new Set(legIds));
    if (all.length > 0)
      log.info({ adopted: living.length, ended: all.length - living.length }, 'dialogs: adopted after a restart');
    for (const task of afterwards) task();
    afterwards = [];
    return living;
  };

  return {
    async load() {
      for (const one of await readAll(parts)) waiting.set(keyOfDialog(one.dialog), one);
      if (waiting.size > 0) cancelPatience = clock.after(patienceMs, () => adopt([]));
    },
    holds(transaction) {
      const found = waiting.get(dialogKeyOfRequest(transaction.request) ?? '');
      found?.held.push(transaction);
      return found !== undefined;
    },
    whenSettled(task) {
      if (waiting.size === 0) task();
      else afterwards.push(task);
    },
    adopt,
    stop() {
      cancelPatience();
      waiting.clear();
      afterwards = [];
    },
  };
}

/** The dialogs that the store knows; those that cannot be read are given up. */
async function readAll({ store, log, ground }: Parts): Promise<readonly Waiting[]> {
  const found: Waiting[] = [];
  const lost: string[] = [];
  for (const { legId, snapshot } of await store.load()) {
    const read = readStoredDialog(snapshot);
    if (read?.stored.legId === legId) found.push({ ...read, held: [] });
    else lost.push(legId);
  }
  if (lost.length > 0) log.warn({ legIds: lost }, 'dialogs: reading stored ones failed');
  for (const legId of lost) ground.letGo(legId);
  return found;
}

/** Makes legs of all of them, hangs up those that nobody wants, and gives the ids of the others. */
function revive(parts: Parts, all: readonly Waiting[], wanted: ReadonlySet<string>): readonly string[] {
  const living: string[] = [];
  for (const one of all) {
    const leg = rebuild(parts, one);
    if (wanted.has(leg.legId)) living.push(leg.legId);
    else leg.order({ do: 'bye', legId: leg.legId });
    for (const transaction of one.held) if (!transaction.answered) parts.deliver(transaction);
  }
  return living;
}

function rebuild({ ground, udp, layerOf, routes, take }: Parts, { stored, dialog, held }: Waiting): Leg {
  const { legId, owner, ownsCallId } = stored;
  const { transport, address, port } = stored.flow;
  // Only over UDP the way is still there; a connection died with the process that had it.
  const first = { transport, address, flow: transport === 'udp' ? udp({ address, port }) : held.at(-1)?.hop };
  const route = isOutside(owner)
    ? routes.ofOutside(first, owner, address, port)
    : routes.ofDevice(first, owner, () => dialog.remoteTarget);
  const leg: Leg = {
    legId,
    sipCallId: dialog.callId,
    owner,
    begunBy: ownsCallId ? 'us' : 'them',
    isEarly: false,
    order: (order) => session.order(order),
    receive: (transaction) => session.receive(transaction),
    acknowledge: (ack) => session.acknowledge(ack),
    cancelled: (transaction) => session.cancelled(transaction),
    flowLost: (flow) => session.flowLost(flow),
    stop: () => session.stop(),
  };
  ground.joinDialog(dialog, leg);
  take(leg);
  const session = openSession({
    ground: { ...ground, layer: layerOf(owner) ?? ground.layer },
    leg,
    dialog,
    route,
    ownsCallId,
    localSdp: stored.localSdp ?? undefined,
    restored: stored,
  });
  return leg;
}

/** Who owns a leg whose device registered here. */
export const ownerOf = (device: { userId: string; endpointId: string; instanceId: string | null }): LegOwner => ({
  userId: device.userId,
  endpointId: device.endpointId,
  instanceId: device.instanceId,
  phoneId: null,
  trunkId: null,
});
