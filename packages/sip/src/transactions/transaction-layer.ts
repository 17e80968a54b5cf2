import { branchCookie, serializeVia } from '../grammar/via.ts';
import { HeaderFields } from '../messages/headers.ts';
import { callIdOf, cseqOf, fromOf, responseTo, type SipRequest, type SipResponse, viaOf } from '../messages/message.ts';
import { serializeMessage } from '../messages/serialize.ts';
import { type ClientListener, type ClientTransaction, cancelOf, startClientTransaction } from './client-transaction.ts';
import type { Hop } from './hop.ts';
import { type ServerTransaction, startServerTransaction } from './server-transaction.ts';
import { type Timers, transactionTimeout } from './timing.ts';

/** What the owner of the layer hears. */
export interface RequestListener<H extends Hop = Hop> {
  /** A new request; never ACK or CANCEL, and never a repeated one. */
  onRequest(transaction: ServerTransaction<H>): void;
  /** An ACK that no transaction took: it acknowledges a 2xx and is matched by dialog (RFC 3261 §13.2.2.4). */
  onAck(request: SipRequest, hop: H): void;
  /** A CANCEL for an INVITE that has no final response yet; the CANCEL itself is already answered. */
  onCancel(transaction: ServerTransaction<H>, cancel: SipRequest): void;
}

export interface SentRequest {
  /** The request with its Via. */
  readonly request: SipRequest;
  /**
   * Gives an INVITE up (RFC 3261 §9.1). Waits for the first provisional response, as CANCEL must not overtake its
   * INVITE. The final response still comes to the listener, a timeout at the latest.
   */
  cancel(headers?: Iterable<readonly [string, string]>): void;
}

export interface TransactionLayer<H extends Hop = Hop> {
  /** Takes a request that passed the parser. */
  receiveRequest(request: SipRequest, hop: H): void;
  /** Takes a response that passed the parser. */
  receiveResponse(response: SipResponse): void;
  /** Sends a request with a Via of its own and follows it. */
  request(request: SipRequest, hop: Hop, listener: ClientListener): SentRequest;
  /** Sends a request that has no transaction: the ACK of a 2xx. Gives its text, to be sent again as it is. */
  sendAck(request: SipRequest, hop: Hop): string;
  /** The connection is gone: ends what waits for answers over it. */
  hopLost(hop: Hop): void;
  /** How many transactions live; for tests and metrics. */
  readonly size: number;
  /** Ends everything without a word. */
  stop(): void;
}

interface LayerParts<H extends Hop> {
  readonly timers: Timers;
  readonly token: () => string;
  readonly listener: RequestListener<H>;
}

/** A request that was answered, as far as copies of it need it. The request itself would fill memory for half a minute. */
interface Answered<H extends Hop> {
  readonly hop: H;
  repeat(): void;
  end(): void;
}

interface Layer<H extends Hop> extends LayerParts<H> {
  readonly servers: Map<string, ServerTransaction<H>>;
  /** What is no INVITE moves here with its answer. */
  readonly answered: Map<string, Answered<H>>;
  readonly clients: Map<string, ClientTransaction>;
}

/** RFC 3261 §17. `token` gives a fresh unguessable word. */
export function openTransactionLayer<H extends Hop>(given: LayerParts<H>): TransactionLayer<H> {
  const layer: Layer<H> = { ...given, servers: new Map(), answered: new Map(), clients: new Map() };
  const { servers, answered, clients } = layer;
  return {
    get size() {
      return servers.size + answered.size + clients.size;
    },
    receiveRequest: (request, hop) => receiveRequest(layer, request, hop),
    receiveResponse(response) {
      clients.get(clientKey(response))?.receive(response);
    },
    request: (bare, hop, client) => sendRequest(layer, withVia(layer, bare, hop), hop, client),
    sendAck(request, hop) {
      const text = serializeMessage(withVia(layer, request, hop));
      hop.send(text);
      return text;
    },
    hopLost(hop) {
      for (const transaction of [...clients.values()]) if (transaction.hop === hop) transaction.fail();
      for (const known of [...servers.values(), ...answered.values()]) if (known.hop === hop) known.end();
    },
    stop() {
      for (const known of [...servers.values(), ...answered.values(), ...clients.values()]) known.end();
    },
  };
}

// Requests that come.

function receiveRequest<H extends Hop>(layer: Layer<H>, request: SipRequest, hop: H): void {
  const { servers, answered, listener, token } = layer;
  if (request.method === 'ACK') {
    const invite = servers.get(serverKey(request, 'INVITE'));
    if (!invite?.acknowledge()) listener.onAck(request, hop);
    return;
  }
  const key = serverKey(request, request.method);
  const known = servers.get(key) ?? answered.get(key);
  if (known) known.repeat();
  else if (request.method === 'CANCEL') receiveCancel(layer, request, hop);
  else listener.onRequest(openServer(layer, request, hop, token()));
}

function receiveCancel<H extends Hop>(layer: Layer<H>, request: SipRequest, hop: H): void {
  const invite = layer.servers.get(serverKey(request, 'INVITE'));
  const cancel = openServer(layer, request, hop, invite?.localTag ?? layer.token());
  cancel.reply(invite ? 200 : 481);
  if (invite && !invite.answered) layer.listener.onCancel(invite, request);
}

function openServer<H extends Hop>(
  { servers, answered, timers }: Layer<H>,
  request: SipRequest,
  hop: H,
  localTag: string,
): ServerTransaction<H> {
  const key = serverKey(request, request.method);
  const transaction = startServerTransaction(request, hop, localTag, timers, {
    onEnd() {
      servers.delete(key);
      answered.get(key)?.end();
    },
    onAnswered(text) {
      servers.delete(key);
      rememberAnswer(answered, key, hop, text, timers);
    },
  });
  servers.set(key, transaction);
  return transaction;
}

/** A function of its own, so that what it leaves behind holds nothing of the request. */
function rememberAnswer<H extends Hop>(
  answered: Map<string, Answered<H>>,
  key: string,
  hop: H,
  text: string,
  timers: Timers,
): void {
  const forget = timers.after(transactionTimeout, () => void answered.delete(key));
  answered.set(key, {
    hop,
    repeat: () => void hop.send(text),
    end() {
      forget();
      answered.delete(key);
    },
  });
}

// Requests that are sent.

function withVia<H extends Hop>({ token }: Layer<H>, request: SipRequest, hop: Hop): SipRequest {
  const parameters = new Map([
    ['branch', `${branchCookie}${token()}`],
    ['rport', ''],
  ]);
  const headers = new HeaderFields([['Via', serializeVia({ ...hop.via, parameters })]]);
  for (const [name, value] of request.headers) headers.add(name, value);
  return { ...request, headers };
}

function follow<H extends Hop>(
  { clients, timers }: Layer<H>,
  request: SipRequest,
  hop: Hop,
  client: ClientListener,
): ClientTransaction {
  const key = clientKey(request);
  const transaction = startClientTransaction(request, hop, timers, client, () => clients.delete(key));
  clients.set(key, transaction);
  return transaction;
}

/** A request that was sent, as far as it may still be given up. */
interface Sent {
  /** `asked`: nothing came back. `final`: nothing more will. */
  progress: 'asked' | 'provisional' | 'final';
  /** Sends the CANCEL that waits for the first provisional response. */
  waitingCancel: (() => void) | undefined;
  /** Stops waiting for the answer to an INVITE that was given up. */
  stopWaiting: (() => void) | undefined;
}

function sendRequest<H extends Hop>(
  layer: Layer<H>,
  request: SipRequest,
  hop: Hop,
  client: ClientListener,
): SentRequest {
  const sent: Sent = { progress: 'asked', waitingCancel: undefined, stopWaiting: undefined };
  const over = () => {
    sent.progress = 'final';
    sent.stopWaiting?.();
  };
  const transaction = follow(layer, request, hop, {
    onResponse(response) {
      const { waitingCancel } = sent;
      sent.waitingCancel = undefined;
      if (response.status >= 200) over();
      else {
        if (sent.progress === 'asked') sent.progress = 'provisional';
        waitingCancel?.();
      }
      client.onResponse(response);
    },
    onFailure(cause) {
      over();
      client.onFailure(cause);
    },
  });
  const giveUp = (headers: Iterable<readonly [string, string]> | undefined) => {
    follow(layer, cancelOf(request, headers), hop, { onResponse: () => undefined, onFailure: () => undefined });
    // RFC 3261 §9.1: a callee of RFC 2543 may never answer the INVITE.
    sent.stopWaiting = layer.timers.after(transactionTimeout, () => {
      if (sent.progress === 'final') return;
      sent.progress = 'final';
      transaction.end();
      client.onFailure('timeout');
    });
  };
  return {
    request,
    cancel(headers) {
      if (sent.progress === 'final' || sent.stopWaiting || sent.waitingCancel) return;
      if (sent.progress === 'provisional') giveUp(headers);
      else sent.waitingCancel = () => giveUp(headers);
    },
  };
}

/** RFC 3261 §17.2.3. `method` is INVITE for the ACK and the CANCEL of one. */
const serverKey = (request: SipRequest, method: string): string => {
  const via = viaOf(request);
  const branch = via.parameters.get('branch') ?? '';
  if (branch.startsWith(branchCookie) && branch.length > branchCookie.length) {
    return `${branch}|${via.host.toLowerCase()}:${via.port ?? ''}|${method}`;
  }
  // RFC 2543 clients: no branch, or one that need not be unique. The source that we noted in Via is part of it.
  const tag = fromOf(request).parameters.get('tag') ?? '';
  return `2543|${serializeVia(via)}|${callIdOf(request)}|${tag}|${cseqOf(request).number}|${method}`;
};

/** RFC 3261 §17.1.3. */
const clientKey = (message: SipRequest | SipResponse): string =>
  `${viaOf(message).parameters.get('branch') ?? ''}|${cseqOf(message).method}`;

/** Answers a request without a transaction: what the parser refused. */
export function refuseStatelessly(request: SipRequest, status: number, phrase: string, tag: string): string {
  return serializeMessage(responseTo(request, status, { phrase, toTag: tag }));
}
