import { liveQueries } from '@sidetone/contract/documents/queries.ts';
import { openMicrophone } from '#audio/microphone.ts';
import { callOver } from '#live/call.ts';
import { liveStore } from '#live/live-store.ts';
import { trpcSource } from '#live/trpc-source.ts';
import { browserClock, newId } from '../../conductor/browser.ts';
import type { CallEngine } from '../call-engine.ts';
import { engineStories, type TestPhone, type TestWorld } from '../conformance.ts';
import { createSipServer } from '../sip/http-server.ts';
import { createSipEngine } from '../sip/sip-engine.ts';

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
  run(sentence: string, people: Record<'anna' | 'bob' | 'carol', PagePerson>): Promise<void>;
}

function sipPhone({ webUserId, accessToken, extension }: PagePerson): TestPhone & { engine: CallEngine } {
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
    watch: (onChange: () => void) => live.watch(liveQueries.ongoingCalls, {}, onChange),
    read() {
      const { status, rows } = live.read(liveQueries.ongoingCalls, {});
      return status === 'ready' ? rows : null;
    },
  };
  const engine = createSipEngine({
    server: createSipServer(webUserId, call, ongoing),
    openMicrophone: () => openMicrophone(),
    clock: browserClock,
    log: (level, message, fields) => console[level](message, JSON.stringify(fields)),
    instanceId: newId(),
    kept: { read: () => [], keep() {}, forget() {} },
  });
  return { engine, number: extension, channelId: null };
}

const page: EnginePage = {
  sentences: engineStories.map(({ sentence }) => sentence),
  async run(sentence, { anna, bob, carol }) {
    const story = engineStories.find((each) => each.sentence === sentence);
    if (story === undefined) throw new Error(`no such sentence: ${sentence}`);
    const phones = { anna: sipPhone(anna), bob: sipPhone(bob), bobsOther: sipPhone(bob), carol: sipPhone(carol) };
    const world: TestWorld = { ...phones, nobody: '98', close: () => stop() };
    async function stop() {
      for (const { engine } of Object.values(phones)) await engine.stop();
    }
    try {
      await story.tell(world);
    } finally {
      await world.close();
    }
  },
};

Object.assign(globalThis, { enginePage: page });
