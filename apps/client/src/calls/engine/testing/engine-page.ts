import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { openMicrophone } from '#audio/microphone.ts';
import { callOver } from '#live/call.ts';
import { liveStore } from '#live/live-store.ts';
import { trpcSource } from '#live/trpc-source.ts';
import { newId } from '#platform/new-id.ts';
import { browserClock } from '../../conductor/browser.ts';
import type { Log } from '../../conductor/parts.ts';
import { createClassicEngine } from '../classic/classic-engine.ts';
import { createClassicServer } from '../classic/http-server.ts';
import { engineStories } from '../conformance.ts';
import type { TestPhone, TestWorld } from '../conformance-world.ts';
import { createSipServer } from '../sip/http-server.ts';
import { createSipEngine } from '../sip/sip-engine.ts';
import { openFeed } from './classic-phone.ts';

/** Somebody of a running server's account, signed in. */
export interface PagePerson {
  readonly webUserId: string;
  readonly accessToken: string;
  readonly extension: string;
}

/** What a page offers that runs the real engine through the sentences that every engine must pass. */
export interface EnginePage {
  readonly sentences: readonly string[];
  /** Gives what was logged; rejects when the engine doesn't do what the sentence says. */
  run(
    generation: 'sip' | 'classic',
    sentence: string,
    people: Record<'anna' | 'bob' | 'carol', PagePerson>,
  ): Promise<void>;
}

function phoneOf(
  generation: 'sip' | 'classic',
  { webUserId, accessToken, extension }: PagePerson,
): TestPhone & { leave(): void } {
  const token = () => Promise.resolve(accessToken);
  const call = callOver({
    fetch: (...request) => fetch(...request),
    origin: '',
    accessToken: token,
    renewToken: token,
  });
  const live = liveStore(
    trpcSource({
      url: `${location.origin.replace(/^http/, 'ws')}/live`,
      accessToken: token,
      renewToken: token,
      onChance: () => {},
    }),
  );
  const ongoing = {
    watch: (onChange: () => void) => live.watch(phoneQueries.ongoingCalls, {}, onChange),
    read() {
      const { status, rows } = live.read(phoneQueries.ongoingCalls, {});
      return status === 'ready' ? rows : null;
    },
  };
  const log: Log = (level, message, fields) => console[level](message, JSON.stringify(fields));
  const common = { openMicrophone: () => openMicrophone(), clock: browserClock, log, instanceId: newId() };
  const sipServer = createSipServer(webUserId, call, ongoing);
  const transferElsewhere: TestPhone['transferElsewhere'] = async (session, { number, sessionId }) => {
    const callId = ongoing.read()?.find(({ id }) => id === session)?.callId;
    if (callId == null) throw new Error('the server knows no such call');
    await sipServer.startTransfer(callId, { number, sessionId, ownNumber: null });
  };
  const phone = { number: extension, channelId: null, transferElsewhere };
  if (generation === 'sip') {
    const kept = { read: () => [], keep() {}, forget() {} };
    return { ...phone, engine: createSipEngine({ ...common, server: sipServer, kept }), leave() {} };
  }
  const feed = openFeed(call, webUserId);
  const engine = createClassicEngine({
    ...common,
    feed,
    ongoing,
    server: { ...createClassicServer(call), iceServers: () => sipServer.iceServers() },
    owned: { keep() {}, forget() {}, list: () => [] },
    // Colleagues are called by short numbers, which need no phone.
    phone: () => null,
    isEmergency: () => false,
  });
  return { ...phone, engine, leave: () => feed.leave() };
}

const page: EnginePage = {
  sentences: engineStories.map(({ sentence }) => sentence),
  async run(generation, sentence, { anna, bob, carol }) {
    const story = engineStories.find((each) => each.sentence === sentence);
    if (story === undefined) throw new Error(`no such sentence: ${sentence}`);
    const phone = (who: PagePerson) => phoneOf(generation, who);
    const phones = { anna: phone(anna), bob: phone(bob), bobsOther: phone(bob), carol: phone(carol) };
    const world: TestWorld = { ...phones, nobody: '98', close: () => stop() };
    async function stop() {
      for (const { engine, leave } of Object.values(phones)) {
        await engine.stop();
        leave();
      }
    }
    try {
      await story.tell(world);
    } finally {
      await world.close();
    }
  },
};

Object.assign(globalThis, { enginePage: page });
