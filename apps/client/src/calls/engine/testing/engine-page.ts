import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { MicrophoneError, openMicrophone } from '#audio/microphone.ts';
import { callOver } from '#live/line/call.ts';
import { trpcSource } from '#live/line/trpc-source.ts';
import { liveStore } from '#live/store/live-store.ts';
import { newId } from '#platform/new-id.ts';
import { browserClock } from '../../conductor/browser.ts';
import type { Log } from '../../conductor/parts.ts';
import { createClassicEngine } from '../classic/classic-engine.ts';
import { createClassicServer } from '../classic/http-server.ts';
import { type OwnedCalls, storedOwnedCalls } from '../classic/owned-calls.ts';
import { engineStories } from '../conformance.ts';
import type { TestPhone, TestWorld } from '../conformance-world.ts';
import { createSipServer } from '../sip/http-server.ts';
import type { KeptDialog, KeptDialogs } from '../sip/kept-dialogs.ts';
import { createSipEngine } from '../sip/sip-engine.ts';
import { openFeed } from './classic-phone.ts';

/** A signed-in user of a running server's account. */
export interface PagePerson {
  readonly webUserId: string;
  readonly accessToken: string;
  readonly extension: string;
}

/** What the program that opened the page can do to the server and to the network. */
interface Outside {
  setNetwork(isAway: boolean): Promise<void>;
  killSignalling(): Promise<void>;
  /** Resolves once the server answers again. */
  untilHealthy(): Promise<void>;
}

/** What a page offers that runs the real engine through the sentences that every engine must pass. */
export interface EnginePage {
  readonly sentences: readonly string[];
  /** Returns the log; rejects when the engine doesn't do what the sentence says. */
  run(
    generation: 'sip' | 'classic',
    sentence: string,
    people: Record<'anna' | 'bob' | 'carol', PagePerson>,
  ): Promise<void>;
}

type PagePhone = TestPhone & { leave(): void };

/** What the pages of one browser have in common. */
interface Installation {
  readonly instanceId: string;
  readonly kept: KeptDialogs;
  readonly owned: OwnedCalls;
  /** Its pages so far. */
  readonly pages: PagePhone[];
}

function newInstallation(): Installation {
  let dialogs: readonly KeptDialog[] = [];
  const stored = new Map<string, string>();
  return {
    instanceId: newId(),
    kept: {
      read: () => dialogs,
      keep: (dialog) => {
        dialogs = [...dialogs.filter(({ sipCallId }) => sipCallId !== dialog.sipCallId), dialog];
      },
      forget: (sipCallId) => {
        dialogs = dialogs.filter((each) => each.sipCallId !== sipCallId);
      },
    },
    owned: storedOwnedCalls({
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
    }),
    pages: [],
  };
}

function phoneOf(generation: 'sip' | 'classic', person: PagePerson, installation = newInstallation()): PagePhone {
  const page = openPhone(generation, person, installation);
  installation.pages.push(page);
  return page;
}

function openPhone(generation: 'sip' | 'classic', person: PagePerson, installation: Installation): PagePhone {
  const { webUserId, accessToken, extension } = person;
  const { instanceId, kept, owned } = installation;
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
  let isRefused = false;
  const common = {
    openMicrophone: () => (isRefused ? Promise.reject(new MicrophoneError('denied')) : openMicrophone()),
    clock: browserClock,
    log,
    instanceId,
  };
  const sipServer = createSipServer(webUserId, call, ongoing);
  const transferElsewhere: TestPhone['transferElsewhere'] = async (session, { number, sessionId }) => {
    const sipCallId = ongoing.read()?.find(({ id }) => id === session)?.callId;
    if (sipCallId == null) throw new Error('the server knows no such call');
    await sipServer.startTransfer(sipCallId, { number, sessionId, ownNumber: null });
  };
  const phone = {
    number: extension,
    channelId: null,
    transferElsewhere,
    nextPage: () => phoneOf(generation, person, installation),
    refuseMicrophone() {
      isRefused = true;
      return () => {
        isRefused = false;
      };
    },
    transferCode: (number: string) => (generation === 'sip' ? null : `*3${number}#`),
  };
  if (generation === 'sip') {
    return { ...phone, engine: createSipEngine({ ...common, server: sipServer, kept }), leave() {} };
  }
  const feed = openFeed(call, webUserId);
  const engine = createClassicEngine({
    ...common,
    feed,
    ongoing,
    server: { ...createClassicServer(call), iceServers: () => sipServer.iceServers() },
    owned,
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
    const installations: Installation[] = [];
    const phone = (who: PagePerson) => {
      const installation = newInstallation();
      installations.push(installation);
      return phoneOf(generation, who, installation);
    };
    const phones = { anna: phone(anna), bob: phone(bob), bobsOther: phone(bob), carol: phone(carol) };
    const world: TestWorld = {
      ...phones,
      nobody: '98',
      async cutOff() {
        await window.setNetwork(true);
        return () => window.setNetwork(false);
      },
      killSignalling: () => window.killSignalling(),
      close: () => stop(),
    };
    async function stop() {
      for (const { engine, leave } of installations.flatMap(({ pages }) => pages)) {
        await engine.stop();
        leave();
      }
      await window.untilHealthy();
    }
    try {
      await story.tell(world);
    } finally {
      await world.close();
    }
  },
};

declare global {
  interface Window extends Outside {}
}

Object.assign(globalThis, { enginePage: page });
