import { consult, type EngineStory, ends, goOnDuty, hear, same, type TestPhone, talking } from './conformance-world.ts';

/** What every engine must do where its page, the network, signalling or the microphone is taken away. */
export function outageStories(): EngineStory[] {
  return [
    ...pageStories(),
    ...otherPageStories(),
    ...serverStories(),
    ...microphoneStories(),
    ...strangeTransferStories(),
  ];
}

/**
 * A reload and another tab are the same to an engine: its page says nothing, and the next one finds what was kept.
 * Stories in the app show that a browser really takes a page away.
 */
function pageStories(): EngineStory[] {
  return [
    {
      sentence: 'the next page continues a call, and the other side notices nothing',
      async tell({ anna, bob }) {
        const { out, heard } = await talking(anna, bob);
        const resumed = await (await leavesFor(anna)).nextResumed();
        await out.saw('continuedElsewhere');
        await resumed.saw('connected');
        same([resumed.call.sessionId, resumed.as?.held, heard.has('ended')], [out.call.sessionId, false, false]);
        resumed.call.hangUp();
        await ends(heard, 'HANGUP', 'remote');
      },
    },
    {
      sentence: 'the next page knows that a call is held, and takes it back',
      async tell({ anna, bob }) {
        const { out, heard } = await talking(anna, bob);
        await out.call.hold(true);
        await out.saw('held', ({ held }) => held);
        const resumed = await (await leavesFor(anna)).nextResumed();
        await resumed.saw('connected');
        // The row may come a moment after the page.
        if (resumed.as?.held !== true) await resumed.saw('held', ({ held }) => held);
        await resumed.call.hold(false);
        await resumed.saw('held', ({ held }) => !held);
        heard.call.hangUp();
        await ends(resumed, 'HANGUP', 'remote');
      },
    },
  ];
}

function otherPageStories(): EngineStory[] {
  return [
    {
      sentence: 'the next page continues both lines of a transfer',
      async tell({ anna, bob, carol }) {
        const { out, heard } = await talking(anna, bob);
        const third = await goOnDuty(carol);
        const { line } = await consult(out, carol);
        const asked = await third.nextIncoming();
        await asked.call.accept();
        await line.saw('answered');
        const resumed = await (await leavesFor(anna)).nextResumed();
        const transfer = resumed.as?.transfer;
        if (transfer == null) throw new Error('the next page knows of no transfer');
        await Promise.all([resumed.saw('connected'), hear(transfer.line).saw('answered')]);
        same([heard.has('ended'), asked.has('ended')], [false, false]);
        await transfer.abort();
        await ends(asked, 'HANGUP', 'remote');
        resumed.call.hangUp();
        await ends(heard, 'HANGUP', 'remote');
      },
    },
    {
      sentence: 'the next page rings for a call that nobody has taken',
      async tell({ anna, bob }) {
        const [caller, callee] = [await goOnDuty(anna), await goOnDuty(bob)];
        const out = await caller.dial(bob.number);
        await callee.nextIncoming();
        await out.saw('remoteRings');
        const rings = await (await leavesFor(bob)).nextIncoming();
        await rings.call.accept();
        await Promise.all([out.saw('connected'), rings.saw('connected')]);
        out.call.hangUp();
        await ends(rings, 'HANGUP', 'remote');
      },
    },
  ];
}

async function leavesFor(phone: TestPhone) {
  await phone.engine.stop('handOver');
  return await goOnDuty(phone.nextPage());
}

function serverStories(): EngineStory[] {
  return [
    {
      sentence: 'a hold without a server is done once the server is there again',
      async tell({ anna, bob, cutOff }) {
        const { out, heard } = await talking(anna, bob);
        const back = await cutOff();
        const holding = out.call.hold(true);
        await back();
        await holding;
        await out.saw('held', ({ held }) => held);
        same([out.has('ended'), heard.has('ended')], [false, false]);
        out.call.hangUp();
        await ends(heard, 'HANGUP', 'remote');
      },
    },
    {
      sentence: 'a call continues after signalling was killed, and is held, taken back and hung up',
      async tell({ anna, bob, killSignalling }) {
        const { out, heard } = await talking(anna, bob);
        await killSignalling();
        await out.call.hold(true);
        await out.saw('held', ({ held }) => held);
        await out.call.hold(false);
        await out.saw('held', ({ held }) => !held);
        same([out.has('ended'), heard.has('ended')], [false, false]);
        heard.call.hangUp();
        // The caller, whose line is not back yet, finds out by itself that the call is over.
        await Promise.all([out.saw('ended'), ends(heard, 'HANGUP', 'user')]);
      },
    },
    {
      sentence: 'lines are switched and the target is given up in a transfer after signalling was killed',
      async tell({ anna, bob, carol, killSignalling }) {
        const { out, heard } = await talking(anna, bob);
        const third = await goOnDuty(carol);
        const { transfer, line } = await consult(out, carol);
        const asked = await third.nextIncoming();
        await asked.call.accept();
        await Promise.all([line.saw('answered'), asked.saw('connected')]);
        // An answer of a moment ago may not be stored yet.
        await transfer.setLines(['INITIAL']);
        await out.saw('lines', ({ active }) => String(active) === 'INITIAL');
        await killSignalling();
        const before = out.facts.length;
        await transfer.setLines(['TARGET']);
        await out.saw('lines', (fact) => out.facts.indexOf(fact) >= before && String(fact.active) === 'TARGET');
        await transfer.abort();
        await asked.saw('ended');
        same([out.has('ended'), heard.has('ended')], [false, false]);
        out.call.hangUp();
        await heard.saw('ended');
      },
    },
  ];
}

function microphoneStories(): EngineStory[] {
  return [
    {
      sentence:
        'no call goes out or is taken without permission for the microphone, and a call that rings keeps ringing',
      async tell({ anna, bob }) {
        const [caller, callee] = [await goOnDuty(anna), await goOnDuty(bob)];
        const allowAnna = anna.refuseMicrophone();
        same(await problemOf(caller.dial(bob.number)), 'MICROPHONE_DENIED');
        allowAnna();
        const allowBob = bob.refuseMicrophone();
        const out = await caller.dial(bob.number);
        const heard = await callee.nextIncoming();
        same(await problemOf(heard.call.accept()), 'MICROPHONE_DENIED');
        same([out.has('ended'), heard.has('ended')], [false, false]);
        allowBob();
        await heard.call.accept();
        await Promise.all([out.saw('connected'), heard.saw('connected')]);
        out.call.hangUp();
        await ends(heard, 'HANGUP', 'remote');
      },
    },
  ];
}

const problemOf = (order: Promise<unknown>) =>
  order.then(
    () => null,
    ({ code }: { code?: unknown }) => code,
  );

/**
 * Transfers that the engine did not begin. Typed codes mean something in one generation alone; in the other they are
 * keys for the other side.
 */
function strangeTransferStories(): EngineStory[] {
  return [
    {
      sentence: 'a typed code for a transfer shows both lines, or is sent as tones where there are no codes',
      async tell({ anna, bob, carol }) {
        const { out, heard } = await talking(anna, bob);
        const third = await goOnDuty(carol);
        const code = anna.transferCode(carol.number);
        out.call.sendTones(code ?? `*3${carol.number}#`);
        if (code !== null) {
          const { transfer } = await out.saw('transferBegan');
          const line = hear(transfer.line);
          const asked = await third.nextIncoming();
          await line.saw('remoteRings');
          await transfer.abort();
          await ends(line, 'HANGUP', 'user');
          await asked.saw('ended');
        }
        same([out.has('transferBegan'), out.has('ended'), heard.has('ended')], [code !== null, false, false]);
        out.call.hangUp();
        await ends(heard, 'HANGUP', 'remote');
      },
    },
    {
      sentence: 'a transfer that another program begins shows both lines, and hanging up hands over',
      async tell({ anna, bob, carol }) {
        const { out, heard } = await talking(anna, bob);
        const third = await goOnDuty(carol);
        const target = { number: carol.number, sessionId: crypto.randomUUID() };
        await anna.transferElsewhere(out.call.sessionId, target);
        const { transfer } = await out.saw('transferBegan');
        const asked = await third.nextIncoming();
        await asked.call.accept();
        await hear(transfer.line).saw('answered');
        out.call.hangUp();
        await out.saw('transferred');
        same([heard.has('ended'), asked.has('ended')], [false, false]);
        heard.call.hangUp();
        await ends(asked, 'HANGUP', 'remote');
      },
    },
  ];
}
