import { withoutPunctuation } from '@sidetone/contract/rules/numbers/dialable.ts';
import { dialogKeyOfRequest } from '@sidetone/sip/dialogs/dialog.ts';
import { parseUri } from '@sidetone/sip/grammar/uri.ts';
import { callIdOf, type SipRequest, toOf } from '@sidetone/sip/messages/message.ts';
import type { ServerTransaction } from '@sidetone/sip/transactions/server-transaction.ts';
import { type CallSteps, preciseNow } from '../call-steps.ts';
import type { PhoneAccounts } from './accounts/phone-accounts.ts';
import type { Authenticator, Identified } from './admission/authenticate.ts';
import type { SipGuard } from './admission/guard.ts';
import { acceptedTypes, allowedMethods, capabilities, supportedExtensions } from './dialogs/leg.ts';
import { contactAt, mayBelongElsewhere, retryAfterSeconds, type SipHomes, sendHome, sendToNode } from './elsewhere.ts';
import type { LegBook } from './legs/legs.ts';
import type { NodeLines } from './nodes/node-lines.ts';
import type { Bindings } from './registrar/bindings.ts';
import type { Registrar } from './registrar/registrar.ts';
import type { Strangers } from './strangers.ts';
import type { Subscriptions } from './subscriptions.ts';
import type { Trunks } from './trunks/trunks.ts';
import type { Flow } from './wires/flow.ts';
import type { SipLog } from './wires/sip-log.ts';

/**
 * Registrations with credentials that are worked on at the same time. Thousands of phones that come back in one moment would all
 * be answered too late, and ask again; those beyond this are told when to.
 */
const mostRegistering = 1000;
/** So many of them are worked on at the same time while calls are being begun, so that callers need not wait for phones. */
const mostBesideCalls = 30;
/** Seconds until they ask again, spread so that they do not all come back together. */
const firstRetrySeconds = 10;
const retrySpreadSeconds = 20;

const known = new Set(allowedMethods.split(', '));
const understood = new Set(supportedExtensions.split(', '));

/** Which calls are refused while too many are being begun. */
export interface InviteGate {
  isFull(): boolean;
  /** Whether calls are being begun, or were a moment ago. */
  isBusy(): boolean;
  /** Whether somebody may be calling for help with this number, without punctuation. */
  isForHelp(dialled: string): boolean;
}

interface Parts {
  readonly authenticator: Authenticator;
  readonly registrar: Registrar;
  readonly legs: LegBook;
  readonly subscriptions: Subscriptions;
  readonly bindings: Pick<Bindings, 'ofEndpoint'>;
  /** The phones that we registered elsewhere. */
  readonly phones: Pick<PhoneAccounts, 'recognise'> | undefined;
  readonly trunks: Pick<Trunks, 'recognise'> | undefined;
  readonly nodes: Pick<NodeLines, 'proofOf' | 'callerOf'> | undefined;
  readonly guard: Pick<SipGuard, 'refused'>;
  readonly strangers: Strangers;
  /** Where requests belong; without it everything is at home here. */
  readonly homes: SipHomes | undefined;
  /** Calls are refused while too many are being begun; without it they never are. */
  readonly gate: InviteGate | undefined;
  /** Hears of INVITEs that begin calls; without it nobody does. */
  readonly steps: Pick<CallSteps, 'proved'> | undefined;
  /** Of the sender of a request, past trusted proxies. */
  readonly addressOf: (request: SipRequest, flow: Flow) => string;
  readonly log: SipLog;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** How many registrations are worked on, and the ways to begin those that wait. */
  readonly work: { registering: number; readonly waiting: (() => void)[] };
}

type Transaction = ServerTransaction<Flow>;

/** Gives each new request to whom it concerns, after the checks of RFC 3261 §8.2. */
export function openDispatcher(given: Omit<Parts, 'work'>): (transaction: Transaction) => void {
  const parts: Parts = { ...given, work: { registering: 0, waiting: [] } };
  return (transaction) => {
    const { method } = transaction.request;
    const isUnknown = !known.has(method);
    if (isUnknown && isIgnored(parts, transaction)) return;
    if (isUnknown) return transaction.reply(405, { headers: [['Allow', allowedMethods]] });
    if (dialogKeyOfRequest(transaction.request) !== undefined && method !== 'REGISTER') takeInside(parts, transaction);
    else if (given.homes && mayBelongElsewhere(given.homes, transaction)) {
      inBackground(parts, transaction, takeOrSend(parts, given.homes, transaction));
    } else takeOutside(parts, transaction);
  };
}

/** A request that a proxy of ours brought, perhaps to the wrong server. */
async function takeOrSend(parts: Parts, homes: SipHomes, transaction: Transaction): Promise<void> {
  const isSent = await sendHome(homes, transaction).catch((error: unknown) => {
    parts.log.warn({ err: error }, 'sip: looking for the home of a request failed');
    return false;
  });
  if (!isSent && !transaction.answered) takeOutside(parts, transaction);
}

/** A request inside of a dialog. */
function takeInside(parts: Parts, transaction: Transaction) {
  const { legs, subscriptions } = parts;
  const { method } = transaction.request;
  if (method === 'INVITE' ? refusesInvite(transaction) : refusesExtensions(transaction)) return;
  if (method === 'SUBSCRIBE' && transaction.request.body !== '' && subscriptions.has(transaction.request)) {
    inBackground(parts, transaction, changeByPhone(parts, transaction));
  } else if (method === 'SUBSCRIBE') {
    if (!subscriptions.receive(transaction) && !isIgnored(parts, transaction)) transaction.reply(481);
  } else if (legs.receive(transaction) || (parts.homes && sendToNode(parts.homes, transaction))) {
    return;
  } else if (!isIgnored(parts, transaction)) {
    transaction.reply(method === 'OPTIONS' ? 200 : 481);
  }
}

/** A request that begins something, or asks for something by itself. */
function takeOutside(parts: Parts, transaction: Transaction) {
  const { method } = transaction.request;
  if (method === 'REGISTER') inBackground(parts, transaction, register(parts, transaction));
  else if (method === 'INVITE') inBackground(parts, transaction, invite(parts, transaction));
  else if (isIgnored(parts, transaction)) return;
  else if (method === 'SUBSCRIBE') inBackground(parts, transaction, subscribe(parts, transaction));
  else if (method === 'OPTIONS') {
    if (refusesExtensions(transaction)) return;
    const headers: [string, string][] = [...capabilities(transaction.hop), ['Accept', acceptedTypes]];
    transaction.reply(200, { headers });
    // Only somebody in a call may ask to be connected elsewhere; on its own a REFER would let anybody dial.
  } else transaction.reply(method === 'REFER' ? 403 : 481);
}

function inBackground({ log }: Parts, transaction: Transaction, task: Promise<void>) {
  task.catch((error: unknown) => {
    log.error({ err: error, method: transaction.request.method }, 'sip: handling a request failed');
    transaction.reply(500);
  });
}

async function register(parts: Parts, transaction: Transaction): Promise<void> {
  // RFC 3261 §10.3: only SIP addresses are registered here.
  if (!parseUri(toOf(transaction.request).uri)) return transaction.reply(400, { phrase: 'Bad To' });
  const { work } = parts;
  if (work.registering + work.waiting.length >= mostRegistering) return refuseForNow(parts, transaction);
  if (mayBeginRegistering(parts)) work.registering += 1;
  else await new Promise<void>((resolve) => work.waiting.push(resolve));
  try {
    const who = await identify(parts, transaction);
    if (who && !refusesExtensions(transaction)) await parts.registrar(transaction, who);
  } finally {
    work.registering -= 1;
    letWaitingIn(parts);
  }
}

/** Each of them counts from here on: several may be through in one moment, before the first that waited goes on. */
function letWaitingIn(parts: Parts): void {
  const { work } = parts;
  while (work.waiting.length > 0 && freePlaces(parts) > 0) {
    work.registering += 1;
    work.waiting.shift()?.();
  }
}

const mayBeginRegistering = (parts: Parts): boolean => parts.work.waiting.length === 0 && freePlaces(parts) > 0;

const freePlaces = ({ gate, work }: Parts): number =>
  (gate?.isBusy() ? mostBesideCalls : mostRegistering) - work.registering;

function refuseForNow({ random }: Parts, transaction: Transaction): void {
  const seconds = firstRetrySeconds + Math.floor(random() * retrySpreadSeconds);
  transaction.reply(503, { headers: [['Retry-After', String(seconds)]] });
}

async function subscribe(parts: Parts, transaction: Transaction): Promise<void> {
  const { bindings, subscriptions } = parts;
  const who = await identify(parts, transaction);
  if (!who || refusesExtensions(transaction)) return;
  const { endpointId, userId } = who.endpoint;
  const binding = bindings.ofEndpoint(endpointId).find(({ flow }) => flow === transaction.hop);
  const instanceId = binding?.instanceId ?? null;
  const owner = { endpointId, userId, instanceId, phoneId: null, trunkId: null };
  const { username, ha1 } = who;
  await subscriptions.subscribe(transaction, { username, accountId: who.endpoint.accountId, ha1, owner });
}

/** A SUBSCRIBE that changes a setting: knowing the dialog is not proof enough for that. */
async function changeByPhone(parts: Parts, transaction: Transaction): Promise<void> {
  const who = await identify(parts, transaction);
  if (!who || transaction.answered) return;
  if (!parts.subscriptions.receive(transaction, who.endpoint.endpointId)) transaction.reply(481);
}

async function invite(parts: Parts, transaction: Transaction): Promise<void> {
  const { phones, trunks, legs, steps } = parts;
  const receivedAt = steps && preciseNow();
  const proved = () => {
    if (receivedAt === undefined) return;
    steps?.proved(callIdOf(transaction.request), { receivedAt, provedAt: preciseNow() });
  };
  if (Number(transaction.request.headers.get('Max-Forwards') ?? 70) === 0) return refuseLoop(parts, transaction);
  if (comesTooFast(parts, transaction)) {
    return isIgnored(parts, transaction) ? undefined : refuseForNow(parts, transaction);
  }
  const proof = parts.nodes?.proofOf(transaction.request);
  if (proof !== undefined) return await inviteByNode(parts, transaction, proof, proved);
  const phone = phones?.recognise(transaction.request, transaction.hop);
  if (phone === 'refused') return transaction.reply(403);
  if (phone) {
    // The registrar let the caller in and knows the contact, which nobody can guess.
    if (refusesInvite(transaction)) return;
    proved();
    return legs.inviteFromOutside(transaction, phone.from, phone.layer);
  }
  const address = parts.addressOf(transaction.request, transaction.hop);
  const trunk = await trunks?.recognise(transaction.request, transaction.hop, address);
  // A CANCEL may have come while the numbers were being read.
  if (transaction.answered) return;
  if (trunk && trunk !== 'unclaimed') return inviteByTrunk(parts, transaction, trunk, proved);
  if (trunk !== 'unclaimed' && isIgnored(parts, transaction)) return;
  const who = await identify(parts, transaction);
  if (!who || refusesInvite(transaction)) return;
  transaction.hop.trusted = true;
  // A CANCEL may have come while the credentials were being read.
  if (transaction.answered) return;
  if (comesTooFast(parts, transaction)) return refuseForNow(parts, transaction);
  proved();
  legs.invite(transaction, who.endpoint);
}

/**
 * Whether too many calls are being begun for this one. It is asked first, since refusals have to cost little, and once more when the
 * sender is known, which is when calls count: many may have come in one moment.
 */
const comesTooFast = ({ gate }: Parts, { request }: Transaction): boolean =>
  gate?.isFull() === true && begins(request) && !gate.isForHelp(withoutPunctuation(parseUri(request.uri)?.user ?? ''));

/** Whether an INVITE is for a call of its own: one that replaces a leg goes on with a call that runs. */
const begins = ({ headers }: SipRequest): boolean => !headers.has('Replaces');

function refuseLoop(parts: Parts, transaction: Transaction) {
  if (isIgnored(parts, transaction)) return;
  transaction.reply(483);
  const address = parts.addressOf(transaction.request, transaction.hop);
  parts.guard.refused({ kind: 'sipMaxForwards', address, accountId: null });
}

function inviteByTrunk(
  parts: Parts,
  transaction: Transaction,
  trunk: Exclude<Awaited<ReturnType<Trunks['recognise']>>, 'unclaimed' | undefined>,
  proved: () => void,
) {
  if (trunk === 'refused') return transaction.reply(403);
  if (trunk === 'full') return transaction.reply(486, { phrase: 'Trunk Full' });
  if (refusesInvite(transaction)) return;
  if (trunk.from.trunks.length === 0) return transaction.reply(484);
  if (comesTooFast(parts, transaction)) return refuseForNow(parts, transaction);
  proved();
  parts.legs.inviteFromOutside(transaction, trunk.from, trunk.layer);
}

/** The carrier of another node has proved that it sends this. What is refused here is looked for elsewhere by it. */
async function inviteByNode(
  parts: Parts,
  transaction: Transaction,
  proof: NonNullable<ReturnType<NodeLines['proofOf']>>,
  proved: () => void,
): Promise<void> {
  const later: [string, string] = ['Retry-After', String(retryAfterSeconds)];
  if (proof === 'outlived') return transaction.reply(503, { headers: [later] });
  const found = await parts.nodes?.callerOf(transaction.request, proof.node);
  // A CANCEL may have come while the number was being read.
  if (!found || transaction.answered) return;
  if (!('status' in found)) return inviteByTrunk(parts, transaction, found, proved);
  const { status, sipAddress } = found;
  const moved = sipAddress !== undefined && contactAt(sipAddress, 'udp', parseUri(transaction.request.uri)?.user);
  transaction.reply(status, {
    headers: [...(moved ? [['Contact', moved] as [string, string]] : status === 503 ? [later] : [])],
  });
}

/** Answers 401 to senders that did not prove who they are. */
async function identify(
  { authenticator, log }: Parts,
  transaction: Transaction,
): Promise<Extract<Identified, { known: true }> | undefined> {
  const { request, hop: flow } = transaction;
  const who = await authenticator.identify(request, flow);
  if (who.known) return who;
  if (!('attempted' in who) || who.attempted) {
    log.info({ remote: flow.remote, method: request.method }, 'sip authentication refused');
  }
  refuseProof(transaction, who);
  return undefined;
}

const isIgnored = ({ strangers }: Parts, transaction: Transaction): boolean => {
  const isStranger = strangers.ignores(transaction.request, transaction.hop);
  if (isStranger) transaction.end();
  return isStranger;
};

const refuseProof = (transaction: Transaction, who: Extract<Identified, { known: false }>): void => {
  if ('challenges' in who) {
    const headers = who.challenges.map((challenge): [string, string] => ['WWW-Authenticate', challenge]);
    transaction.reply(401, { headers });
  } else transaction.reply(400, { phrase: 'Digest URI Mismatch' });
  // RFC 3261 §26.3.2.4: a refusal that nobody acknowledges is not repeated, so that a forged address gets nothing more of it
  // than was sent in its name.
  if (transaction.request.method === 'INVITE') transaction.end();
};

const refusesInvite = (transaction: Transaction): boolean =>
  refusesExtensions(transaction) || refusesBody(transaction) || refusesAnswer(transaction);

/** RFC 3261 §8.2.2.3: 420 names what the sender requires and this exchange does not know. */
const refusesExtensions = (transaction: Transaction): boolean => {
  const { headers } = transaction.request;
  const required = [...headers.list('Require'), ...headers.list('Proxy-Require')];
  const unknown = required.filter((one) => !understood.has(one.toLowerCase()));
  if (unknown.length > 0) transaction.reply(420, { headers: [['Unsupported', unknown.join(', ')]] });
  return unknown.length > 0;
};

/** RFC 3261 §8.2.3: only session descriptions, and those as they are. */
const refusesBody = (transaction: Transaction): boolean => {
  const { body, headers } = transaction.request;
  if (body === '') return false;
  const type = headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase();
  const encoding = headers.get('Content-Encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity') {
    transaction.reply(415, { headers: [['Accept-Encoding', 'identity']] });
    return true;
  }
  if (type === 'application/sdp' || isOptional(transaction.request)) return false;
  transaction.reply(415, { headers: [['Accept', acceptedTypes]] });
  return true;
};

/** RFC 3261 §20.1: 406 for an INVITE whose sender would not understand a session description. */
const refusesAnswer = (transaction: Transaction): boolean => {
  const { headers } = transaction.request;
  if (!headers.has('Accept')) return false;
  const ranges = headers.list('Accept').map((range) => range.split(';')[0]?.replace(/\s/g, '').toLowerCase() ?? '');
  const understands = ranges.some((range) => ['application/sdp', 'application/*', '*/*'].includes(range));
  if (!understands) transaction.reply(406);
  return !understands;
};

const isOptional = ({ headers }: SipRequest): boolean =>
  /handling\s*=\s*optional/i.test(headers.get('Content-Disposition') ?? '');
