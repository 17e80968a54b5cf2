import { type EngineStory, ends, goOnDuty, same, talking, until } from './conformance-world.ts';

/** How a call begins: it rings, and is taken, refused or given up. */
export const ringingStories: readonly EngineStory[] = [
  {
    sentence: 'a line that is up says so',
    async tell({ anna }) {
      const duty = await goOnDuty(anna);
      same(duty.line.at(-1), { status: 'REGISTERED', reconnect: 'none' });
    },
  },
  {
    sentence: 'a call rings, is taken and is hung up by its caller',
    async tell({ anna, bob }) {
      const [caller, callee] = [await goOnDuty(anna), await goOnDuty(bob)];
      const out = await caller.dial(bob.number);
      const heard = await callee.nextIncoming();
      same([heard.call.direction, heard.call.sessionId], ['INCOMING', out.call.sessionId]);
      await out.saw('remoteRings');
      await heard.call.accept();
      await Promise.all([out.saw('answered'), out.saw('connected'), heard.saw('answered'), heard.saw('connected')]);
      out.call.hangUp();
      await ends(out, 'HANGUP', 'user');
      await ends(heard, 'HANGUP', 'remote');
    },
  },
  {
    sentence: 'a caller who gives up cancels',
    async tell({ anna, bob }) {
      const [caller, callee] = [await goOnDuty(anna), await goOnDuty(bob)];
      const out = await caller.dial(bob.number);
      const heard = await callee.nextIncoming();
      await out.saw('remoteRings');
      out.call.hangUp();
      await ends(heard, 'CANCELLED', 'remote');
    },
  },
  {
    sentence: 'the caller learns that the call was declined',
    async tell({ anna, bob }) {
      const [caller, callee] = [await goOnDuty(anna), await goOnDuty(bob)];
      const out = await caller.dial(bob.number);
      (await callee.nextIncoming()).call.refuse('declined');
      same(['DECLINED', 'BUSY_HERE'].includes((await out.saw('ended')).reason), true);
    },
  },
  {
    sentence: 'a number that nobody has is not found',
    async tell({ anna, nobody }) {
      const caller = await goOnDuty(anna);
      const out = await caller.dial(nobody);
      await ends(out, 'NOT_FOUND', 'remote');
    },
  },
  {
    sentence: 'the phone that was slower learns that the call was taken elsewhere',
    async tell({ anna, bob, bobsOther }) {
      const [caller, first, second] = [await goOnDuty(anna), await goOnDuty(bob), await goOnDuty(bobsOther)];
      await caller.dial(bob.number);
      const [here, there] = await Promise.all([first.nextIncoming(), second.nextIncoming()]);
      await there.call.accept();
      await ends(here, 'ACCEPTED_ELSEWHERE');
      there.call.hangUp();
    },
  },
  {
    sentence: 'a second call is refused as occupied, and the first continues',
    async tell({ anna, bob, carol }) {
      const { out, heard, callee } = await talking(anna, bob);
      const third = await goOnDuty(carol);
      const refused = await third.dial(bob.number);
      (await callee.nextIncoming()).call.refuse('occupied');
      same(['DECLINED', 'BUSY_HERE'].includes((await refused.saw('ended')).reason), true);
      same([out.has('ended'), heard.has('ended')], [false, false]);
      out.call.hangUp();
      await heard.saw('ended');
    },
  },
];

/** What may be done in a call that two people are in, and how it ends. */
export const talkingStories: readonly EngineStory[] = [
  {
    sentence: 'the called side hangs up',
    async tell({ anna, bob }) {
      const [caller, callee] = [await goOnDuty(anna), await goOnDuty(bob)];
      const out = await caller.dial(bob.number);
      const heard = await callee.nextIncoming();
      await heard.call.accept();
      await Promise.all([out.saw('connected'), heard.saw('connected')]);
      heard.call.hangUp();
      await ends(out, 'HANGUP', 'remote');
    },
  },
  {
    sentence: 'a call is held and taken back',
    async tell({ anna, bob }) {
      const [caller, callee] = [await goOnDuty(anna), await goOnDuty(bob)];
      const out = await caller.dial(bob.number);
      const heard = await callee.nextIncoming();
      await heard.call.accept();
      await Promise.all([out.saw('connected'), heard.saw('connected')]);
      await out.call.hold(true);
      // Rows of live calls may be skipped, so it is seen before it is taken back.
      await out.saw('held', ({ held }) => held);
      await out.call.hold(false);
      await out.saw('held', ({ held }) => !held);
      same([out.has('ended'), heard.has('ended')], [false, false]);
      out.call.hangUp();
      await heard.saw('ended');
    },
  },
  {
    sentence: 'of several holds ordered at the same time, the last one counts',
    async tell({ anna, bob }) {
      const { out, heard } = await talking(anna, bob);
      const order = (...values: boolean[]) => Promise.all(values.map((value) => out.call.hold(value)));
      await order(true, false, true);
      await out.saw('held', ({ held }) => held);
      await order(false, true, false);
      await out.saw('held', ({ held }) => !held);
      same([out.has('ended'), heard.has('ended')], [false, false]);
      out.call.hangUp();
      await heard.saw('ended');
    },
  },
  {
    sentence: 'nothing follows the end of a call',
    async tell({ anna, bob }) {
      const [caller, callee] = [await goOnDuty(anna), await goOnDuty(bob)];
      const out = await caller.dial(bob.number);
      const heard = await callee.nextIncoming();
      await heard.call.accept();
      await Promise.all([out.saw('connected'), heard.saw('connected')]);
      out.call.hangUp();
      out.call.hangUp();
      heard.call.hangUp();
      await Promise.all([out.saw('ended'), heard.saw('ended')]);
      for (const { facts } of [out, heard]) {
        same([facts.filter(({ type }) => type === 'ended').length, facts.at(-1)?.type], [1, 'ended']);
      }
    },
  },
  {
    sentence: 'tones leave the call as it is',
    async tell({ anna, bob }) {
      const { out, heard } = await talking(anna, bob);
      out.call.sendTones('12#');
      out.call.hangUp();
      await ends(heard, 'HANGUP', 'remote');
    },
  },
  {
    sentence: 'a recording starts, stops and continues',
    async tell({ anna, bob }) {
      const { out } = await talking(anna, bob);
      await out.call.record(true);
      await out.saw('recording', ({ state }) => state === 'recording');
      await out.call.record(false);
      await out.saw('recording', ({ state }) => state === 'stopped');
      await out.call.record(true);
      await until(
        () => out.facts.filter((fact) => fact.type === 'recording' && fact.state === 'recording').length === 2,
      );
      out.call.hangUp();
      await out.saw('ended');
    },
  },
];
