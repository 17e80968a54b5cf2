import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { MediaError } from './media.ts';
import type { Ear } from './testing/ear.ts';
import type { Party } from './testing/party.ts';
import { openParty } from './testing/party.ts';
import { voicesIn } from './testing/voices.ts';

let party: Party;
const agent = 700;
const caller = 1000;
const guest = 1700;
const everybody = [agent, caller, guest];

beforeAll(async () => {
  party = await openParty();
});
afterEach(() => party.clear());
afterAll(() => party.stop());

/** Waits until each ear hears exactly these voices for half a second, once what was under way is over. */
async function expectVoices(...wanted: readonly (readonly [Ear, readonly number[]])[]): Promise<void> {
  await Promise.all(
    wanted.map(async ([ear, voices]) => {
      await ear.listen(300);
      const listen = async () => expect(voicesIn(await ear.listen(500), 8000, everybody)).toEqual(voices);
      await vi.waitFor(listen, { timeout: 8000 });
    }),
  );
}

/** Nothing at all is sent there. */
const expectNothing = async (ear: Ear): Promise<void> => {
  await vi.waitFor(async () => await expect(ear.listen(200, 400)).rejects.toThrow('heard'), { timeout: 8000 });
};

const pair = ['agent', 'caller'] as const;

test('a guest listens, is heard by one and by both, and leaves two who hear each other as before', async () => {
  const [a, c, g] = [
    await party.browser('agent', agent),
    await party.phone('caller', caller, 'PCMA'),
    await party.browser('guest', guest),
  ];
  const { media } = party.process;
  await media.bridge('agent', 'caller');
  await media.attach('guest', { pair, heardBy: [] });
  await expectVoices([a.ear, [caller]], [c.ear, [agent]], [g.ear, [agent, caller]]);
  await media.attach('guest', { pair, heardBy: ['agent'] });
  await expectVoices([a.ear, [caller, guest]], [c.ear, [agent]], [g.ear, [agent, caller]]);
  await media.attach('guest', { pair, heardBy: ['agent', 'caller'] });
  await expectVoices([a.ear, [caller, guest]], [c.ear, [agent, guest]], [g.ear, [agent, caller]]);
  await media.detach('guest');
  await media.detach('guest');
  await expectVoices([a.ear, [caller]], [c.ear, [agent]]);
  await expectNothing(g.ear);
});

test('a guest hears nothing of a call with someone else, and hears the two again once they are joined', async () => {
  const [, , g, third] = [
    await party.phone('agent', agent, 'PCMA'),
    await party.phone('caller', caller, 'PCMA'),
    await party.phone('guest', guest, 'PCMU'),
    await party.phone('third', guest, 'PCMA'),
  ];
  const { media } = party.process;
  await media.attach('guest', { pair, heardBy: [] });
  await media.bridge('agent', 'caller');
  await expectVoices([g.ear, [agent, caller]]);
  await media.bridge('agent', 'third');
  await expectVoices([third.ear, [agent]]);
  await expectNothing(g.ear);
  await media.confer(['agent', 'caller', 'third']);
  await expectVoices([third.ear, [agent, caller]]);
  await expectNothing(g.ear);
  await media.bridge('caller', 'agent');
  await expectVoices([g.ear, [agent, caller]]);
  await expectNothing(third.ear);
});

test('closing the guest joins the two again, and closing one of the two ends it', async () => {
  const [a, c] = [await party.phone('agent', agent, 'PCMA'), await party.phone('caller', caller, 'PCMA')];
  await party.phone('guest', guest, 'PCMA');
  const { media } = party.process;
  await media.bridge('agent', 'caller');
  await media.attach('guest', { pair, heardBy: ['agent', 'caller'] });
  await expectVoices([c.ear, [agent, guest]]);
  await media.close('guest');
  await expectVoices([a.ear, [caller]], [c.ear, [agent]]);
  const second = await party.phone('second', guest, 'PCMA');
  await media.attach('second', { pair, heardBy: [] });
  await expectVoices([second.ear, [agent, caller]]);
  await media.close('caller');
  await expectNothing(second.ear);
  await expectNothing(a.ear);
  await expect(media.attach('second', { pair, heardBy: [] })).rejects.toThrow(MediaError);
});
