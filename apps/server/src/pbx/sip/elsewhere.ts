import { escapeUser, parseUri } from '@sidetone/sip/grammar/uri.ts';
import { fromOf, type SipRequest } from '@sidetone/sip/messages/message.ts';
import type { ServerTransaction } from '@sidetone/sip/transactions/server-transaction.ts';
import type { Flow, Transport } from './wires/flow.ts';

/** Where a company is at home: the place of its carrier as `host:port`, or null while nobody carries its node. */
interface Home {
  readonly isHere: boolean;
  readonly sipAddress: string | null;
}

/**
 * Who is at home where, for requests that a proxy of ours brings to just any server of the cell. Each is undefined for what
 * nobody has, and rejects where it cannot be read.
 */
export interface SipHomes {
  /** Whether there is no other node. */
  isAlone(): boolean;
  /** Whether a proxy of ours sends from there, which follows a 302 and shows it to nobody. */
  isEdge(address: string): boolean;
  /** The node of this name. */
  ofNode(name: string): Home | undefined;
  /** The company whose device has this user name. */
  ofDevice(username: string): Promise<Home | undefined>;
  /** The company that has this number, in whatever form a trunk writes it. */
  ofNumber(number: string): Promise<Home | undefined>;
}

const asked = new Set(['REGISTER', 'INVITE', 'SUBSCRIBE']);
export const retryAfterSeconds = 3;

/** Whether it has to be found out where a request outside of a dialog belongs. */
export const mayBelongElsewhere = (homes: SipHomes, { request, hop }: ServerTransaction<Flow>): boolean =>
  !homes.isAlone() && asked.has(request.method) && homes.isEdge(hop.remote.address);

/**
 * Sends a request on that belongs to another node, by 302 to its carrier, or by 503 while it has none; false where it is to be
 * answered here. What nobody has is answered here as always, so that nobody learns who exists.
 */
export async function sendHome(homes: SipHomes, transaction: ServerTransaction<Flow>): Promise<boolean> {
  const home = await homeOf(homes, transaction.request);
  if (!home || home.isHere) return false;
  // A CANCEL may have come while it was being looked for.
  if (!transaction.answered) nameHome(home, transaction);
  return true;
}

/** The same for a request of a dialog that is not known here, whose Contact names another node: the edge does not know yet who carries it. */
export function sendToNode(homes: SipHomes, transaction: ServerTransaction<Flow>): boolean {
  if (homes.isAlone() || !homes.isEdge(transaction.hop.remote.address)) return false;
  const called = parseUri(transaction.request.uri);
  const home = called && homes.ofNode(called.host);
  if (!home || home.isHere) return false;
  nameHome(home, transaction);
  return true;
}

function nameHome(home: Home, transaction: ServerTransaction<Flow>): void {
  if (home.sipAddress === null) {
    transaction.reply(503, { headers: [['Retry-After', String(retryAfterSeconds)]] });
  } else {
    transaction.reply(302, { headers: [['Contact', contactAt(home.sipAddress, transaction.hop.transport)]] });
  }
}

async function homeOf(homes: SipHomes, request: SipRequest): Promise<Home | undefined> {
  const called = parseUri(request.uri);
  // What answers a Contact of ours, such as a call of a registrar.
  const named = called && homes.ofNode(called.host);
  if (named) return named;
  const sender = parseUri(fromOf(request).uri)?.user;
  const ofSender = sender === undefined ? undefined : await homes.ofDevice(sender);
  if (ofSender || request.method !== 'INVITE' || called?.user === undefined) return ofSender;
  return await homes.ofNumber(called.user);
}

/** Between servers there is no TLS of SIP. */
export const contactAt = (sipAddress: string, transport: Transport, user?: string): string => {
  const place = user === undefined ? sipAddress : `${escapeUser(user)}@${sipAddress}`;
  return transport === 'udp' ? `<sip:${place}>` : `<sip:${place};transport=tcp>`;
};
