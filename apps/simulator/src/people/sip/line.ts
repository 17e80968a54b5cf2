import { createHash, randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { digestResponse, parseDigestChallenge, serializeDigestCredentials } from '@sidetone/sip/grammar/digest.ts';
import type { SipRequest, SipResponse } from '@sidetone/sip/messages/message.ts';
import { parseMessage } from '@sidetone/sip/messages/parse.ts';
import type { Hop } from '@sidetone/sip/transactions/hop.ts';
import type { Timers } from '@sidetone/sip/transactions/timing.ts';
import {
  openTransactionLayer,
  type RequestListener,
  type SentRequest,
  type TransactionLayer,
} from '@sidetone/sip/transactions/transaction-layer.ts';
import { type Account, serverOf } from '../account.ts';
import { PersonError } from '../person-error.ts';

/** Header fields to add to a request when it is made: the credentials, if any. */
export type Extra = readonly (readonly [string, string])[];

export interface AnswerListener {
  /** A response, and the request it answers: after a challenge that is the second one. */
  onResponse(response: SipResponse, request: SipRequest): void;
  onFailure(cause: 'timeout' | 'unreachable'): void;
}

export const systemTimers: Timers = {
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};

/** A fresh word that nobody guesses. */
export const token = (): string => randomBytes(9).toString('base64url');

/** One phone's SIP socket: everything goes to its exchange and nothing is taken from elsewhere. */
export class Line {
  readonly account: Account;
  /** Host of the exchange as it is in URIs. */
  readonly domain: string;
  /** Our own address as the exchange sees it. */
  readonly host: string;
  readonly port: number;
  readonly #socket: Socket;
  readonly #hop: Hop;
  readonly #layer: TransactionLayer;
  #open = true;

  private constructor(account: Account, domain: string, socket: Socket, listener: RequestListener) {
    const { address, port } = socket.address();
    this.account = account;
    this.domain = domain;
    this.host = address;
    this.port = port;
    this.#socket = socket;
    this.#layer = openTransactionLayer({ timers: systemTimers, token, listener });
    this.#hop = {
      reliable: false,
      via: { transport: 'UDP', host: this.uriHost, port },
      send: (text) => {
        if (this.#open) socket.send(text, (error) => error && this.#layer.hopLost(this.#hop));
        return this.#open;
      },
    };
    socket.on('message', (bytes) => this.#receive(bytes.toString('utf8')));
    // A connected socket hears when nothing listens at the other end, so nobody waits 32 s for it.
    socket.on('error', () => this.#layer.hopLost(this.#hop));
  }

  /** Opens the socket. Throws `BAD_ACCOUNT` or `UNREACHABLE`; whether the exchange is there shows with a request. */
  static async open(account: Account, listener: RequestListener): Promise<Line> {
    const { host, port } = serverOf(account);
    try {
      const { address, family } = await lookup(host);
      const socket = createSocket(family === 6 ? 'udp6' : 'udp4');
      await new Promise<void>((resolve, reject) => {
        socket.once('error', reject);
        socket.connect(port, address, resolve);
      });
      socket.removeAllListeners('error');
      return new Line(account, host.includes(':') ? `[${host}]` : host, socket, listener);
    } catch (cause) {
      throw new PersonError('UNREACHABLE', account.server, { cause });
    }
  }

  /** Our own host as it is in URIs. */
  get uriHost(): string {
    return this.host.includes(':') ? `[${this.host}]` : this.host;
  }

  /** Address of this phone at the exchange. */
  get identity(): string {
    return `sip:${this.account.username}@${this.domain}`;
  }

  /** Where others reach this phone itself. */
  get contact(): string {
    return `<sip:${this.account.username}@${this.uriHost}:${this.port}>`;
  }

  /**
   * Sends a request; when the exchange asks who we are, makes it again with credentials. `make` has to count CSeq on.
   */
  send(make: (extra: Extra) => SipRequest, listener: AnswerListener): Pick<SentRequest, 'cancel'> {
    let cancelled = false;
    let current: SentRequest;
    const attempt = (extra: Extra, left: number) => {
      current = this.#layer.request(make(extra), this.#hop, {
        onResponse: (response) => {
          const credentials = left > 0 && !cancelled ? this.#credentialsFor(response, current.request) : undefined;
          if (credentials) attempt([credentials], left - 1);
          else listener.onResponse(response, current.request);
        },
        onFailure: (cause) => listener.onFailure(cause),
      });
    };
    // Two: the nonce of the first answer may have become stale in the meantime.
    attempt([], 2);
    return {
      cancel: (headers) => {
        cancelled = true;
        current.cancel(headers);
      },
    };
  }

  /** Sends a request and waits for its final response. Throws `UNREACHABLE`. */
  ask(make: (extra: Extra) => SipRequest): Promise<SipResponse> {
    return new Promise((resolve, reject) => {
      this.send(make, {
        onResponse: (response) => {
          if (response.status >= 200) resolve(response);
        },
        onFailure: (cause) => reject(new PersonError('UNREACHABLE', cause)),
      });
    });
  }

  /** Sends an ACK of a 2xx and gives the way to send it again. */
  sendAck(ack: SipRequest): () => void {
    const text = this.#layer.sendAck(ack, this.#hop);
    return () => this.#hop.send(text);
  }

  close(): void {
    this.#open = false;
    this.#layer.stop();
    this.#socket.close();
  }

  #receive(text: string): void {
    const parsed = parseMessage(text);
    // What cannot be read has no answer from us: the exchange will repeat it, and its log will tell.
    if (parsed.kind !== 'message') return;
    if (parsed.message.kind === 'request') this.#layer.receiveRequest(parsed.message, this.#hop);
    else this.#layer.receiveResponse(parsed.message);
  }

  /** The header field that answers a challenge; undefined when there is none or our password was refused. */
  #credentialsFor(response: SipResponse, request: SipRequest): readonly [string, string] | undefined {
    if (response.status !== 401 && response.status !== 407) return undefined;
    const [asks, answers] =
      response.status === 401 ? ['WWW-Authenticate', 'Authorization'] : ['Proxy-Authenticate', 'Proxy-Authorization'];
    const challenge = response.headers
      .lines(asks)
      .map((value) => parseDigestChallenge(value))
      .find((one) => one !== undefined);
    if (!challenge || (request.headers.has(answers) && !challenge.stale)) return undefined;
    const { username, password } = this.account;
    const counted = challenge.qop ? { qop: 'auth', cnonce: token(), nc: '00000001' } : {};
    const given = { username, realm: challenge.realm, nonce: challenge.nonce, uri: request.uri, ...counted };
    const secret = md5(`${username}:${challenge.realm}:${password}`);
    const proof = digestResponse(given, request.method, secret, md5);
    return [answers, serializeDigestCredentials({ ...given, response: proof })];
  }
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
