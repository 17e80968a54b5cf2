import { expect, test } from 'vitest';
import type { CallEngine, DialRequest, EngineCall, EngineFact, LineState } from './call-engine.ts';

/** One phone on the network under test, and what the suite needs to know of it. */
interface TestPhone {
  readonly engine: CallEngine;
  /** What others dial to reach it. */
  readonly number: string;
  readonly channelId: string | null;
}

/**
 * Two people and one more phone of the second, made anew for each test. The fake engine gives them in memory, the SIP
 * engine with accounts of a running server.
 */
export interface TestWorld {
  readonly anna: TestPhone;
  readonly bob: TestPhone;
  /** Rings together with Bob's phone. */
  readonly bobsOther: TestPhone;
  /** A number that nobody has. */
  readonly nobody: string;
  close(): Promise<void>;
}

/** A phone that is on duty, with everything that it hears. */
interface OnDuty {
  readonly phone: TestPhone;
  readonly line: readonly LineState[];
  nextIncoming(): Promise<Heard>;
  dial(to: string): Promise<Heard>;
}

interface Heard {
  readonly call: EngineCall;
  readonly facts: readonly EngineFact[];
  /** Fulfils when a fact of this type was or is heard. */
  saw<T extends EngineFact['type']>(type: T): Promise<Extract<EngineFact, { type: T }>>;
}

/** What every engine must do, whatever carries it. The same sentences run on the fake and on SIP. */
export function describeEngine(name: string, createWorld: () => Promise<TestWorld>): void {
  const story = (sentence: string, tell: (world: TestWorld) => Promise<void>) =>
    test(`${name}: ${sentence}`, async () => {
      const world = await createWorld();
      try {
        await tell(world);
      } finally {
        await world.close();
      }
    });

  story('a line that is up says so', async ({ anna }) => {
    const duty = await goOnDuty(anna);
    expect(duty.line.at(-1)).toEqual({ status: 'REGISTERED', reconnect: 'none' });
  });

  story('a call rings, is taken and is hung up by its caller', async ({ anna, bob }) => {
    const [caller, callee] = [await goOnDuty(anna), await goOnDuty(bob)];
    const out = await caller.dial(bob.number);
    const heard = await callee.nextIncoming();
    expect(heard.call).toMatchObject({ direction: 'INCOMING', sessionId: out.call.sessionId });
    await out.saw('remoteRings');
    await heard.call.accept();
    await Promise.all([out.saw('answered'), out.saw('connected'), heard.saw('answered'), heard.saw('connected')]);
    out.call.hangUp();
    expect(await out.saw('ended')).toMatchObject({ reason: 'HANGUP', by: 'user' });
    expect(await heard.saw('ended')).toMatchObject({ reason: 'HANGUP', by: 'remote' });
  });

  story('the called side hangs up', async ({ anna, bob }) => {
    const [caller, callee] = [await goOnDuty(anna), await goOnDuty(bob)];
    const out = await caller.dial(bob.number);
    const heard = await callee.nextIncoming();
    await heard.call.accept();
    await Promise.all([out.saw('connected'), heard.saw('connected')]);
    heard.call.hangUp();
    expect(await out.saw('ended')).toMatchObject({ reason: 'HANGUP', by: 'remote' });
  });

  story('a caller who gives up cancels', async ({ anna, bob }) => {
    const [caller, callee] = [await goOnDuty(anna), await goOnDuty(bob)];
    const out = await caller.dial(bob.number);
    const heard = await callee.nextIncoming();
    await out.saw('remoteRings');
    out.call.hangUp();
    expect(await heard.saw('ended')).toMatchObject({ reason: 'CANCELLED', by: 'remote' });
  });

  story('a declined call is told to its caller', async ({ anna, bob }) => {
    const [caller, callee] = [await goOnDuty(anna), await goOnDuty(bob)];
    const out = await caller.dial(bob.number);
    (await callee.nextIncoming()).call.refuse('declined');
    expect(['DECLINED', 'BUSY_HERE']).toContain((await out.saw('ended')).reason);
  });

  story('a number that nobody has is not found', async ({ anna, nobody }) => {
    const caller = await goOnDuty(anna);
    const out = await caller.dial(nobody);
    expect(await out.saw('ended')).toMatchObject({ reason: 'NOT_FOUND', by: 'remote' });
  });

  story('the phone that was slower learns that the call was taken elsewhere', async ({ anna, bob, bobsOther }) => {
    const [caller, first, second] = [await goOnDuty(anna), await goOnDuty(bob), await goOnDuty(bobsOther)];
    await caller.dial(bob.number);
    const [here, there] = await Promise.all([first.nextIncoming(), second.nextIncoming()]);
    await there.call.accept();
    expect(await here.saw('ended')).toMatchObject({ reason: 'ACCEPTED_ELSEWHERE' });
    there.call.hangUp();
  });

  story('a call is held and taken back', async ({ anna, bob }) => {
    const [caller, callee] = [await goOnDuty(anna), await goOnDuty(bob)];
    const out = await caller.dial(bob.number);
    const heard = await callee.nextIncoming();
    await heard.call.accept();
    await Promise.all([out.saw('connected'), heard.saw('connected')]);
    await out.call.hold(true);
    await out.call.hold(false);
    expect(heard.facts.some((fact) => fact.type === 'ended')).toBe(false);
    out.call.hangUp();
    await heard.saw('ended');
  });

  story('nothing follows the end of a call', async ({ anna, bob }) => {
    const [caller, callee] = [await goOnDuty(anna), await goOnDuty(bob)];
    const out = await caller.dial(bob.number);
    const heard = await callee.nextIncoming();
    await heard.call.accept();
    await Promise.all([out.saw('connected'), heard.saw('connected')]);
    out.call.hangUp();
    out.call.hangUp();
    heard.call.hangUp();
    await Promise.all([out.saw('ended'), heard.saw('ended')]);
    for (const { facts } of [out, heard]) expect(facts.filter((fact) => fact.type === 'ended')).toHaveLength(1);
    for (const { facts } of [out, heard]) expect(facts.at(-1)?.type).toBe('ended');
  });
}

/** Starts a phone and keeps what it hears, so that no sentence has to wait by the clock. */
async function goOnDuty(phone: TestPhone): Promise<OnDuty> {
  const line: LineState[] = [];
  const arrived: Heard[] = [];
  const waiting: ((heard: Heard) => void)[] = [];
  const up = Promise.withResolvers<void>();
  await phone.engine.start({
    incoming: (call) => {
      const heard = hear(call);
      const next = waiting.shift();
      if (next === undefined) arrived.push(heard);
      else next(heard);
    },
    line: (state) => {
      line.push(state);
      if (state.status === 'REGISTERED') up.resolve();
    },
  });
  await up.promise;
  return {
    phone,
    line,
    nextIncoming: () => {
      const [first] = arrived.splice(0, 1);
      return first === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(first);
    },
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

function hear(call: EngineCall): Heard {
  const facts: EngineFact[] = [];
  const waiting: { type: EngineFact['type']; resolve: (fact: EngineFact) => void }[] = [];
  call.listen((fact) => {
    facts.push(fact);
    for (const each of waiting) if (each.type === fact.type) each.resolve(fact);
  });
  return {
    call,
    facts,
    saw: (type) =>
      new Promise((resolve) => {
        const known = facts.find((fact) => fact.type === type);
        if (known !== undefined) resolve(known as never);
        else waiting.push({ type, resolve: resolve as (fact: EngineFact) => void });
      }),
  };
}
