import type { TerminationReason } from '@sidetone/contract/rules/termination-reasons.ts';
import type {
  CallEngine,
  DialRequest,
  EngineCall,
  EngineFact,
  EngineListener,
  LineState,
  Refusal,
} from '../call-engine.ts';
import { CallError, type CallProblem } from '../call-error.ts';
import { createFactTap, type FactTap } from '../fact-tap.ts';

/** What a phone of the fake network does instead of what it was asked. */
type FakeFault = 'dial' | 'accept' | 'hold';

/** A phone of the fake network, with what a test may do to it and see of it. */
export interface FakePhone extends CallEngine {
  /** The next order of this kind fails with this code. */
  failNext(order: FakeFault, code: CallProblem): void;
  setLine(state: LineState): void;
  /** Refusals this phone gave, as the wire would carry them. */
  readonly refusals: readonly string[];
  /** Tones that the phone sent, one entry for each sending. */
  readonly sentTones: readonly string[];
  readonly microphoneOpen: boolean;
}

/** How a scripted number behaves; a reason means that it refuses at once. `deaf` answers, but no audio ever comes up. */
type FakeBehaviour = 'ring' | 'early' | 'answer' | 'deaf' | TerminationReason;

/** The far end of a session as a test drives it. */
interface FakeCaller {
  /** What came back: `180`, `200`, a refusal, `BYE`. */
  readonly heard: readonly string[];
  /** Cancels while it rings, hangs up afterwards. */
  leave(): void;
  /** Another device took the call, which this phone does not know. */
  cancelAnsweredElsewhere(): void;
}

/** A network of fake phones: they ring each other by number, and a scripted stranger may ring one of them. */
export interface FakeExchange {
  phone(number: string, displayName?: string): FakePhone;
  /** Somebody outside calls; the session id is made here. */
  callFromOutside(to: string, from: { number: string | null; displayName?: string; channelId?: string }): FakeCaller;
  /** Gives a number that nobody has a behaviour of its own. */
  script(number: string, behaviour: FakeBehaviour): void;
}

const refusalLines: Record<Refusal, string> = {
  declined: '486 Busy Here; cause=603',
  busy: '486 Busy Here',
  occupied: '603 Busy Here',
};

const refusalReasons: Record<Refusal, TerminationReason> = {
  declined: 'DECLINED',
  busy: 'BUSY_HERE',
  occupied: 'BUSY_HERE',
};

/** What one end of a session can learn from the other. */
interface Peer {
  rings(): void;
  answers(): void;
  refuses(how: Refusal): void;
  leaves(fact: Extract<EngineFact, { type: 'ended' }>): void;
}

/** A call that rings or runs, seen from its caller. */
interface Ringing {
  leave(how: 'caller' | 'elsewhere'): void;
}

interface Line {
  readonly state: { microphoneOpen: boolean; refusals: string[]; sentTones: string[] };
  readonly faults: Map<FakeFault, CallProblem>;
}

let sessions = 0;

export function createFakeExchange(): FakeExchange {
  const ringers = new Map<string, ((call: EngineCall) => void)[]>();
  const scripts = new Map<string, FakeBehaviour>();
  const lines = new WeakMap<(call: EngineCall) => void, Line>();

  /** Rings every phone of a number; `caller` hears what becomes of it. Gives the way to take the ringing back. */
  function ring(
    to: string,
    from: { sessionId: string; number: string | null; displayName: string | null; channelId: string | null },
    caller: Peer,
  ): Ringing {
    const open = new Map<FactTap, Line>();
    let winner: FactTap | null = null;
    let lastRefusal: Refusal = 'busy';
    for (const ringer of ringers.get(to) ?? []) {
      const line = lines.get(ringer);
      if (line === undefined) continue;
      const tap = createFactTap();
      open.set(tap, line);
      const call = end(tap, line, {
        ...from,
        direction: 'INCOMING',
        calledNumber: to,
        accept: async () => {
          fail(line, 'accept');
          for (const other of open.keys()) {
            if (other !== tap) other.tell({ type: 'ended', reason: 'ACCEPTED_ELSEWHERE', by: 'remote' });
          }
          open.clear();
          winner = tap;
          caller.answers();
          later(() => tap.tell({ type: 'answered' }));
          later(() => tap.tell({ type: 'connected' }));
        },
        refuse: (how) => {
          open.delete(tap);
          lastRefusal = how;
          line.state.refusals.push(refusalLines[how]);
          tap.tell({ type: 'ended', reason: refusalReasons[how], by: 'user' });
          if (open.size === 0 && winner === null) caller.refuses(lastRefusal);
        },
        hangUp: () => {
          tap.tell({ type: 'ended', reason: 'HANGUP', by: 'user' });
          caller.leaves({ type: 'ended', reason: 'HANGUP', by: 'remote' });
        },
      });
      later(() => {
        ringer(call);
        if (!tap.isEnded) caller.rings();
      });
    }
    return {
      leave(how) {
        const elsewhere = how === 'elsewhere';
        winner?.tell({ type: 'ended', reason: elsewhere ? 'ACCEPTED_ELSEWHERE' : 'HANGUP', by: 'remote' });
        const reason = elsewhere ? 'ACCEPTED_ELSEWHERE' : 'CANCELLED';
        for (const tap of open.keys()) tap.tell({ type: 'ended', reason, by: 'remote' });
        open.clear();
      },
    };
  }

  function dial(line: Line, from: string, displayName: string | null, request: DialRequest): EngineCall {
    const tap = createFactTap();
    const caller: Peer = {
      rings: () => tap.tell({ type: 'remoteRings' }),
      answers: () => {
        later(() => tap.tell({ type: 'answered' }));
        later(() => tap.tell({ type: 'connected' }));
      },
      refuses: (how) => later(() => tap.tell({ type: 'ended', reason: refusalReasons[how], by: 'remote' })),
      leaves: (fact) => later(() => tap.tell(fact)),
    };
    const script = scripts.get(request.number);
    const ringing =
      script === undefined && ringers.has(request.number)
        ? ring(
            request.number,
            { sessionId: request.sessionId, number: from, displayName, channelId: request.channelId },
            caller,
          )
        : null;
    if (ringing === null) later(() => follow(script ?? 'NOT_FOUND', caller, tap));
    return end(tap, line, {
      sessionId: request.sessionId,
      direction: 'OUTGOING',
      number: request.number,
      displayName: null,
      calledNumber: null,
      channelId: request.channelId,
      accept: () => Promise.reject(new CallError('INVALID_STATE_ERROR')),
      refuse: () => {},
      hangUp: () => {
        const over = tap.isEnded;
        tap.tell({ type: 'ended', reason: 'HANGUP', by: 'user' });
        if (!over) later(() => ringing?.leave('caller'));
      },
    });
  }

  return {
    phone(number, displayName) {
      const line: Line = {
        state: { microphoneOpen: true, refusals: [], sentTones: [] },
        faults: new Map(),
      };
      let on: EngineListener | null = null;
      const incoming = (call: EngineCall) => on?.incoming(call);
      lines.set(incoming, line);
      return {
        start: async (listener) => {
          on = listener;
          ringers.set(number, [...(ringers.get(number) ?? []), incoming]);
          listener.line({ status: 'REGISTERED', reconnect: 'none' });
        },
        dial: async (request) => {
          fail(line, 'dial');
          return dial(line, number, displayName ?? null, request);
        },
        reconnect: () => on?.line({ status: 'REGISTERED', reconnect: 'none' }),
        stop: async () => {
          ringers.set(
            number,
            (ringers.get(number) ?? []).filter((each) => each !== incoming),
          );
          on?.line({ status: 'UNREGISTERED', reconnect: 'none' });
          on = null;
        },
        failNext: (order, code) => line.faults.set(order, code),
        setLine: (state) => on?.line(state),
        get refusals() {
          return line.state.refusals;
        },
        get sentTones() {
          return line.state.sentTones;
        },
        get microphoneOpen() {
          return line.state.microphoneOpen;
        },
      };
    },

    callFromOutside(to, from) {
      const heard: string[] = [];
      sessions += 1;
      const ringing = ring(
        to,
        {
          sessionId: `outside-${sessions}`,
          number: from.number,
          displayName: from.displayName ?? null,
          channelId: from.channelId ?? null,
        },
        {
          rings: () => heard.push('180'),
          answers: () => heard.push('200'),
          refuses: (how) => heard.push(refusalLines[how]),
          leaves: () => heard.push('BYE'),
        },
      );
      return {
        heard,
        leave: () => ringing.leave('caller'),
        cancelAnsweredElsewhere: () => ringing.leave('elsewhere'),
      };
    },

    script(number, behaviour) {
      scripts.set(number, behaviour);
    },
  };
}

/** A scripted number's side of a call. */
function follow(script: FakeBehaviour, caller: Peer, tap: FactTap): void {
  switch (script) {
    case 'ring':
      caller.rings();
      return;
    case 'early':
      caller.rings();
      tap.tell({ type: 'earlyMedia' });
      return;
    case 'answer':
      caller.rings();
      caller.answers();
      return;
    case 'deaf':
      tap.tell({ type: 'answered' });
      return;
    default:
      caller.leaves({ type: 'ended', reason: script, by: 'remote' });
      return;
  }
}

type Orders = Pick<EngineCall, 'accept' | 'refuse' | 'hangUp'>;
type Facts = Pick<EngineCall, 'sessionId' | 'direction' | 'number' | 'displayName' | 'calledNumber' | 'channelId'>;

/** One end of a session as its phone holds it. */
function end(tap: FactTap, line: Line, call: Facts & Orders): EngineCall {
  line.state.microphoneOpen = true;
  return {
    ...call,
    listen: (listener) => tap.listen(listener),
    openMicrophone: (open) => {
      line.state.microphoneOpen = open;
    },
    hold: async () => fail(line, 'hold'),
    record: () => Promise.reject(new CallError('RECORDING_START_FAILED')),
    startTransfer: () => Promise.reject(new CallError('DIAL_FAILED')),
    transferTo: () => Promise.reject(new CallError('DIAL_FAILED')),
    sendTones: (tones) => {
      line.state.sentTones.push(tones);
    },
  };
}

function fail(line: Line, order: FakeFault): void {
  const code = line.faults.get(order);
  line.faults.delete(order);
  if (code !== undefined) throw new CallError(code);
}

/** The wire takes a moment, so that nobody relies on an answer inside the order. */
function later(task: () => void): void {
  queueMicrotask(task);
}
