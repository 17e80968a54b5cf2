import { createHash, randomUUID } from 'node:crypto';
import { HeaderFields } from '@sidetone/sip/messages/headers.ts';
import type { SipMessage, SipRequest, SipResponse } from '@sidetone/sip/messages/message.ts';
import { parseMessage } from '@sidetone/sip/messages/parse.ts';
import { serializeMessage } from '@sidetone/sip/messages/serialize.ts';
import type { Wire } from './phone-wires.ts';

export interface PhoneAccount {
  readonly username: string;
  readonly password: string;
}

/** A phone's signalling, as plain as it can be and with nothing of the server's transactions and dialogs in it. */
export class SipPhone {
  /** Calls that came, in order. */
  readonly incoming: IncomingCall[] = [];
  readonly calls = new Map<string, PhoneCall>();
  #wire: Wire;
  readonly #instance: string | undefined;
  readonly #account: PhoneAccount;
  readonly #replies = new Map<string, (response: SipResponse) => void>();
  readonly #waiting: ((call: IncomingCall) => void)[] = [];
  #cseq = 0;
  /** What to do with a new call; rings unless a test says otherwise. */
  onCall: (call: IncomingCall) => void = (call) => call.ring();

  /** `instance`: what the device is known by again after its connection was lost (RFC 5626 §4.1). */
  static async register(wire: Wire, account: PhoneAccount, instance?: string): Promise<SipPhone> {
    const phone = new SipPhone(wire, account, instance);
    await phone.#register();
    return phone;
  }

  constructor(wire: Wire, account: PhoneAccount, instance?: string) {
    this.#wire = wire;
    this.#account = account;
    this.#instance = instance;
    wire.onMessage((text) => this.#receive(text));
  }

  /** Goes on over another connection, with all its calls; `silently` without a REGISTER. */
  async reconnect(wire: Wire, silently = false): Promise<void> {
    this.#wire = wire;
    wire.onMessage((text) => this.#receive(text));
    if (!silently) await this.#register();
  }

  async #register(): Promise<void> {
    const to = `<sip:${this.#account.username}@127.0.0.1>`;
    const ids = { callId: randomUUID(), from: `${to};tag=${tag()}`, to };
    const request = this.build('REGISTER', 'sip:127.0.0.1', ids);
    request.headers.add('Expires', '300');
    const response = await this.ask(request);
    if (response.status !== 200) throw new Error(`REGISTER: ${response.status} ${response.phrase}`);
  }

  /** Starts a call; the offer is SDP, or nothing for a delayed offer. */
  dial(called: string, offer?: string, headers: readonly (readonly [string, string])[] = []): PhoneCall {
    const uri = `sip:${called.replaceAll('#', '%23')}@127.0.0.1`;
    const ids = {
      callId: randomUUID(),
      from: `<sip:${this.#account.username}@127.0.0.1>;tag=${tag()}`,
      to: `<${uri}>`,
    };
    const call = new PhoneCall(this, ids, uri);
    this.calls.set(ids.callId, call);
    const invite = this.build('INVITE', uri, ids, offer);
    for (const [name, value] of headers) invite.headers.add(name, value);
    call.invite(invite);
    return call;
  }

  /** The next call that comes, or the first one nobody has asked for yet. */
  async called(): Promise<IncomingCall> {
    const there = this.incoming.shift();
    return there ?? (await new Promise((resolve) => this.#waiting.push(resolve)));
  }

  close(): void {
    this.#wire.close();
  }

  build(method: string, uri: string, ids: Ids, body = ''): SipRequest {
    const { transport, self } = this.#wire;
    this.#cseq += 1;
    const headers = new HeaderFields([
      ['Via', `SIP/2.0/${transport} ${self};rport;branch=z9hG4bK${randomUUID()}`],
      ['Max-Forwards', '70'],
      ['From', ids.from],
      ['To', ids.to],
      ['Call-ID', ids.callId],
      ['CSeq', `${this.#cseq} ${method}`],
      [
        'Contact',
        `<sip:${this.#account.username}@${self};transport=${transport.toLowerCase()}>${this.#instanceField()}`,
      ],
    ]);
    if (body !== '') headers.add('Content-Type', 'application/sdp');
    return { kind: 'request', method, uri, headers, body };
  }

  #instanceField(): string {
    return this.#instance === undefined ? '' : `;+sip.instance="<urn:uuid:${this.#instance}>";reg-id=1`;
  }

  send(message: SipMessage): void {
    this.#wire.send(serializeMessage(message));
  }

  /** Sends a request, with credentials when asked for them, and gives its final response. */
  ask(request: SipRequest, onProvisional: (response: SipResponse) => void = () => undefined): Promise<SipResponse> {
    return new Promise((resolve) => {
      this.#replies.set(keyOf(request), (response) => {
        if (response.status < 200) return onProvisional(response);
        this.#replies.delete(keyOf(request));
        if (response.status >= 300 && request.method === 'INVITE') this.ack(request, response);
        if (response.status !== 401) return resolve(response);
        const again = this.#withCredentials(request, response);
        this.calls.get(idsOf(request).callId)?.sentAgain(again);
        resolve(this.ask(again, onProvisional));
      });
      this.send(request);
    });
  }

  /** RFC 3261 §17.1.1.3: to a refusal in the transaction of the INVITE. */
  ack(invite: SipRequest, response: SipResponse): void {
    const number = /^\d+/.exec(invite.headers.get('CSeq') ?? '')?.[0];
    const headers = new HeaderFields([
      ['Via', invite.headers.get('Via') ?? ''],
      ['From', invite.headers.get('From') ?? ''],
      ['To', response.headers.get('To') ?? ''],
      ['Call-ID', invite.headers.get('Call-ID') ?? ''],
      ['CSeq', `${number} ACK`],
    ]);
    this.send({ kind: 'request', method: 'ACK', uri: invite.uri, headers, body: '' });
  }

  #withCredentials(request: SipRequest, response: SipResponse): SipRequest {
    const challenge = response.headers.get('WWW-Authenticate') ?? '';
    const value = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(challenge)?.[1] ?? '';
    const [realm, nonce] = [value('realm'), value('nonce')];
    const { username, password } = this.#account;
    const digest = ['00000001', 'phone', 'auth'].join(':');
    const answer = md5(
      `${md5(`${username}:${realm}:${password}`)}:${nonce}:${digest}:${md5(`${request.method}:${request.uri}`)}`,
    );
    const { headers } = request;
    const again = this.build(request.method, request.uri, idsOf(request), request.body);
    for (const name of ['Expires', 'Event', 'X-Client-Correlation-Id', 'Replaces']) {
      const kept = headers.get(name);
      if (kept !== undefined) again.headers.add(name, kept);
    }
    again.headers.add(
      'Authorization',
      `Digest username="${username}", realm="${realm}", nonce="${nonce}", uri="${request.uri}", algorithm=MD5, qop=auth, nc=00000001, cnonce="phone", response="${answer}"`,
    );
    return again;
  }

  #receive(text: string): void {
    const parsed = parseMessage(text);
    if (parsed.kind !== 'message') return;
    const { message } = parsed;
    if (message.kind === 'response') {
      this.#replies.get(keyOf(message))?.(message);
      return;
    }
    const call = this.calls.get(message.headers.get('Call-ID') ?? '');
    if (call) call.receive(message);
    else if (message.method === 'INVITE') this.#ringFor(message);
  }

  #ringFor(invite: SipRequest): void {
    const call = new IncomingCall(this, invite);
    this.calls.set(invite.headers.get('Call-ID') ?? '', call);
    const waiting = this.#waiting.shift();
    if (waiting) waiting(call);
    else this.incoming.push(call);
    this.onCall(call);
  }
}

export interface Ids {
  readonly callId: string;
  readonly from: string;
  readonly to: string;
}

/** One call of a phone, once as placed, once as taken. */
export class PhoneCall {
  readonly phone: SipPhone;
  ids: Ids;
  target: string;
  /** Provisional statuses as they came. */
  readonly heard: number[] = [];
  /** The final response to our INVITE. */
  readonly answered = Promise.withResolvers<SipResponse>();
  /** The request that ended the call from the other side: BYE or CANCEL. */
  readonly ended = Promise.withResolvers<SipRequest>();
  readonly ringing = Promise.withResolvers<void>();
  /** The ACK of the last answer of ours. */
  readonly acknowledged = Promise.withResolvers<void>();
  /** Requests that came inside the call, in order. */
  readonly requests: SipRequest[] = [];
  /** What each NOTIFY said, and the state of its subscription. */
  readonly notified: string[] = [];
  #invite: SipRequest | undefined;

  constructor(phone: SipPhone, ids: Ids, target: string) {
    this.phone = phone;
    this.ids = ids;
    this.target = target;
  }

  invite(invite: SipRequest): void {
    this.#invite = invite;
    const onProvisional = (response: SipResponse) => {
      this.heard.push(response.status);
      if (response.status === 180) this.ringing.resolve();
    };
    void this.phone.ask(invite, onProvisional).then((response) => this.#settle(response));
  }

  /** The INVITE went out once more, with credentials. */
  sentAgain(request: SipRequest): void {
    if (request.method === 'INVITE') this.#invite = request;
  }

  #settle(response: SipResponse): void {
    if (response.status < 300) {
      this.ids = { ...this.ids, to: response.headers.get('To') ?? '' };
      this.target = /<([^>]+)>/.exec(response.headers.get('Contact') ?? '')?.[1] ?? this.target;
      const number = /^\d+/.exec(response.headers.get('CSeq') ?? '')?.[0];
      const ack = this.phone.build('ACK', this.target, this.ids, this.ackBody);
      this.phone.send({ ...ack, headers: withHeader(ack.headers, 'CSeq', `${number} ACK`) });
    }
    this.answered.resolve(response);
  }

  /** SDP for the ACK, when the INVITE had none. */
  ackBody = '';

  /** A request inside the dialog. */
  ask(
    method: string,
    body = '',
    type?: string,
    more: readonly (readonly [string, string])[] = [],
  ): Promise<SipResponse> {
    const request = this.phone.build(method, this.target, this.ids, body);
    const headers = type === undefined ? request.headers : withHeader(request.headers, 'Content-Type', type);
    for (const [name, value] of more) headers.add(name, value);
    return this.phone.ask({ ...request, headers });
  }

  /** A new offer inside the call. */
  async reinvite(offer: string): Promise<SipResponse> {
    const response = await this.ask('INVITE', offer);
    if (response.status < 300) this.#settle(response);
    return response;
  }

  /** Gives up before the answer (RFC 3261 §9.1). */
  cancel(): void {
    const invite = this.#invite;
    if (!invite) return;
    const number = /^\d+/.exec(invite.headers.get('CSeq') ?? '')?.[0];
    const headers = withHeader(invite.headers, 'CSeq', `${number} CANCEL`);
    this.phone.send({ kind: 'request', method: 'CANCEL', uri: invite.uri, headers, body: '' });
  }

  /** Asks to be connected with a number (RFC 3515), or with the other side of another call (RFC 5589 §7). */
  refer(number: string, other?: PhoneCall): Promise<SipResponse> {
    const header = other === undefined ? '' : `?Replaces=${encodeURIComponent(other.replaces())}`;
    return this.ask('REFER', '', undefined, [['Refer-To', `<sip:${number}@127.0.0.1${header}>`]]);
  }

  /** How somebody else's INVITE names this call (RFC 3891), as the server sees it. */
  replaces(): string {
    const tagOf = (address: string) => /;tag=([^;>\s]+)/.exec(address)?.[1] ?? '';
    return `${this.ids.callId};to-tag=${tagOf(this.ids.to)};from-tag=${tagOf(this.ids.from)}`;
  }

  hangUp(): Promise<SipResponse> {
    return this.ask('BYE');
  }

  receive(request: SipRequest): void {
    if (request.method === 'ACK') {
      this.acknowledged.resolve();
      return;
    }
    this.requests.push(request);
    if (request.method === 'NOTIFY') {
      this.notified.push(`${request.body.trim()} | ${request.headers.get('Subscription-State')}`);
    }
    this.reply(request, 200);
    if (request.method === 'BYE') this.ended.resolve(request);
  }

  #ownContact(): readonly [string, string] {
    return ['Contact', this.phone.build('INVITE', this.target, this.ids).headers.get('Contact') ?? ''];
  }

  reply(request: SipRequest, status: number, body = '', more: readonly (readonly [string, string])[] = []): void {
    const to = request.headers.get('To') ?? '';
    const headers = new HeaderFields([
      ...request.headers.lines('Via').map((via) => ['Via', via] as const),
      ['From', request.headers.get('From') ?? ''],
      ['To', to.includes(';tag=') || status === 100 ? to : `${to};tag=${ownTag}`],
      ['Call-ID', request.headers.get('Call-ID') ?? ''],
      ['CSeq', request.headers.get('CSeq') ?? ''],
      ...(more.some(([name]) => name === 'Contact') ? [] : [this.#ownContact()]),
      ...more,
    ]);
    if (body !== '') headers.add('Content-Type', 'application/sdp');
    this.phone.send({ kind: 'response', status, phrase: 'As told', headers, body });
  }
}

export class IncomingCall extends PhoneCall {
  readonly received: SipRequest;

  constructor(phone: SipPhone, invite: SipRequest) {
    const ids = idsOf(invite);
    const contact = /<([^>]+)>/.exec(invite.headers.get('Contact') ?? '')?.[1] ?? invite.uri;
    super(phone, { callId: ids.callId, from: `${ids.to};tag=${ownTag}`, to: ids.from }, contact);
    this.received = invite;
  }

  header(name: string): string | undefined {
    return this.received.headers.get(name);
  }

  ring(): void {
    this.reply(this.received, 180);
  }

  accept(sdp: string): void {
    this.reply(this.received, 200, sdp);
  }

  /** Names others who are to be called instead (RFC 3261 §21.3.3). */
  forwardTo(...contacts: readonly string[]): void {
    this.reply(
      this.received,
      302,
      '',
      contacts.map((contact) => ['Contact', contact] as const),
    );
  }

  refuse(status: number, reason?: string): void {
    this.reply(this.received, status, '', reason === undefined ? [] : [['Reason', reason]]);
  }

  override receive(request: SipRequest): void {
    // A repeated INVITE was answered already, or will be.
    if (request.method === 'INVITE' && branchOf(request) === branchOf(this.received)) return;
    super.receive(request);
    if (request.method !== 'CANCEL') return;
    this.refuse(487);
    this.ended.resolve(request);
  }
}

const ownTag = randomUUID().slice(0, 8);
const tag = () => randomUUID().slice(0, 8);
const md5 = (text: string) => createHash('md5').update(text).digest('hex');
/** Names a transaction: a CANCEL has the branch of its INVITE. */
const keyOf = (message: SipMessage): string =>
  `${branchOf(message)} ${/\w+$/.exec(message.headers.get('CSeq') ?? '')?.[0]}`;
const branchOf = (message: SipMessage): string => /branch=([^;,\s]+)/.exec(message.headers.get('Via') ?? '')?.[1] ?? '';
const idsOf = ({ headers }: SipMessage): Ids => ({
  callId: headers.get('Call-ID') ?? '',
  from: headers.get('From') ?? '',
  to: headers.get('To') ?? '',
});

function withHeader(headers: HeaderFields, name: string, value: string): HeaderFields {
  const changed = new HeaderFields();
  for (const each of ['Via', 'Max-Forwards', 'From', 'To', 'Call-ID', 'CSeq', 'Contact', 'Content-Type']) {
    const kept = each === name ? value : headers.get(each);
    if (kept !== undefined) changed.add(each, kept);
  }
  return changed;
}
