import type { CallEngine, DialRequest, EngineCall, EngineFact, LineState, ResumedAs } from './call-engine.ts';

/** One phone on the network under test, with all that the suite needs to know. */
export interface TestPhone {
  readonly engine: CallEngine;
  /** The number that others dial to reach it. */
  readonly number: string;
  readonly channelId: string | null;
  /** Another program of the same person begins a warm transfer in a call of this phone that talks. */
  transferElsewhere(sessionId: string, target: { readonly number: string; readonly sessionId: string }): Promise<void>;
  /** The page that comes after this one: after a reload, or in another tab of this browser. */
  nextPage(): TestPhone;
  /** From now on the browser refuses the microphone to this phone, until the returned function is called. */
  refuseMicrophone(): () => void;
  /** Keys that begin a warm transfer when they are typed in a call; null where the phone system knows no codes. */
  transferCode(number: string): string | null;
}

/**
 * Three people and one more phone of the second, made for each story. The fake engine gives them in memory, the real
 * ones with accounts of a running server.
 */
export interface TestWorld {
  readonly anna: TestPhone;
  readonly bob: TestPhone;
  /** Rings together with Bob's phone. */
  readonly bobsOther: TestPhone;
  readonly carol: TestPhone;
  /** A number that nobody has. */
  readonly nobody: string;
  /** No order of any phone reaches the server, until the returned function is called. Audio continues. */
  cutOff(): Promise<() => Promise<void>>;
  /** The server's signalling dies without a goodbye, and is started again automatically. Audio continues. */
  killSignalling(): Promise<void>;
  close(): Promise<void>;
}

/** A phone that is on duty, with everything that it hears. */
interface OnDuty {
  readonly phone: TestPhone;
  readonly line: readonly LineState[];
  nextIncoming(): Promise<Heard>;
  /** A call that ran already, and continues here. */
  nextResumed(): Promise<Resumed>;
  dial(to: string): Promise<Heard>;
}

interface Resumed extends Heard {
  readonly as: ResumedAs | undefined;
}

type Fact<T extends EngineFact['type']> = Extract<EngineFact, { type: T }>;

export interface Heard {
  readonly call: EngineCall;
  readonly facts: readonly EngineFact[];
  /** Fulfils when a fact of this type, and of this kind, was or is heard. */
  saw<T extends EngineFact['type']>(type: T, is?: (fact: Fact<T>) => boolean): Promise<Fact<T>>;
  has(type: EngineFact['type']): boolean;
}

/** Anna and Bob talk. */
export async function talking(anna: TestPhone, bob: TestPhone) {
  const [caller, callee] = [await goOnDuty(anna), await goOnDuty(bob)];
  const out = await caller.dial(bob.number);
  const heard = await callee.nextIncoming();
  await heard.call.accept();
  await Promise.all([out.saw('answered'), out.saw('connected'), heard.saw('answered'), heard.saw('connected')]);
  return { out, heard, callee };
}

/** Calls somebody on a second line. */
export async function consult({ call }: Heard, { number }: TestPhone) {
  const transfer = await call.startTransfer({ number, sessionId: crypto.randomUUID(), ownNumber: null });
  return { transfer, line: hear(transfer.line) };
}

export async function ends(heard: Heard, reason: Fact<'ended'>['reason'], by?: Fact<'ended'>['by']) {
  const ended = await heard.saw('ended');
  same({ reason: ended.reason, by: by === undefined ? undefined : ended.by }, { reason, by });
}

export function same(actual: unknown, expected: unknown) {
  const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (is !== should) throw new Error(`expected ${should}, but it is ${is}`);
}

export async function until(isSo: () => boolean) {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Starts a phone and keeps what it hears, so that no sentence has to wait by the clock. */
export async function goOnDuty(phone: TestPhone): Promise<OnDuty> {
  const line: LineState[] = [];
  const arrived = queue<Heard>();
  const goingOn = queue<Resumed>();
  const up = Promise.withResolvers<void>();
  await phone.engine.start({
    incoming: (call) => arrived.put(hear(call)),
    resumed: (call, _establishedAt, as) => goingOn.put({ ...hear(call), as }),
    line: (state) => {
      line.push(state);
      if (state.status === 'REGISTERED') up.resolve();
    },
  });
  await up.promise;
  return {
    phone,
    line,
    nextIncoming: arrived.next,
    nextResumed: goingOn.next,
    dial: async (number) => {
      const request: DialRequest = {
        number,
        sessionId: crypto.randomUUID(),
        channelId: phone.channelId,
        ownNumber: null,
      };
      return hear(await phone.engine.dial(request));
    },
  };
}

/** Items in their order, for readers who ask before or after an item has come. */
function queue<Each>() {
  const come: Each[] = [];
  const waiting: ((each: Each) => void)[] = [];
  return {
    put(each: Each) {
      const next = waiting.shift();
      if (next === undefined) come.push(each);
      else next(each);
    },
    next(): Promise<Each> {
      const [first] = come.splice(0, 1);
      return first === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(first);
    },
  };
}

export function hear(call: EngineCall): Heard {
  const facts: EngineFact[] = [];
  const waiting = new Set<() => void>();
  call.listen((fact) => {
    facts.push(fact);
    for (const look of waiting) look();
  });
  const ofType = <T extends EngineFact['type']>(type: T) => facts.filter((fact) => fact.type === type) as Fact<T>[];
  return {
    call,
    facts,
    has: (type) => ofType(type).length > 0,
    saw: (type, is = () => true) =>
      new Promise((resolve) => {
        const look = () => {
          const found = ofType(type).find(is);
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
  };
}

/** One thing that every engine must do. Rejects when this one doesn't. */
export interface EngineStory {
  readonly sentence: string;
  tell(world: TestWorld): Promise<void>;
}
