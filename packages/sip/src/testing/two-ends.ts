import { HeaderFields } from '../messages/headers.ts';
import type { SipRequest, SipResponse } from '../messages/message.ts';
import { parseMessage } from '../messages/parse.ts';
import type { ClientListener } from '../transactions/client-transaction.ts';
import type { Hop } from '../transactions/hop.ts';
import type { ServerTransaction } from '../transactions/server-transaction.ts';
import { openTransactionLayer, type TransactionLayer } from '../transactions/transaction-layer.ts';
import { type FakeClock, fakeClock } from './fake-clock.ts';

/** One end of a fake wire, and all that it heard. */
export interface End {
  readonly layer: TransactionLayer;
  /** The way to the other end. */
  readonly hop: Hop;
  /** Everything this end sent, with the time in milliseconds, also what the wire lost. */
  readonly sent: { readonly at: number; readonly text: string }[];
  readonly requests: ServerTransaction[];
  readonly acks: SipRequest[];
  readonly cancels: SipRequest[];
  onRequest: (transaction: ServerTransaction) => void;
}

/** Two transaction layers on one wire. `loses(n)` decides the fate of the n-th message, counted from 0. */
export function twoEnds(given: { reliable?: boolean; loses?: (count: number) => boolean } = {}): {
  readonly clock: FakeClock;
  readonly anna: End;
  readonly bob: End;
} {
  const clock = fakeClock(0);
  let serial = 0;
  let count = 0;
  const makeEnd = (name: string, other: () => End): End => {
    const end: End = {
      sent: [],
      requests: [],
      acks: [],
      cancels: [],
      onRequest: () => undefined,
      hop: {
        reliable: given.reliable ?? false,
        via: { transport: 'UDP', host: `${name}.example`, port: 5060 },
        send(text) {
          end.sent.push({ at: clock.now().getTime(), text });
          const lost = given.loses?.(count) ?? false;
          count += 1;
          if (!lost) clock.after(5, () => deliver(text, other()));
          return true;
        },
      },
      layer: openTransactionLayer({
        timers: clock,
        token: () => {
          serial += 1;
          return `${name}${serial}`;
        },
        listener: {
          onRequest(transaction) {
            end.requests.push(transaction);
            end.onRequest(transaction);
          },
          onAck: (request) => end.acks.push(request),
          onCancel: (transaction, cancel) => {
            end.cancels.push(cancel);
            transaction.reply(487);
          },
        },
      }),
    };
    return end;
  };
  const anna: End = makeEnd('anna', () => bob);
  const bob: End = makeEnd('bob', () => anna);
  return { clock, anna, bob };
}

/** Hands a text to an end as its socket would. */
export function deliver(text: string, to: End): void {
  const parsed = parseMessage(text);
  if (parsed.kind !== 'message') throw new Error(`${parsed.kind}: ${text}`);
  if (parsed.message.kind === 'request') to.layer.receiveRequest(parsed.message, to.hop);
  else to.layer.receiveResponse(parsed.message);
}

export function requestFor(method: string): SipRequest {
  return {
    kind: 'request',
    method,
    uri: 'sip:bob@bob.example',
    headers: new HeaderFields([
      ['Max-Forwards', '70'],
      ['From', '<sip:anna@anna.example>;tag=a'],
      ['To', '<sip:bob@bob.example>'],
      ['Call-ID', 'c1'],
      ['CSeq', `1 ${method}`],
      ['Contact', '<sip:anna@anna.example>'],
    ]),
    body: '',
  };
}

/** A listener that notes statuses, and failures by their name. */
export function notes(): ClientListener & { readonly heard: (number | string)[]; readonly responses: SipResponse[] } {
  const heard: (number | string)[] = [];
  const responses: SipResponse[] = [];
  return {
    heard,
    responses,
    onResponse(response) {
      heard.push(response.status);
      responses.push(response);
    },
    onFailure: (cause) => heard.push(cause),
  };
}
