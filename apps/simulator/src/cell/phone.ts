import { ackInside, dialogOfCallee, dialogOfCaller, requestInside } from '@sidetone/sip/dialogs/dialog.ts';
import { digestResponse, parseDigestChallenge, serializeDigestCredentials } from '@sidetone/sip/grammar/digest.ts';
import { parseUri } from '@sidetone/sip/grammar/uri.ts';
import { HeaderFields } from '@sidetone/sip/messages/headers.ts';
import { callIdOf, cseqOf, fromOf, type SipRequest, type SipResponse } from '@sidetone/sip/messages/message.ts';
import { parseMessage } from '@sidetone/sip/messages/parse.ts';
import type { Hop } from '@sidetone/sip/transactions/hop.ts';
import type { ServerTransaction } from '@sidetone/sip/transactions/server-transaction.ts';
import { retransmit, t1, t2, transactionTimeout } from '@sidetone/sip/transactions/timing.ts';
import {
  openTransactionLayer,
  type SentRequest,
  type TransactionLayer,
} from '@sidetone/sip/transactions/transaction-layer.ts';
import { md5 } from '../../../server/src/pbx/sip/admission/authenticate.ts';
import type { Attempt, Side } from './attempt.ts';
import type { Person } from './people.ts';
import type { Scheduler } from './scheduler.ts';

/** What phones tell those who watch. */
export interface PhoneWatch {
  /** The attempt that this INVITE belongs to. */
  attemptFrom(extension: string, to: Phone): Attempt | undefined;
  registered(phone: Phone): void;
  rang(attempt: Attempt): void;
  answered(attempt: Attempt): void;
  confirmed(attempt: Attempt): void;
  /** Somebody else than the two ended this side; `how` in words. */
  ended(attempt: Attempt, side: Side, how: string): void;
  over(attempt: Attempt, how: string): void;
}

const registerEveryMs = 30_000;
const registerAgainMs = 3_000;
const expiresSeconds = 90;
/** A phone answers a challenge so often. */
const mostChallenges = 3;

/** Nobody listens to ringing for longer. */
const patienceMs = 45_000;

const sdpWith = (port: number): string =>
  ['v=0', `o=- ${port} 1 IN IP4 10.0.0.1`, 's=-', 'c=IN IP4 10.0.0.1', 't=0 0', `m=audio ${port} RTP/AVP 8 101`]
    .concat('a=rtpmap:101 telephone-event/8000', '')
    .join('\r\n');

/** A desk phone over UDP: what it says and hears is SIP of the library. */
export class Phone {
  readonly person: Person;
  readonly address: string;
  readonly #time: Scheduler;
  readonly #watch: PhoneWatch;
  readonly #layer: TransactionLayer;
  readonly #hop: Hop;
  readonly #sides = new Set<Side>();
  readonly #tokens: () => string;
  #registerCSeq = 1;
  /** Of its next audio: by its port a leg is found at the media host. */
  #port: number;

  constructor(given: {
    readonly person: Person;
    readonly time: Scheduler;
    readonly watch: PhoneWatch;
    send(text: string): void;
  }) {
    const { person, time, watch, send } = given;
    this.person = person;
    this.address = person.address;
    this.#port = Number(person.address.split('.').at(-1)) * 1_000;
    this.#time = time;
    this.#watch = watch;
    let serial = 0;
    this.#tokens = () => {
      serial += 1;
      return `${person.name}${serial}`;
    };
    this.#hop = {
      reliable: false,
      via: { transport: 'UDP', host: this.address, port: 5060 },
      send(text) {
        send(text);
        return true;
      },
    };
    this.#layer = openTransactionLayer({
      timers: time,
      token: this.#tokens,
      listener: {
        onRequest: (transaction) => this.#request(transaction),
        onAck: (ack) => this.#acknowledged(ack),
        onCancel: (transaction) => this.#cancelled(transaction),
      },
    });
  }

  /** Sides that the phone has open. */
  get sides(): readonly Side[] {
    return [...this.#sides];
  }

  hear(text: string): void {
    const parsed = parseMessage(text);
    if (parsed.kind !== 'message') throw new Error(`the exchange sent ${parsed.kind}: ${text}`);
    if (parsed.message.kind === 'request') this.#layer.receiveRequest(parsed.message, this.#hop);
    else this.#layer.receiveResponse(parsed.message);
  }

  register(): void {
    const { username } = this.person;
    const contact = `<sip:${username}@${this.address}:5060>;+sip.instance="<urn:uuid:${username}>";reg-id=1`;
    const headers = this.#headers('REGISTER', username, `register-${username}`, this.#registerCSeq);
    headers.set('Contact', contact);
    headers.set('Expires', String(expiresSeconds));
    this.#registerCSeq += 10;
    const request: SipRequest = { kind: 'request', method: 'REGISTER', uri: 'sip:cell', headers, body: '' };
    const again = (ms: number) => this.#time.after(ms, () => this.register());
    this.#ask(request, {
      onFinal: ({ status }) => {
        if (status === 200) this.#watch.registered(this);
        again(status === 200 ? registerEveryMs : registerAgainMs);
      },
      onFailure: () => again(registerAgainMs),
    });
  }

  call(attempt: Attempt): void {
    const side: Side = this.#open(attempt, 'caller');
    const { callId } = attempt;
    const to = attempt.to.extension;
    const headers = this.#headers('INVITE', to, callId, 1);
    headers.set('Content-Type', 'application/sdp');
    const uri = `sip:${to}@cell`;
    const request: SipRequest = { kind: 'request', method: 'INVITE', uri, headers, body: sdpWith(side.port) };
    const sent = this.#ask(request, {
      onProvisional: ({ status }) => {
        if (status === 180 && attempt.rangAt === undefined) this.#watch.rang(attempt);
      },
      onFinal: (response, asked) => this.#callerAnswered(side, asked, response),
      onFailure: () => this.#close(side, 'nobody answers the caller'),
    });
    this.#time.after(attempt.wish.givesUpMs ?? patienceMs, () => {
      if (side.isUp || !this.#sides.has(side)) return;
      attempt.endedBy ??= 'caller';
      sent.cancel();
      // RFC 3261 §9.1: who has had no answer by then counts it as cancelled.
      this.#time.after(transactionTimeout, () => side.isUp || this.#close(side, 'nobody answers the caller'));
    });
  }

  hangUp(side: Side): void {
    if (!side.isUp || !side.dialog || !this.#sides.has(side)) return;
    side.attempt.endedBy ??= side.role;
    this.#sides.delete(side);
    this.#ask(requestInside(side.dialog, 'BYE'), {
      onFinal: ({ status }) => {
        if (status === 481) this.#watch.ended(side.attempt, side, 'nobody knows the call');
        this.#watch.over(side.attempt, 'hung up');
      },
      onFailure: () => this.#watch.over(side.attempt, 'hung up, and nobody heard it'),
    });
  }

  #callerAnswered(side: Side, asked: SipRequest, response: SipResponse): void {
    const { attempt } = side;
    if (response.status >= 300) {
      this.#close(side, `refused with ${response.status}`);
      return;
    }
    side.dialog ??= dialogOfCaller(asked, response);
    this.#layer.sendAck(ackInside(side.dialog, cseqOf(asked).number), this.#hop);
    if (side.isUp) return;
    side.isUp = true;
    this.#watch.answered(attempt);
    if (attempt.wish.by === 'caller') this.#time.after(attempt.wish.talkMs, () => this.hangUp(side));
    // A CANCEL that came too late.
    if (attempt.endedBy === 'caller') this.hangUp(side);
  }

  #request(transaction: ServerTransaction): void {
    const { request } = transaction;
    const side = this.#sideOf(request);
    const isFirst = request.method === 'INVITE' && !request.headers.get('To')?.includes(';tag=');
    if (side) this.#inside(side, transaction);
    else if (isFirst) this.#ring(transaction);
    else transaction.reply(request.method === 'OPTIONS' ? 200 : 481);
  }

  #inside(side: Side, transaction: ServerTransaction): void {
    const { method } = transaction.request;
    const body = method === 'INVITE' ? { body: { type: 'application/sdp', text: sdpWith(side.port) } } : {};
    transaction.reply(200, { headers: [['Contact', `<sip:${this.address}:5060>`]], ...body });
    if (method !== 'BYE') return;
    this.#sides.delete(side);
    side.stop();
    if (side.attempt.endedBy === undefined) {
      this.#watch.ended(side.attempt, side, 'the exchange hangs up');
      side.attempt.endedBy = 'exchange';
    }
    this.#watch.over(side.attempt, 'ended by BYE');
  }

  #ring(transaction: ServerTransaction): void {
    const { request } = transaction;
    const extension = parseUri(fromOf(request).uri)?.user ?? '';
    const attempt = this.#watch.attemptFrom(extension, this);
    if (!attempt || this.#sides.size > 0) {
      transaction.reply(486);
      return;
    }
    const side = this.#open(attempt, 'callee');
    side.invite = transaction;
    this.#time.after(20, () => {
      if (!transaction.answered) transaction.reply(180, { headers: [['Contact', `<sip:${this.address}:5060>`]] });
    });
    this.#time.after(attempt.wish.ringMs, () => {
      if (!transaction.answered && this.#sides.has(side)) this.#answer(side, transaction);
    });
  }

  #answer(side: Side, transaction: ServerTransaction): void {
    const say = (): void =>
      transaction.reply(200, {
        headers: [['Contact', `<sip:${this.address}:5060>`]],
        body: { type: 'application/sdp', text: sdpWith(side.port) },
      });
    say();
    side.dialog = dialogOfCallee(transaction.request, transaction.localTag);
    side.isUp = true;
    const stopSaying = retransmit(this.#time, t1, t2, say);
    const giveUp = this.#time.after(transactionTimeout, () => {
      stopSaying();
      this.hangUp(side);
    });
    side.stop = () => {
      stopSaying();
      giveUp();
    };
  }

  #acknowledged(ack: SipRequest): void {
    const side = this.#sideOf(ack);
    if (!side || side.isConfirmed || side.role !== 'callee') return;
    side.isConfirmed = true;
    side.stop();
    this.#watch.confirmed(side.attempt);
    const { by, talkMs } = side.attempt.wish;
    if (by === 'callee') this.#time.after(talkMs, () => this.hangUp(side));
  }

  #cancelled(transaction: ServerTransaction): void {
    transaction.reply(487);
    const side = [...this.#sides].find(({ invite }) => invite === transaction);
    if (side) this.#close(side, 'no longer wanted');
  }

  #open(attempt: Attempt, role: Side['role']): Side {
    this.#port += 2;
    const side: Side = { attempt, role, port: this.#port, isUp: false, isConfirmed: false, stop() {} };
    attempt.sides.push(side);
    this.#sides.add(side);
    return side;
  }

  #close(side: Side, how: string): void {
    if (!this.#sides.delete(side)) return;
    side.stop();
    if (side.role === 'caller') this.#watch.over(side.attempt, how);
  }

  #sideOf(request: SipRequest): Side | undefined {
    const callId = callIdOf(request);
    return [...this.#sides].find(({ dialog }) => dialog?.callId === callId);
  }

  #ask(
    request: SipRequest,
    hears: {
      onProvisional?: (response: SipResponse) => void;
      onFinal(response: SipResponse, asked: SipRequest): void;
      onFailure(): void;
    },
    challenges = 0,
  ): Pick<SentRequest, 'cancel'> {
    let later: Pick<SentRequest, 'cancel'> | undefined;
    const sent = this.#layer.request(request, this.#hop, {
      onResponse: (response) => {
        if (response.status < 200) return hears.onProvisional?.(response);
        if (response.status !== 401 || challenges >= mostChallenges) return hears.onFinal(response, sent.request);
        later = this.#ask(this.#proved(request, response), hears, challenges + 1);
      },
      onFailure: () => hears.onFailure(),
    });
    return { cancel: () => (later ?? sent).cancel() };
  }

  #proved(request: SipRequest, challenged: SipResponse): SipRequest {
    const { username, ha1 } = this.person;
    const [challenge] = challenged.headers
      .lines('WWW-Authenticate')
      .flatMap((line) => parseDigestChallenge(line, ['MD5']) ?? []);
    if (!challenge) throw new Error('no challenge');
    const given = { nonce: challenge.nonce, uri: request.uri, qop: 'auth', cnonce: 'c', nc: '00000001' };
    const response = digestResponse(given, request.method, ha1, md5);
    const headers = new HeaderFields(request.headers);
    headers.set('CSeq', `${cseqOf(request).number + 1} ${request.method}`);
    headers.set(
      'Authorization',
      serializeDigestCredentials({ ...given, username, realm: challenge.realm, response, algorithm: 'MD5' }),
    );
    return { ...request, headers };
  }

  #headers(method: string, to: string, callId: string, cseq: number): HeaderFields {
    return new HeaderFields([
      ['Max-Forwards', '70'],
      ['From', `<sip:${this.person.username}@cell>;tag=${this.#tokens()}`],
      ['To', `<sip:${to}@cell>`],
      ['Call-ID', callId],
      ['CSeq', `${cseq} ${method}`],
      ['Contact', `<sip:${this.person.username}@${this.address}:5060>`],
    ]);
  }
}
