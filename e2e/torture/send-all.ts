import { type Outcome, proven, type Torturer, type Way } from '../../apps/server/src/pbx/sip/testing/torturer.ts';
import { requestText, type Setting } from '../../packages/sip/src/testing/torture/written.ts';
import { asInside, asNew, asOwn, isExpected, type Original } from './originals.ts';

export interface Row extends Pick<Original, 'name' | 'section' | 'expected'> {
  /** For each way before a call, then for each way inside one. */
  readonly outcomes: readonly { readonly told: string; readonly ok: boolean }[];
}

/** How long to wait for what is not to come, and for what a stream waits for, in ms. */
const silenceMs = 60;
const streamMs = 15_000;

let serial = 0;
const freshId = () => {
  serial += 1;
  return `r${process.pid}x${serial}q`;
};

/** Sends every message over every way, before and inside a call, and looks after each whether the server still answers. */
export async function sendAll(
  open: (way: Way) => Promise<Torturer>,
  ways: readonly Way[],
  number: string,
  messages: readonly Original[],
): Promise<{ readonly rows: Row[]; readonly faults: string[] }> {
  const faults: string[] = [];
  const columns: { told: string; ok: boolean }[][] = [];
  for (const inside of [false, true]) {
    for (const way of ways) {
      let peer = await open(way);
      let call: Omit<Setting, 'id'> | undefined;
      const column: { told: string; ok: boolean }[] = [];
      for (const message of messages) {
        // A page that registered over its WebSocket is known, and never challenged again.
        if (!peer.isOpen || (way === 'WS' && !inside)) {
          peer.close();
          peer = await open(way);
          call = undefined;
        }
        if (inside) call ??= await peer.call(number, freshId());
        if (call) call = { ...call, cseq: call.cseq + 2 };
        const outcome = await suffer(message, peer, call);
        const ok = isExpected(message, way, outcome, inside);
        const told = typeof outcome === 'string' ? outcome : String(outcome.status);
        column.push({ told, ok });
        const where = `${message.name} over ${way}, ${inside ? 'inside' : 'before'} a call`;
        if (!ok) faults.push(`${where}: ${told}, expected ${message.expected}`);
        if (outcome === 'closed' || (way === 'TCP' && /on a stream/.test(message.expected))) {
          peer.close();
          peer = await open(way);
          call = undefined;
        }
        if (!(await peer.isAnswered(freshId()))) faults.push(`${where}: OPTIONS afterwards was not answered`);
        if (call) call = await stillThere(peer, call, number);
      }
      if (call) peer.says(requestText({ ...call, id: freshId(), cseq: call.cseq + 2 }, 'BYE'));
      columns.push(column);
      peer.close();
    }
  }
  const rows = messages.map(({ name, section, expected }, index) => ({
    name,
    section,
    expected,
    outcomes: columns.map((column) => column[index] ?? { told: '', ok: false }),
  }));
  return { rows, faults };
}

/** A message may well have ended the call it was said in; then there is another. */
const stillThere = async (peer: Torturer, call: Omit<Setting, 'id'>, number: string) => {
  const id = freshId();
  const inside = { ...call, cseq: call.cseq + 2 };
  const asked = await peer.send(requestText({ ...inside, id }, 'UPDATE'), id);
  return typeof asked === 'object' && asked.status === 200 ? inside : await peer.call(number, freshId());
};

/** Sends one message, again with credentials where they are asked for. */
const suffer = async (
  { text, expected }: Original,
  peer: Torturer,
  call: Omit<Setting, 'id'> | undefined,
): Promise<Outcome> => {
  const isSilent = text.startsWith('SIP/') || expected.includes('not asserted');
  const waits = peer.transport === 'TCP' && /on a stream/.test(expected);
  const sized = peer.transport === 'TCP' ? withLength(text) : text;
  const say = (change: (text: string) => string, id: string, cseq: number | undefined): Promise<Outcome> => {
    const written = change(call ? asInside(sized, { ...call, id, cseq: cseq ?? call.cseq }) : asNew(sized, id));
    // Where a message has no branch of its own, the number tells the answers apart.
    const isOurs = (heard: string) =>
      heard.includes(id) || (call !== undefined && new RegExp(`^CSeq: ${cseq ?? call.cseq} `, 'm').test(heard));
    return peer.send(Buffer.from(written, 'latin1'), isOurs, isSilent ? silenceMs : waits ? streamMs : undefined);
  };
  const first = await say((same) => same, freshId(), undefined);
  if (typeof first === 'string' || first.status !== 401 || /auth scheme|^401/.test(expected)) return first;
  const prove = (again: string) => {
    const own = asOwn(again, peer.account.username);
    return proven(own, first.text, peer.account);
  };
  return await say(prove, freshId(), call && call.cseq + 1);
};

/** On a stream nothing else tells where a message ends (RFC 3261 §18.3); an old one may come without. */
const withLength = (text: string): string => {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1 || /^(?:Content-Length|l)[ \t]*:/im.test(text.slice(0, end))) return text;
  return `${text.slice(0, end)}\r\nContent-Length: ${text.length - end - 4}${text.slice(end)}`;
};
