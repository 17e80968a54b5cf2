import { setTimeout as pause } from 'node:timers/promises';
import { authorizationOf } from '../digest.ts';
import type { Account } from './callees.ts';
import { addressesOf, fieldOf, linesOf, messageOf, type SipText, sdp, uriOf } from './sip-text.ts';
import { openWire, type Wire } from './wire.ts';

/** How long two talk where nothing else is asked for. */
const talksMs = 300;
/** A call in which a step takes longer than this has failed. */
const patienceMs = 15_000;
/** Requests are sent again after this, and then after twice as long each time. */
const repeatMs = 500;

interface Traffic {
  readonly server: number;
  /** They call in turn. */
  readonly callers: readonly Account[];
  readonly number: string;
  readonly perSecond: number;
  readonly seconds: number;
  /** What two who are connected do until the caller hangs up; they wait a moment where nothing is given. */
  readonly talk?: Talk;
}

interface Talk {
  /** Where the caller hears the other side. */
  readonly port: number;
  /** Resolves when the caller is to hang up. Takes the description of the other side. */
  until(sdp: string): Promise<void>;
}

export interface Outcome {
  readonly calls: number;
  /** From the INVITE that proves who calls to its 180, or to a 200 without one, in ms, of calls that came to their end. */
  readonly rings: readonly number[];
  /** What became of the others, in a word each. */
  readonly failures: readonly string[];
}

/** Places calls at an even pace: each rings, is answered, and is hung up by its caller. */
export async function placeCalls(traffic: Traffic): Promise<Outcome> {
  const wire = await openWire(traffic.server);
  const lines = new Map<string, (heard: SipText) => void>();
  wire.hear((heard) => {
    if (heard.method === null) lines.get(heard.callId)?.(heard);
    else if (heard.method !== 'ACK') wire.send(sorry(heard));
  });
  const calls = Math.round(traffic.perSecond * traffic.seconds);
  const rings: number[] = [];
  const failures: string[] = [];
  const run = `${process.pid}-${Date.now()}`;
  const begun = performance.now();
  const running: Promise<void>[] = [];
  try {
    for (let at = 0; at < calls; at += 1) {
      const waits = begun + (at * 1000) / traffic.perSecond - performance.now();
      if (waits > 0) await pause(waits);
      const account = traffic.callers[at % traffic.callers.length];
      if (!account) throw new Error('nobody calls');
      const call = { ...account, number: traffic.number, callId: `bench-${run}-${at}`, wire, talk: traffic.talk };
      running.push(
        oneCall(call, lines).then(
          (ms) => void rings.push(ms),
          (reason: Error) => void failures.push(reason.message),
        ),
      );
    }
    await Promise.all(running);
  } finally {
    wire.close();
  }
  return { calls, rings, failures };
}

/** Callers have hung up by the time that anybody asks them something. */
const sorry = (heard: SipText): string =>
  messageOf(['SIP/2.0 481 Call Does Not Exist', ...linesOf(heard, ['Via', 'From', 'To', 'Call-ID', 'CSeq'])]);

interface Placed extends Account {
  readonly number: string;
  readonly callId: string;
  readonly wire: Wire;
  readonly talk: Talk | undefined;
}

/** Gives the time until it rang; rejects where the call did not come to its end. */
async function oneCall(call: Placed, lines: Map<string, (heard: SipText) => void>): Promise<number> {
  const heard: SipText[] = [];
  let wake = () => {};
  lines.set(call.callId, (message) => {
    heard.push(message);
    wake();
  });
  const wait = async (fits: (message: SipText) => boolean, repeat?: string): Promise<SipText> => {
    const until = performance.now() + patienceMs;
    let repeatAt = performance.now() + repeatMs;
    for (let gap = repeatMs; ; ) {
      const found = heard.find(fits);
      if (found) return found;
      const now = performance.now();
      if (now > until) throw new Error('late');
      if (repeat !== undefined && now >= repeatAt) {
        call.wire.send(repeat);
        gap *= 2;
        repeatAt = now + gap;
      }
      const limit = Math.min(until, repeat === undefined ? until : repeatAt) - now;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.max(limit, 1));
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  try {
    return await talk(call, wait);
  } finally {
    lines.delete(call.callId);
  }
}

type Wait = (fits: (message: SipText) => boolean, repeat?: string) => Promise<SipText>;

async function talk(call: Placed, wait: Wait): Promise<number> {
  const { wire } = call;
  const uri = `sip:${call.number}@127.0.0.1:${wire.server}`;
  const first = inviteOf(call, uri, 1, []);
  wire.send(first);
  const isOf = (cseq: number) => (message: SipText) => message.cseq === cseq && message.about === 'INVITE';
  const isFinal = (cseq: number) => (message: SipText) => isOf(cseq)(message) && message.status >= 200;
  const challenge = await wait(isFinal(1), first);
  wire.send(requestOf(call, 'ACK', uri, 1, { to: challenge }));
  if (challenge.status !== 401) throw new Error(`${challenge.status} instead of a challenge`);
  const proof = authorizationOf({ ...call, method: 'INVITE', uri, challenge: challenge.text });
  const invite = inviteOf(call, uri, 2, [proof]);
  const begun = performance.now();
  wire.send(invite);
  // A server that is late with its 180 may say 200 instead.
  await wait((message) => isOf(2)(message) && message.status >= 180, invite);
  const ms = performance.now() - begun;
  const answer = await wait(isFinal(2));
  if (answer.status !== 200) {
    wire.send(requestOf(call, 'ACK', uri, 2, { to: answer }));
    throw new Error(String(answer.status));
  }
  const target = uriOf(fieldOf(answer, 'Contact'));
  const routes = addressesOf(answer, 'Record-Route').reverse();
  wire.send(requestOf(call, 'ACK', target, 2, { to: answer, routes, isNew: true }));
  await (call.talk?.until(answer.body) ?? pause(talksMs));
  const bye = requestOf(call, 'BYE', target, 3, { to: answer, routes, isNew: true });
  wire.send(bye);
  const end = await wait((message) => message.about === 'BYE' && message.status >= 200, bye);
  if (end.status !== 200) throw new Error(`BYE: ${end.status}`);
  return ms;
}

const inviteOf = (call: Placed, uri: string, cseq: number, more: readonly string[]): string =>
  messageOf(
    [
      ...headOf(call, 'INVITE', uri, `${cseq}`),
      `To: <${uri}>`,
      `CSeq: ${cseq} INVITE`,
      `Contact: <sip:${call.username}@${call.wire.own}>`,
      ...more,
    ],
    sdp(call.talk?.port ?? 41_000),
  );

const headOf = ({ wire, username, callId }: Placed, method: string, uri: string, branch: string): string[] => [
  `${method} ${uri} SIP/2.0`,
  `Via: SIP/2.0/UDP ${wire.own};branch=z9hG4bK${callId}-${branch};rport`,
  'Max-Forwards: 70',
  `From: <sip:${username}@127.0.0.1>;tag=${callId}`,
  `Call-ID: ${callId}`,
];

/** A request about an answer: with a branch of its own where it is new, with that of the INVITE where the answer refused. */
const requestOf = (
  call: Placed,
  method: string,
  uri: string,
  cseq: number,
  { to, routes = [], isNew = false }: { to: SipText; routes?: readonly string[]; isNew?: boolean },
): string =>
  messageOf([
    ...headOf(call, method, uri, isNew ? `${cseq}-${method}` : `${cseq}`),
    ...linesOf(to, ['To']),
    `CSeq: ${cseq} ${method}`,
    ...routes.map((route) => `Route: ${route}`),
  ]);
