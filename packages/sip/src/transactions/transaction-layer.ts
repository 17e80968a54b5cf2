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

/** RFC 3261 §17. `token` gives a fresh unguessable word. */
export function openTransactionLayer<H extends Hop>(given: {
  readonly timers: Timers;
  readonly token: () => string;
  readonly listener: RequestListener<H>;
}): TransactionLayer<H> {
  const { timers, token, listener } = given;
  const servers = new Map<string, ServerTransaction<H>>();
  const clients = new Map<string, ClientTransaction>();

  const withVia = (request: SipRequest, hop: Hop): SipRequest => {
    const parameters = new Map([
      ['branch', `${branchCookie}${token()}`],
      ['rport', ''],
    ]);
    const headers = new HeaderFields([['Via', serializeVia({ ...hop.via, parameters })]]);
    for (const [name, value] of request.headers) headers.add(name, value);
    return { ...request, headers };
  };

  const follow = (request: SipRequest, hop: Hop, client: ClientListener): ClientTransaction => {
    const key = clientKey(request);
    const transaction = startClientTransaction(request, hop, timers, client, () => clients.delete(key));
    clients.set(key, transaction);
    return transaction;
  };

  const receiveCancel = (request: SipRequest, hop: H) => {
    const invite = servers.get(serverKey(request, 'INVITE'));
    const cancel = openServer(request, hop, invite?.localTag ?? token());
    if (!invite) return cancel.reply(481);
    cancel.reply(200);
    if (!invite.answered) listener.onCancel(invite, request);
  };

  const openServer = (request: SipRequest, hop: H, localTag: string): ServerTransaction<H> => {
    const key = serverKey(request, request.method);
    const transaction = startServerTransaction(request, hop, localTag, timers, { onEnd: () => servers.delete(key) });
    servers.set(key, transaction);
    return transaction;
  };

  return {
    get size() {
      return servers.size + clients.size;
    },
    receiveRequest(request, hop) {
      if (request.method === 'ACK') {
        const invite = servers.get(serverKey(request, 'INVITE'));
        if (!invite?.acknowledge()) listener.onAck(request, hop);
        return;
      }
      const known = servers.get(serverKey(request, request.method));
      if (known) known.repeat();
      else if (request.method === 'CANCEL') receiveCancel(request, hop);
      else listener.onRequest(openServer(request, hop, token()));
    },
    receiveResponse(response) {
      clients.get(clientKey(response))?.receive(response);
    },
    request(bare, hop, client) {
      const request = withVia(bare, hop);
      let provisional = false;
      let final = false;
      let cancelling: (() => void) | undefined;
      const giveUp: { stop?: () => void } = {};
      const transaction = follow(request, hop, {
        onResponse(response) {
          provisional = true;
          if (response.status >= 200) {
            final = true;
            giveUp.stop?.();
          } else cancelling?.();
          cancelling = undefined;
          client.onResponse(response);
        },
        onFailure(cause) {
          final = true;
          giveUp.stop?.();
          client.onFailure(cause);
        },
      });
      return {
        request,
        cancel(headers) {
          if (final || giveUp.stop || cancelling) return;
          const send = () => {
            follow(cancelOf(request, headers), hop, { onResponse: () => undefined, onFailure: () => undefined });
            // RFC 3261 §9.1: a callee of RFC 2543 may never answer the INVITE.
            giveUp.stop = timers.after(transactionTimeout, () => {
              if (final) return;
              final = true;
              transaction.end();
              client.onFailure('timeout');
            });
          };
          if (provisional) send();
          else cancelling = send;
        },
      };
    },
    sendAck(request, hop) {
      const text = serializeMessage(withVia(request, hop));
      hop.send(text);
      return text;
    },
    hopLost(hop) {
      for (const transaction of [...clients.values()]) if (transaction.hop === hop) transaction.fail();
      for (const transaction of [...servers.values()]) if (transaction.hop === hop) transaction.end();
    },
    stop() {
      for (const transaction of [...servers.values(), ...clients.values()]) transaction.end();
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
