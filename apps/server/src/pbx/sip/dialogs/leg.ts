import type { Dialog } from '@sidetone/sip/dialogs/dialog.ts';
import type { Replaces } from '@sidetone/sip/grammar/replaces.ts';
import type { SipRequest } from '@sidetone/sip/messages/message.ts';
import type { ServerTransaction } from '@sidetone/sip/transactions/server-transaction.ts';
import type { TransactionLayer } from '@sidetone/sip/transactions/transaction-layer.ts';
import type { LegFact, LegOrder } from '../../calls/legs.ts';
import type { ExchangeClock } from '../../ports.ts';
import type { Flow } from '../wires/flow.ts';
import type { SipLog } from '../wires/sip-log.ts';
import type { StoredDialog } from './stored-dialog.ts';

/** Whose leg it is, and how the device is found again. */
export interface LegOwner {
  readonly userId: string;
  /** Empty where the leg goes by a phone's registrar. */
  readonly endpointId: string;
  /** `+sip.instance`: a page with the same one is the same page. */
  readonly instanceId: string | null;
  /** The phone whose registrar the leg goes by. */
  readonly phoneId: string | null;
  /** The trunk that the leg goes by; then it is of no user. */
  readonly trunkId: string | null;
}

/** Whether the far side is no device of ours, but somebody behind a registrar or a trunk. */
export const isOutside = ({ phoneId, trunkId }: LegOwner): boolean => phoneId !== null || trunkId !== null;

/** One leg, as orders and messages reach it. */
export interface Leg {
  readonly legId: string;
  readonly sipCallId: string;
  readonly owner: LegOwner;
  /** Who sent the INVITE. */
  readonly begunBy: 'us' | 'them';
  /** Until its 200. */
  readonly isEarly: boolean;
  order(order: LegOrder): void;
  /** A request inside one of the leg's dialogs, never ACK or CANCEL. */
  receive(transaction: ServerTransaction<Flow>): void;
  acknowledge(request: SipRequest): void;
  /** CANCEL of an INVITE that came inside or began the leg. */
  cancelled(transaction: ServerTransaction<Flow>, cancel: SipRequest): void;
  /** A connection is gone, maybe the leg's. */
  flowLost(flow: Flow): void;
  /** Ends without a word; for the end of the process. */
  stop(): void;
}

/** Sends requests; what a phone sends to its registrar proves who it is on the way. */
export type RequestLayer = Pick<TransactionLayer<Flow>, 'request' | 'sendAck'>;

/** What legs stand on. */
export interface LegGround {
  readonly layer: RequestLayer;
  readonly clock: ExchangeClock;
  readonly log: SipLog;
  readonly token: () => string;
  /** From 0 up to 1. */
  readonly random: () => number;
  emit(fact: LegFact): void;
  /** From now on requests of this dialog reach the leg. */
  joinDialog(dialog: Dialog, leg: Leg): void;
  leaveDialog(dialog: Dialog): void;
  /** Nothing further will be heard of this leg. */
  forget(leg: Leg): void;
  /** The leg whose dialog a Replaces names. */
  legOf(replaces: Replaces): Leg | undefined;
  /** A confirmed dialog changed; it is written down soon. */
  keep(legId: string, read: () => StoredDialog): void;
  /** Fulfils once every change so far is written; also when the store is away, or too slow for somebody who waits. */
  kept(): Promise<void>;
  /** A dialog is over, and need not outlive this process. */
  letGo(legId: string): void;
}

/** Where a leg's requests go: the connection it last heard from, else one that took its place. */
export interface LegRoute {
  current(): Flow | undefined;
  /** The far side spoke over this flow. */
  heardOver(flow: Flow): void;
}

/** What this exchange understands inside and outside of dialogs. */
export const allowedMethods =
  'INVITE, ACK, CANCEL, BYE, PRACK, UPDATE, INFO, OPTIONS, REGISTER, REFER, NOTIFY, SUBSCRIBE';
export const supportedExtensions = '100rel, path, replaces, timer, norefersub';
/** What may be subscribed to, besides what a REFER brings by itself. */
const allowedEvents = 'dialog, message-summary, as-feature-event, refer';
export const acceptedTypes = 'application/sdp, multipart/mixed, application/dtmf-relay, application/dtmf';

/** Contact of this exchange as seen over a flow; behind a proxy of ours it names the node and no machine. */
function ownContact(flow: Flow): string {
  const { host, port } = flow.via;
  // RFC 7118 §5.2: `ws` also where the connection is secure.
  const transport = flow.transport === 'wss' ? 'ws' : flow.transport;
  if (flow.ownName !== undefined) return `<sip:${flow.ownName};transport=${transport}>`;
  return `<sip:${host}${port === undefined ? '' : `:${port}`};transport=${transport}>`;
}

/** Header fields of INVITEs, their answers and everything else that may refresh the target. */
export function capabilities(flow: Flow, extensions = supportedExtensions): [string, string][] {
  return [
    ['Contact', ownContact(flow)],
    ['Allow', allowedMethods],
    ['Supported', extensions],
    // RFC 6665 §4.4.4.
    ['Allow-Events', allowedEvents],
    ['Server', 'Sidetone'],
  ];
}

export const sdpBody = (text: string) => ({ type: 'application/sdp', text });
