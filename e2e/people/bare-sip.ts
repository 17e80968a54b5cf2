import { createHash } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import type { Sidetone } from '../world/sidetone.ts';

/** What a bare SIP peer signs in with. */
export interface SipAccount {
  readonly username: string;
  readonly password: string;
}

export interface SipReply {
  readonly status: number;
  readonly text: string;
}

export type Transport = 'udp' | 'tcp' | 'ws' | 'tls';

const replyWithinMs = 5_000;

/** The session description of a desk phone. */
export const phoneOffer = [
  'v=0',
  'o=- 1 1 IN IP4 127.0.0.1',
  's=-',
  'c=IN IP4 127.0.0.1',
  't=0 0',
  'm=audio 45678 RTP/AVP 0 8',
  'a=rtpmap:0 PCMU/8000',
  'a=rtpmap:8 PCMA/8000',
  'a=sendrecv',
  '',
].join('\r\n');

/** Cuts what comes over a stream into messages, each with its body. */
function cutting(): (text: string) => string[] {
  let rest = '';
  return (text) => {
    const messages: string[] = [];
    rest += text;
    for (;;) {
      const head = rest.indexOf('\r\n\r\n');
      const length = head === -1 ? 0 : Number(/^Content-Length: *(\d+)/im.exec(rest.slice(0, head))?.[1] ?? 0);
      if (head === -1 || rest.length < head + 4 + length) return messages;
      messages.push(rest.slice(0, head + 4 + length));
      rest = rest.slice(head + 4 + length);
    }
  };
}

/** A peer that says exactly what it is told, over UDP, TCP or WebSocket; no phone would say most of it. */
export class BareSip {
  readonly transport: Transport;
  readonly #send: (text: string) => void;
  readonly #close: () => void;
  readonly #heard: SipReply[] = [];
  readonly #waiting = new Set<() => void>();
  /** What is done with a request that comes; nothing unless a story says otherwise. */
  onRequest: (text: string) => void = () => {};
  #serial = 0;

  private constructor(transport: Transport, send: (text: string) => void, close: () => void) {
    this.transport = transport;
    this.#send = send;
    this.#close = close;
  }

  /** `authority`: the certificate that a peer over TLS trusts. */
  static async open(sidetone: Sidetone, transport: Transport, authority = ''): Promise<BareSip> {
    const { sip, http, sipTls } = sidetone.ports;
    let peer: BareSip | undefined;
    const hear = (text: string) => peer?.hears(text);
    if (transport === 'udp') {
      const socket = createSocket('udp4');
      socket.on('message', (bytes) => hear(bytes.toString()));
      socket.bind(0, '127.0.0.1');
      await once(socket, 'listening');
      // Closing a UDP socket drops what it was given but has not sent yet, without a word.
      let unsent = 0;
      let isLeaving = false;
      const closeOnceSent = () => isLeaving && unsent === 0 && socket.close();
      peer = new BareSip(
        transport,
        (text) => {
          unsent += 1;
          socket.send(text, sip, '127.0.0.1', () => {
            unsent -= 1;
            closeOnceSent();
          });
        },
        () => {
          isLeaving = true;
          closeOnceSent();
        },
      );
    } else if (transport === 'tls') {
      const socket = connectSecurely({ port: sipTls, host: '127.0.0.1', ca: authority });
      const whole = cutting();
      socket.on('data', (bytes) => whole(bytes.toString('latin1')).forEach(hear));
      await once(socket, 'secureConnect');
      peer = new BareSip(
        transport,
        (text) => socket.write(text),
        () => socket.destroy(),
      );
    } else if (transport === 'tcp') {
      const socket = connect(sip, '127.0.0.1');
      socket.on('data', (bytes) => hear(bytes.toString()));
      // Being cut off is one of the fair answers to rubbish.
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      peer = new BareSip(
        transport,
        (text) => socket.write(text),
        () => socket.destroy(),
      );
    } else {
      const socket = new WebSocket(`ws://127.0.0.1:${http}/sip`, 'sip');
      socket.addEventListener('message', ({ data }) => hear(String(data)));
      await once(socket, 'open');
      peer = new BareSip(
        transport,
        (text) => socket.readyState === WebSocket.OPEN && socket.send(text),
        () => socket.close(),
      );
    }
    return peer;
  }

  /** Sends text as it is. */
  says(text: string): void {
    this.#send(text);
  }

  /** Answers a request that came with 200. */
  takes(request: string): void {
    const lines = request.split('\r\n').filter((line) => /^(?:Via|From|To|Call-ID|CSeq):/i.test(line));
    this.#send(['SIP/2.0 200 OK', ...lines, 'Content-Length: 0', '', ''].join('\r\n'));
  }

  /** A request with everything in it that belongs there; `headers` come on top. */
  request(method: string, to: string, options: { headers?: readonly string[]; body?: string; from?: string } = {}) {
    this.#serial += 1;
    const body = options.body ?? '';
    const from = options.from ?? 'stranger';
    const id = `${this.transport}-${process.pid}-${Math.random().toString(36).slice(2)}`;
    const text = [
      `${method} sip:${to}@127.0.0.1 SIP/2.0`,
      `Via: SIP/2.0/${this.transport.toUpperCase()} bare.invalid;branch=z9hG4bK${id};rport`,
      'Max-Forwards: 70',
      `From: <sip:${from}@127.0.0.1>;tag=${id}`,
      `To: <sip:${to}@127.0.0.1>`,
      `Call-ID: ${id}`,
      `CSeq: ${this.#serial} ${method}`,
      `Contact: <sip:${from}@127.0.0.1:5999;transport=${this.transport}>`,
      ...(options.headers ?? []),
      ...(body === '' ? [] : ['Content-Type: application/sdp']),
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n');
    return { id, text };
  }

  /** Sends a request and gives its final answer. */
  async asks(method: string, to: string, options: Parameters<BareSip['request']>[2] = {}): Promise<SipReply> {
    const { id, text } = this.request(method, to, options);
    this.#send(text);
    return await this.finalReply(id);
  }

  /**
   * Sends a request as someone with an account: once without proof, then with the answer to the challenge. A
   * WebSocket that has registered is not challenged again.
   */
  async asksAs(
    account: SipAccount,
    method: string,
    to: string,
    options: Parameters<BareSip['request']>[2] = {},
  ): Promise<SipReply> {
    const from = account.username;
    const challenged = await this.asks(method, to, { ...options, from });
    const nonce = /nonce="([^"]+)"/.exec(challenged.text)?.[1];
    if (challenged.status !== 401) return challenged;
    if (nonce === undefined) throw new Error(`No challenge: ${challenged.text}`);
    const uri = `sip:${to}@127.0.0.1`;
    const ha1 = md5(`${account.username}:sidetone:${account.password}`);
    const response = md5(`${ha1}:${nonce}:00000001:c:auth:${md5(`${method}:${uri}`)}`);
    const proof =
      `Authorization: Digest username="${account.username}", realm="sidetone", nonce="${nonce}", uri="${uri}", ` +
      `response="${response}", algorithm=MD5, qop=auth, nc=00000001, cnonce="c"`;
    return await this.asks(method, to, { ...options, from, headers: [...(options.headers ?? []), proof] });
  }

  /** Waits for the final answer to the request with this Call-ID. */
  async finalReply(callId: string): Promise<SipReply> {
    const found = () => this.#heard.find(({ status, text }) => status >= 200 && text.includes(`Call-ID: ${callId}`));
    const until = performance.now() + replyWithinMs;
    for (;;) {
      const reply = found();
      if (reply) return reply;
      const left = until - performance.now();
      if (left <= 0) throw new Error(`No final answer over ${this.transport}; heard ${JSON.stringify(this.#heard)}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#waiting.add(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  hears(text: string): void {
    if (!text.startsWith('SIP/2.0 ')) this.onRequest(text);
    for (const part of text.split(/(?=^SIP\/2\.0 )/m)) {
      const status = Number(/^SIP\/2\.0 (\d{3})/.exec(part)?.[1]);
      if (status) this.#heard.push({ status, text: part });
    }
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  leaves(): void {
    this.#close();
  }
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
