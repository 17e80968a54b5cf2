import { type FakeNetwork, refusalLines } from './fake-call.ts';
import { type From, hangUpOn, type Party, type RingTo, stranger } from './fake-party.ts';
import { type FakePhone, fakePhone, type PhoneBook } from './fake-phone.ts';
import { type FakeBehaviour, type Ringer, ringRound } from './fake-ringing.ts';

export type { FakePhone } from './fake-phone.ts';

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
  /** An outside caller calls; the session id is made here, unless a call comes back. */
  callFromOutside(
    to: string,
    from: {
      number: string | null;
      displayName?: string;
      channelId?: string;
      sessionId?: string;
      asksToAnswer?: true;
    },
  ): FakeCaller;
  /** Gives an unused number a behaviour of its own. */
  script(number: string, behaviour: FakeBehaviour): void;
  /** The person at a scripted number who has taken a call hangs up. */
  scriptedLeaves(number: string): void;
  /** From now on the other side is asked before anything is recorded, and the exchange waits for `tell`. */
  askBeforeRecording(): void;
}

let sessions = 0;

export function createFakeExchange(): FakeExchange {
  const ringers = new Map<string, readonly Ringer[]>();
  const scripts = new Map<string, FakeBehaviour>();
  /** The party that took the last call to a scripted number. */
  const scripted = new Map<string, Party>();
  let asks = false;

  const ringersOf = (number: string) => ringers.get(number) ?? [];
  const book: PhoneBook = {
    add: (number, ringer) => void ringers.set(number, [...ringersOf(number), ringer]),
    remove: (number, ringer) =>
      void ringers.set(
        number,
        ringersOf(number).filter((each) => each !== ringer),
      ),
  };
  const ringTo: RingTo = (to, from, caller) => {
    const behaviour = scripts.get(to);
    const onTaken = (someone: Party) => void scripted.set(to, someone);
    const reachable = { ringers: behaviour === undefined ? ringersOf(to) : [], behaviour, onTaken };
    return ringRound(network, reachable, to, from, caller);
  };
  const network: FakeNetwork = {
    ringTo,
    asks: () => asks,
    isKnown: (number) => scripts.has(number) || ringersOf(number).length > 0,
  };

  return {
    phone: (number, displayName) => fakePhone(network, book, number, displayName ?? null),
    callFromOutside(to, { sessionId, displayName = null, channelId = null, ...from }) {
      sessions += 1;
      return callFromOutside(ringTo, to, {
        ...from,
        sessionId: sessionId ?? `outside-${sessions}`,
        displayName,
        channelId,
      });
    },
    script: (number, behaviour) => void scripts.set(number, behaviour),
    scriptedLeaves(number) {
      const party = scripted.get(number);
      if (party !== undefined) hangUpOn(party);
    },
    askBeforeRecording() {
      asks = true;
    },
  };
}

function callFromOutside(ringTo: RingTo, to: string, from: From): FakeCaller {
  const heard: string[] = [];
  const caller: Party = {
    ...stranger(from.number ?? ''),
    rings: () => heard.push('180'),
    answers: () => heard.push('200'),
    refused: (_, how) => heard.push(refusalLines[how ?? 'busy']),
    hears: (fact) => fact.type === 'ended' && heard.push('BYE'),
  };
  const ringing = ringTo(to, from, caller);
  return {
    heard,
    leave: () => (caller.ringing === null ? hangUpOn(caller) : ringing.leave(false)),
    cancelAnsweredElsewhere: () => ringing.leave(true),
  };
}
