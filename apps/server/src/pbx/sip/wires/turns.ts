/** What messages are worked on first: those of calls that run, then those that begin calls, then all others. */
export type Turn = 'running' | 'beginning' | 'other';

/**
 * How long each kind is worked on, in ms, before everything else that the process has to do gets a turn. Nobody has to wait for good,
 * whatever comes too fast.
 */
const shares: readonly (readonly [Turn, number])[] = [
  ['running', 6],
  ['beginning', 4],
  ['other', 2],
];

/** Bytes of one kind that may wait; what comes beyond is dropped, as a full buffer of the system does. */
const mostBytes = 4 * 1024 * 1024;
/** A sender that waited for so long, in ms, has asked again (RFC 3261 §17.1.2.2, T2). */
const staleMs = 4000;

const ofCalls = new Set(['ACK', 'BYE', 'PRACK', 'UPDATE', 'INFO', 'NOTIFY', 'REFER']);
/** These are of a call only inside of its dialog; there an OPTIONS asks whether it still stands. */
const outsideOfCalls = new Map<string, Turn>([
  ['INVITE', 'beginning'],
  ['OPTIONS', 'other'],
]);

/** Told by its beginning, before anything is parsed. A CANCEL must not overtake its INVITE. */
export function turnOf(text: string): Turn {
  const method = text.slice(0, Math.max(text.indexOf(' '), 0));
  if (method === 'SIP/2.0' || ofCalls.has(method)) return 'running';
  const outside = outsideOfCalls.get(method);
  if (outside) return isTagged(text) ? 'running' : outside;
  return method === 'CANCEL' ? 'beginning' : 'other';
}

/** Whether a request is inside of a dialog. */
const isTagged = (text: string): boolean => /^(?:To|t)[ \t]*:[^\r\n]*;[ \t]*tag[ \t]*=/im.test(text);

interface Waiting<M> {
  readonly message: M;
  readonly bytes: number;
  readonly since: number;
}

interface Line<M> {
  readonly share: number;
  waiting: Waiting<M>[];
  /** Those before it have had their turn. */
  next: number;
  bytes: number;
}

interface Turns<M> {
  put(turn: Turn, message: M, bytes: number): void;
  /** Nothing that waits is worked on any more. */
  close(): void;
}

interface Given {
  readonly now: () => number;
  /** Goes on once the process has looked at everything else. */
  readonly later: (task: () => void) => void;
}

const ofProcess: Given = { now: () => performance.now(), later: (task) => void setImmediate(task) };

/**
 * Gives messages their turn. They are taken from the system the moment they come, so that none is lost because the process is
 * busy, and those that matter to calls do not stand behind a thousand others.
 */
export function takeTurns<M>(take: (message: M) => void, { now, later }: Given = ofProcess): Turns<M> {
  const lines = new Map<Turn, Line<M>>(
    shares.map(([turn, share]) => [turn, { share, waiting: [], next: 0, bytes: 0 }]),
  );
  let isPlanned = false;
  let isClosed = false;

  const plan = () => {
    if (isPlanned) return;
    isPlanned = true;
    later(work);
  };
  const work = () => {
    isPlanned = false;
    for (const line of lines.values()) {
      const until = now() + line.share;
      for (let at = now(); !isClosed && line.next < line.waiting.length; at = now()) {
        if (at > until) break;
        const first = shift(line);
        if (first && at - first.since < staleMs) take(first.message);
      }
    }
    if ([...lines.values()].some(({ next, waiting }) => next < waiting.length)) plan();
  };
  return {
    put(turn, message, bytes) {
      const line = lines.get(turn);
      if (isClosed || !line || line.bytes + bytes > mostBytes) return;
      line.waiting.push({ message, bytes, since: now() });
      line.bytes += bytes;
      plan();
    },
    close() {
      isClosed = true;
      lines.clear();
    },
  };
}

function shift<M>(line: Line<M>): Waiting<M> | undefined {
  const first = line.waiting[line.next];
  line.next += 1;
  line.bytes -= first?.bytes ?? 0;
  if (line.next === line.waiting.length || line.next > 1000) {
    line.waiting = line.waiting.slice(line.next);
    line.next = 0;
  }
  return first;
}
