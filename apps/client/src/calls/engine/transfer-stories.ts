import { consult, type EngineStory, ends, goOnDuty, same, talking } from './conformance-world.ts';

/** A colleague is asked on a second line before the call is handed over. */
export const warmTransferStories: readonly EngineStory[] = [
  {
    sentence: 'a warm transfer rings, is answered, switched, conferred and aborted',
    async tell({ anna, bob, carol }) {
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
    },
  },
  {
    sentence: 'hanging up with both lines connects the others',
    async tell({ anna, bob, carol }) {
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
    },
  },
  {
    sentence: 'hanging up while the second line rings hands over blindly',
    async tell({ anna, bob, carol }) {
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
    },
  },
  {
    sentence: 'the second line is refused, and the first continues',
    async tell({ anna, bob, carol }) {
      const { out, heard } = await talking(anna, bob);
      const third = await goOnDuty(carol);
      const { line } = await consult(out, carol);
      (await third.nextIncoming()).call.refuse('declined');
      same(['DECLINED', 'BUSY_HERE'].includes((await line.saw('ended')).reason), true);
      same([out.has('ended'), heard.has('ended')], [false, false]);
      out.call.hangUp();
      await ends(heard, 'HANGUP', 'remote');
    },
  },
  {
    sentence: 'the first line leaves, and the call continues with the second',
    async tell({ anna, bob, carol }) {
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
    },
  },
];

/** The call is handed over without asking. */
export const blindTransferStories: readonly EngineStory[] = [
  {
    sentence: 'a blind transfer hands the call over immediately',
    async tell({ anna, bob, carol }) {
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
    },
  },
  {
    sentence: 'two calls of one user are joined, and both end for that user',
    async tell({ anna, bob, carol }) {
      const { out, heard, callee } = await talking(anna, bob);
      const third = await goOnDuty(carol);
      const second = await third.dial(bob.number);
      const asked = await callee.nextIncoming();
      await asked.call.accept();
      await Promise.all([second.saw('connected'), asked.saw('connected')]);
      await heard.call.joinWith(asked.call.sessionId);
      await heard.saw('transferred');
      await Promise.all([heard.saw('ended'), asked.saw('ended')]);
      same([out.has('ended'), second.has('ended')], [false, false]);
      out.call.hangUp();
      await ends(second, 'HANGUP', 'remote');
    },
  },
  {
    sentence: 'a blind transfer to nobody is refused, and the call continues',
    async tell({ anna, bob, nobody }) {
      const { out, heard } = await talking(anna, bob);
      const code = await out.call.transferTo(nobody).then(
        () => 'done',
        (error: { code?: string }) => error.code,
      );
      same(code, 'TRANSFER_FAILED');
      same([out.has('ended'), heard.has('ended')], [false, false]);
      out.call.hangUp();
      await ends(heard, 'HANGUP', 'remote');
    },
  },
];
