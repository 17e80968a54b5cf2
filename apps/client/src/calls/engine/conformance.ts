import { consult, type EngineStory, ends, goOnDuty, same, talking, until } from './conformance-world.ts';
import { outageStories } from './outage-stories.ts';
import { secondLineStories } from './second-line-stories.ts';

/**
 * What every engine must do, whatever carries it. The same sentences run on the fake in memory and on the real ones in a
 * browser, so nothing here knows a test runner.
 */
export const engineStories: readonly EngineStory[] = [...tellStories(), ...outageStories(), ...secondLineStories()];

function tellStories(): EngineStory[] {
  const stories: EngineStory[] = [];
  const story = (sentence: string, tell: EngineStory['tell']) => stories.push({ sentence, tell });

  story('a line that is up says so', async ({ anna }) => {
    const duty = await goOnDuty(anna);
    same(duty.line.at(-1), { status: 'REGISTERED', reconnect: 'none' });
  });

  story('a call rings, is taken and is hung up by its caller', async ({ anna, bob }) => {
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
  });

  story('the called side hangs up', async ({ anna, bob }) => {
    const [caller, callee] = [await goOnDuty(anna), await goOnDuty(bob)];
    const out = await caller.dial(bob.number);
    const heard = await callee.nextIncoming();
    await heard.call.accept();
    await Promise.all([out.saw('connected'), heard.saw('connected')]);
    heard.call.hangUp();
    await ends(out, 'HANGUP', 'remote');
  });

  story('a caller who gives up cancels', async ({ anna, bob }) => {
    const [caller, callee] = [await goOnDuty(anna), await goOnDuty(bob)];
    const out = await caller.dial(bob.number);
    const heard = await callee.nextIncoming();
    await out.saw('remoteRings');
    out.call.hangUp();
    await ends(heard, 'CANCELLED', 'remote');
  });

  story('the caller learns that the call was declined', async ({ anna, bob }) => {
    const [caller, callee] = [await goOnDuty(anna), await goOnDuty(bob)];
    const out = await caller.dial(bob.number);
    (await callee.nextIncoming()).call.refuse('declined');
    same(['DECLINED', 'BUSY_HERE'].includes((await out.saw('ended')).reason), true);
  });

  story('a number that nobody has is not found', async ({ anna, nobody }) => {
    const caller = await goOnDuty(anna);
    const out = await caller.dial(nobody);
    await ends(out, 'NOT_FOUND', 'remote');
  });

  story('the phone that was slower learns that the call was taken elsewhere', async ({ anna, bob, bobsOther }) => {
    const [caller, first, second] = [await goOnDuty(anna), await goOnDuty(bob), await goOnDuty(bobsOther)];
    await caller.dial(bob.number);
    const [here, there] = await Promise.all([first.nextIncoming(), second.nextIncoming()]);
    await there.call.accept();
    await ends(here, 'ACCEPTED_ELSEWHERE');
    there.call.hangUp();
  });

  story('a call is held and taken back', async ({ anna, bob }) => {
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
  });

  story('of several holds ordered at the same time, the last one counts', async ({ anna, bob }) => {
    const { out, heard } = await talking(anna, bob);
    const order = (...values: boolean[]) => Promise.all(values.map((value) => out.call.hold(value)));
    await order(true, false, true);
    await out.saw('held', ({ held }) => held);
    await order(false, true, false);
    await out.saw('held', ({ held }) => !held);
    same([out.has('ended'), heard.has('ended')], [false, false]);
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
    for (const { facts } of [out, heard]) {
      same([facts.filter(({ type }) => type === 'ended').length, facts.at(-1)?.type], [1, 'ended']);
    }
  });

  story('a second call is refused as occupied, and the first goes on', async ({ anna, bob, carol }) => {
    const { out, heard, callee } = await talking(anna, bob);
    const third = await goOnDuty(carol);
    const refused = await third.dial(bob.number);
    (await callee.nextIncoming()).call.refuse('occupied');
    same(['DECLINED', 'BUSY_HERE'].includes((await refused.saw('ended')).reason), true);
    same([out.has('ended'), heard.has('ended')], [false, false]);
    out.call.hangUp();
    await heard.saw('ended');
  });

  story('tones disturb nobody', async ({ anna, bob }) => {
    const { out, heard } = await talking(anna, bob);
    out.call.sendTones('12#');
    out.call.hangUp();
    await ends(heard, 'HANGUP', 'remote');
  });

  story('a recording starts, stops and goes on', async ({ anna, bob }) => {
    const { out } = await talking(anna, bob);
    await out.call.record(true);
    await out.saw('recording', ({ state }) => state === 'recording');
    await out.call.record(false);
    await out.saw('recording', ({ state }) => state === 'stopped');
    await out.call.record(true);
    await until(() => out.facts.filter((fact) => fact.type === 'recording' && fact.state === 'recording').length === 2);
    out.call.hangUp();
    await out.saw('ended');
  });

  story('a warm transfer rings, is answered, switched, conferred and aborted', async ({ anna, bob, carol }) => {
    const { out, heard } = await talking(anna, bob);
    const third = await goOnDuty(carol);
    const { transfer, line } = await consult(out, carol);
    const asked = await third.nextIncoming();
    await line.saw('remoteRings');
    await asked.call.accept();
    await line.saw('answered');
    await transfer.setLines(['INITIAL']);
    await out.saw('lines', ({ active }) => active.length === 1 && active[0] === 'INITIAL');
    await transfer.setLines(['INITIAL', 'TARGET']);
    await out.saw('lines', ({ active }) => active.length === 2);
    await transfer.abort();
    await ends(asked, 'HANGUP', 'remote');
    same([out.has('ended'), heard.has('ended')], [false, false]);
    out.call.hangUp();
    await ends(heard, 'HANGUP', 'remote');
  });

  story('hanging up with both lines connects the others', async ({ anna, bob, carol }) => {
    const { out, heard } = await talking(anna, bob);
    const third = await goOnDuty(carol);
    const { line } = await consult(out, carol);
    const asked = await third.nextIncoming();
    await asked.call.accept();
    await line.saw('answered');
    out.call.hangUp();
    await out.saw('transferred');
    await Promise.all([out.saw('ended'), line.saw('ended')]);
    same([heard.has('ended'), asked.has('ended')], [false, false]);
    heard.call.hangUp();
    await ends(asked, 'HANGUP', 'remote');
  });

  story('hanging up while the second line rings hands over blindly', async ({ anna, bob, carol }) => {
    const { out, heard } = await talking(anna, bob);
    const third = await goOnDuty(carol);
    const { line } = await consult(out, carol);
    const asked = await third.nextIncoming();
    await line.saw('remoteRings');
    out.call.hangUp();
    await out.saw('transferred');
    await asked.call.accept();
    await asked.saw('connected');
    heard.call.hangUp();
    await ends(asked, 'HANGUP', 'remote');
  });

  story('the second line is refused, and the first goes on', async ({ anna, bob, carol }) => {
    const { out, heard } = await talking(anna, bob);
    const third = await goOnDuty(carol);
    const { line } = await consult(out, carol);
    (await third.nextIncoming()).call.refuse('declined');
    same(['DECLINED', 'BUSY_HERE'].includes((await line.saw('ended')).reason), true);
    same([out.has('ended'), heard.has('ended')], [false, false]);
    out.call.hangUp();
    await ends(heard, 'HANGUP', 'remote');
  });

  story('the first line leaves, and the call continues with the second', async ({ anna, bob, carol }) => {
    const { out, heard } = await talking(anna, bob);
    const third = await goOnDuty(carol);
    const { line } = await consult(out, carol);
    const asked = await third.nextIncoming();
    await asked.call.accept();
    await line.saw('answered');
    heard.call.hangUp();
    await ends(out, 'HANGUP', 'remote');
    same([line.has('ended'), asked.has('ended')], [false, false]);
    line.call.hangUp();
    await ends(asked, 'HANGUP', 'remote');
    await ends(line, 'HANGUP', 'user');
  });

  story('a blind transfer hands the call over immediately', async ({ anna, bob, carol }) => {
    const { out, heard } = await talking(anna, bob);
    const third = await goOnDuty(carol);
    await out.call.transferTo(carol.number);
    await out.saw('transferred');
    const asked = await third.nextIncoming();
    await asked.call.accept();
    await asked.saw('connected');
    await out.saw('ended');
    heard.call.hangUp();
    await ends(asked, 'HANGUP', 'remote');
  });

  story('a blind transfer to nobody is refused, and the call goes on', async ({ anna, bob, nobody }) => {
    const { out, heard } = await talking(anna, bob);
    const code = await out.call.transferTo(nobody).then(
      () => 'done',
      (error: { code?: string }) => error.code,
    );
    same(code, 'TRANSFER_FAILED');
    same([out.has('ended'), heard.has('ended')], [false, false]);
    out.call.hangUp();
    await ends(heard, 'HANGUP', 'remote');
  });

  return stories;
}
