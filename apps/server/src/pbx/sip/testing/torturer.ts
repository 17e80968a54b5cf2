import { digestResponse, parseDigestChallenge, serializeDigestCredentials } from '@sidetone/sip/grammar/digest.ts';
import { frameStream } from '@sidetone/sip/messages/stream.ts';
import { pageSdp, requestText, type Setting, sdp } from '@sidetone/sip/testing/torture/written.ts';
import { md5 } from '../admission/authenticate.ts';
import type { Wire } from './real-wires.ts';

/** Who the torturer is to the exchange. */
export interface Account {
  readonly username: string;
  readonly password: string;
}

/** What came of a message: its final answer, the end of the connection, or neither within the time. */
export type Outcome = { readonly status: number; readonly text: string } | 'closed' | 'nothing';

export type Way = Setting['transport'];

/** How long an answer may take on a loaded machine, in ms. */
const patienceMs = 10_000;

/** Says over one wire whatever it is told, and hears what comes back; no phone would say most of it. */
export function openTorturer(wire: Wire, transport: Way, account: Account) {
  const framer = frameStream();
  const heard: string[] = [];
  const waiting = new Set<() => void>();
  let isOpen = true;
  const wake = () => {
    for (const one of [...waiting]) one();
  };
  const listen = async () => {
    for (;;) {
      const chunk = await wire.next();
      if (transport === 'TCP') {
        for (const frame of framer.push(Buffer.from(chunk))) {
          if (frame.kind === 'message') heard.push(Buffer.from(frame.bytes).toString());
        }
      } else heard.push(chunk);
      wake();
    }
  };
  void listen();
  void wire.closed.then(() => {
    isOpen = false;
    wake();
  });

  const finalAnswer = (isOurs: (text: string) => boolean, from: number): Outcome | undefined => {
    for (const text of heard.slice(from)) {
      const status = Number(/^SIP\/2\.0 (\d{3}) /.exec(text)?.[1]);
      if (status >= 200 && isOurs(text)) return { status, text };
    }
    return isOpen ? undefined : 'closed';
  };
  const outcome = async (isOurs: (text: string) => boolean, from: number, ms = patienceMs): Promise<Outcome> => {
    const until = Date.now() + ms;
    for (;;) {
      const found = finalAnswer(isOurs, from);
      if (found) return found;
      const left = until - Date.now();
      if (left <= 0) return 'nothing';
      await new Promise<void>((resolve) => {
        const timer = setTimeout(done, left);
        function done() {
          clearTimeout(timer);
          waiting.delete(done);
          resolve();
        }
        waiting.add(done);
      });
    }
  };

  /** Sends a text and gives what came of it; `key` is what only its answers hold. */
  const send = (
    text: string | Uint8Array,
    key: string | ((answer: string) => boolean),
    ms?: number,
  ): Promise<Outcome> => {
    const from = heard.length;
    wire.send(text);
    return outcome(typeof key === 'string' ? (answer) => answer.includes(key) : key, from, ms);
  };
  /** Whether the exchange still answers over this wire. */
  const isAnswered = async (id: string): Promise<boolean> => {
    const setting = { id, transport, user: account.username, callId: id, fromTag: 'o', toTag: '', cseq: 1 };
    const answer = await send(requestText(setting, 'OPTIONS'), id);
    return typeof answer === 'object' && answer.status === 200;
  };
  return {
    transport,
    account,
    heard,
    get isOpen() {
      return isOpen;
    },
    send,
    isAnswered,
    closed: wire.closed,
    close: () => wire.close(),
    says: (text: string | Uint8Array) => wire.send(text),
    /** Calls a number and acknowledges its answer; gives what every request inside that call holds. */
    async call(number: string, id: string): Promise<Omit<Setting, 'id'>> {
      const outside = { transport, user: account.username, callId: id, fromTag: `f${id}`, toTag: '' };
      const write = (cseq: number) =>
        requestText({ ...outside, id: `${id}c${cseq}`, cseq }, 'INVITE', {
          uri: `sip:${number}@nord.example`,
          body: transport === 'WS' ? pageSdp : sdp,
        });
      let answer = await send(write(1), `${id}c1`);
      if (typeof answer === 'object' && answer.status === 401) {
        answer = await send(proven(write(2), answer.text, account), `${id}c2`);
      }
      if (typeof answer === 'string' || answer.status !== 200) throw new Error(`no call: ${JSON.stringify(answer)}`);
      const toTag = /^To:.*;tag=([^;\r]+)/m.exec(answer.text)?.[1] ?? '';
      const inside = { ...outside, toTag, cseq: Number(/^CSeq: (\d+)/m.exec(answer.text)?.[1]) };
      wire.send(requestText({ ...inside, id: `${id}ack` }, 'ACK'));
      return inside;
    },
  };
}

export type Torturer = ReturnType<typeof openTorturer>;

/** The same text with the answer to a challenge, just behind its start line. */
export function proven(text: string, challenged: string, account: Account): string {
  const challenge = parseDigestChallenge(/^WWW-Authenticate: (.*)\r$/m.exec(challenged)?.[1] ?? '');
  if (!challenge) throw new Error(`no challenge: ${challenged}`);
  const [, method = '', uri = ''] = /^(\S+) (\S+) /.exec(text) ?? [];
  const given = { nonce: challenge.nonce, uri, qop: 'auth', cnonce: 'c', nc: '00000001' };
  const ha1 = md5(`${account.username}:${challenge.realm}:${account.password}`);
  const response = digestResponse(given, method, ha1, md5);
  const proof = serializeDigestCredentials({ ...given, username: account.username, realm: challenge.realm, response });
  return text.replace('\r\n', () => `\r\nAuthorization: ${proof}\r\n`);
}
