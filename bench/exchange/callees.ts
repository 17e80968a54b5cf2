import { setTimeout as pause } from 'node:timers/promises';
import { authorizationOf } from '../digest.ts';
import { fieldOf, linesOf, messageOf, type SipText, sdp } from './sip-text.ts';
import { openWire, type Wire } from './wire.ts';

export interface Account {
  readonly username: string;
  readonly password: string;
}

/** How long a phone rings before the first of them answers. */
const ringsMs = 200;

/**
 * Phones that register with a server, each from a socket of its own, ring, and take calls: the first of them answers, the
 * others are cancelled. `hearsAt` gives the UDP port at which each call is heard; without it nobody listens. Gives the way to end
 * them, after which they are registered no longer.
 */
export async function openCallees(
  server: number,
  accounts: readonly Account[],
  hearsAt: () => number = () => 40_000,
): Promise<() => Promise<void>> {
  const phones: { readonly wire: Wire; readonly account: Account }[] = [];
  for (const [at, account] of accounts.entries()) {
    const wire = await openWire(server);
    phones.push({ wire, account });
    answer(wire, account.username, at === 0 ? hearsAt : null);
    await register(wire, account, 600);
  }
  return async () => {
    for (const { wire, account } of phones) {
      await register(wire, account, 0);
      wire.close();
    }
  };
}

async function register(wire: Wire, { username, password }: Account, seconds: number): Promise<void> {
  const uri = `sip:127.0.0.1:${wire.server}`;
  const callId = `register-${username}-${process.pid}-${Date.now()}-${seconds}`;
  const ask = (cseq: number, more: readonly string[]) =>
    new Promise<SipText>((resolve, reject) => {
      const text = messageOf([
        `REGISTER ${uri} SIP/2.0`,
        `Via: SIP/2.0/UDP ${wire.own};branch=z9hG4bK${callId}-${cseq};rport`,
        'Max-Forwards: 70',
        `From: <sip:${username}@127.0.0.1>;tag=${callId}`,
        `To: <sip:${username}@127.0.0.1>`,
        `Call-ID: ${callId}`,
        `CSeq: ${cseq} REGISTER`,
        `Contact: <sip:${username}@${wire.own}>`,
        `Expires: ${seconds}`,
        ...more,
      ]);
      wire.hear((heard) => {
        if (heard.callId === callId && heard.cseq === cseq) resolve(heard);
      });
      wire.send(text);
      void pause(5000).then(() => reject(new Error(`${username} could not register`)));
    });
  const { text: challenge } = await ask(1, []);
  const reply = await ask(2, [authorizationOf({ username, password, method: 'REGISTER', uri, challenge })]);
  if (reply.status !== 200) throw new Error(`REGISTER: ${reply.status}`);
}

/** Rings for every INVITE, and says the final response again when a request is repeated. */
function answer(wire: Wire, username: string, hearsAt: (() => number) | null): void {
  const [, port = ''] = wire.own.split(':');
  const tagOf = (callId: string) => `c${callId.slice(-12).replaceAll(/\W/g, '')}${port}`;
  const reply = (to: SipText, status: string, body = '') => {
    const [toLine = ''] = linesOf(to, ['To']);
    const isTagged = /;tag=/.test(toLine);
    return messageOf(
      [
        `SIP/2.0 ${status}`,
        ...linesOf(to, ['Via', 'Record-Route', 'From']),
        isTagged ? toLine : `${toLine};tag=${tagOf(to.callId)}`,
        ...linesOf(to, ['Call-ID', 'CSeq']),
        `Contact: <sip:${username}@${wire.own}>`,
      ],
      body,
    );
  };
  /** INVITEs that ring, by their Call-ID. */
  const ringing = new Map<string, { readonly invite: SipText; said: string }>();
  wire.hear((heard) => {
    const { method, callId } = heard;
    if (method === 'INVITE') {
      const known = ringing.get(callId);
      if (known) return wire.send(known.said);
      const one = { invite: heard, said: reply(heard, '180 Ringing') };
      ringing.set(callId, one);
      wire.send(one.said);
      if (!hearsAt) return;
      setTimeout(() => {
        if (!ringing.has(callId) || /^SIP\/2\.0 487/.test(one.said)) return;
        one.said = reply(heard, '200 OK', sdp(hearsAt()));
        wire.send(one.said);
      }, ringsMs);
    } else if (method === 'CANCEL') {
      wire.send(reply(heard, '200 OK'));
      const one = ringing.get(callId);
      if (!one || fieldOf(one.invite, 'CSeq').split(' ')[0] !== String(heard.cseq)) return;
      one.said = reply(one.invite, '487 Request Terminated');
      wire.send(one.said);
    } else if (method === 'ACK') {
      if (/^SIP\/2\.0 487/.test(ringing.get(callId)?.said ?? '')) ringing.delete(callId);
    } else if (method !== null) {
      if (method === 'BYE') ringing.delete(callId);
      wire.send(reply(heard, '200 OK'));
    }
  });
}
