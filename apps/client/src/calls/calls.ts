import type { Remote } from '@sidetone/contract/entities/remote.ts';
import type { CallStartingPoint } from '@sidetone/contract/rules/defaults.ts';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { followChoice } from '#audio/device-choice.ts';
import { hearLosses } from '#audio/devices.ts';
import { openMicrophone } from '#audio/microphone.ts';
import { connection } from '#live/line/connection.ts';
import { realtime } from '#live/line/realtime.ts';
import { newId } from '#platform/new-id.ts';
import { createCallServer, ongoing, phoneConnection } from './call-server.ts';
import { type Command, type Commands, type Order, orderOf, perform } from './commands.ts';
import { browserClock, browserLog, instanceId } from './conductor/browser.ts';
import { createConductor } from './conductor/conductor.ts';
import type { DialOrder } from './conductor/dialling.ts';
import type { Parts, Surroundings } from './conductor/parts.ts';
import { reportSteps } from './conductor/reports.ts';
import { createBrowserSounds } from './conductor/sound/browser-sounds.ts';
import { watchDevices } from './conductor/sound/devices.ts';
import { readLevels } from './conductor/sound/meters.ts';
import type { CallsState } from './conductor/stage.ts';
import type { HandedOver } from './conductor/transfers/transfers.ts';
import { activeCall, isFull } from './core/call-list.ts';
import type { CallEngine } from './engine/call-engine.ts';
import { type CallProblem, problemOf, wordsForLog } from './engine/call-error.ts';
import { lateEngine } from './engine/late-engine.ts';
import { createKeptDialogs } from './engine/sip/kept-dialogs.ts';
import { createSipEngine } from './engine/sip/sip-engine.ts';
import { withPhones } from './phone-connection.ts';
import { showCallProblem } from './screens/problems.ts';
import { followCalls } from './tabs/alerts.ts';
import { steerByHeadset } from './tabs/headset.ts';
import { askBeforeLeaving } from './tabs/leaving.ts';
import { joinTabs, type Tabs } from './tabs/phone-tab.ts';

export type { ChannelOfCall } from './conductor/parts.ts';

type Known = 'ground' | 'isDnd' | 'channel' | 'findRemote';
type Optional = 'answersItself' | 'takesPages' | 'channelName' | 'callWaiting' | 'skipRecordingConsent';

export interface CallsDeps extends Pick<Surroundings, Known>, Partial<Pick<Surroundings, Optional>> {
  readonly webUserId: string;
  /** How this account's phone system is spoken to; SIP where nothing is said. */
  readonly generation?: 'sip' | 'classic';
  /** Calls back whenever contacts changed, until the returned function is called. */
  readonly followContacts?: (onChange: () => void) => () => void;
  /** In place of both, for tests and galleries. */
  readonly engine?: CallEngine;
}

export interface CallsView extends CallsState {
  /** Another tab has the phone, which is shown and controlled from here. */
  readonly elsewhere: boolean;
}

export type DialRequest = DialOrder;

const idle: CallsView = {
  calls: [],
  line: { status: 'INITIAL', reconnect: 'none' },
  transfer: null,
  elsewhere: false,
};
const view = createStore<CallsView>()(() => idle);
let tabs: Tabs | null = null;
/** Whether this window, which may order a call from the tab that is the phone, is of the newer generation. */
let hasNeoPbx = true;

/**
 * Makes this window a phone, or a mirror of the tab that already is one. Returns the way to stop: running calls end.
 * Nothing of `deps` is kept from before; each is asked when it is needed.
 */
export function startCalls(deps: CallsDeps): () => void {
  const server = createCallServer(deps.webUserId, deps.generation ?? 'sip');
  const devices = watchDevices();
  hasNeoPbx = deps.generation !== 'classic';
  const report = (problem: CallProblem) => joined.report(problem);
  const conductor = createConductor(conductorParts(deps, server, devices, report));
  const commands: Commands = { ...conductor, reconnect: () => joined.hurry() };
  const joined: Tabs = joinTabs({
    conductor,
    perform: (order) => carryOut(commands, order, report),
    show: (state, elsewhere) => view.setState({ ...state, elsewhere }),
    tell: (problem) => showCallProblem(problem, view.getState().transfer !== null),
    log: browserLog,
  });
  tabs = joined;
  const stops = [
    connection.subscribe(({ live }, before) => {
      if (live === 'open' && before.live !== 'open') joined.hurry();
    }),
    deps.followContacts?.(() => conductor.lookUpAgain()),
    deps.engine ? undefined : reportSteps(conductor.store, server.reportStep, browserLog),
    devices.stop,
    followChoice(),
    hearLosses((lost) => report(lost === 'input' ? 'MICROPHONE_LOST' : 'SPEAKERS_LOST')),
    ...steerFromOutside(),
  ];
  return () => {
    for (const stop of stops) stop?.();
    joined.leave();
    if (tabs === joined) tabs = null;
    view.setState(idle);
  };
}

type CallServer = ReturnType<typeof createCallServer>;

/** What a conductor of this window works with. */
function conductorParts(
  deps: CallsDeps,
  server: CallServer,
  devices: ReturnType<typeof watchDevices>,
  report: (problem: CallProblem) => void,
): Parts {
  return {
    engine: deps.engine ?? withPhones(browserEngine(deps, server), { ...phoneConnection, log: browserLog }),
    clock: browserClock,
    sounds: createBrowserSounds({ log: browserLog, report, devices: devices.now }),
    surroundings: {
      channelName: () => null,
      callWaiting: () => false,
      skipRecordingConsent: () => false,
      ...deps,
      hasNeoPbx: () => hasNeoPbx,
      missingDevice: devices.missing,
      isOnline,
      ...server,
    },
    report,
    log: browserLog,
    newSessionId: newId,
  };
}

/** Carries an order out in this window. What goes wrong is reported and returned. */
async function carryOut(
  commands: Commands,
  order: Order,
  report: (problem: CallProblem) => void,
): Promise<CallProblem | null> {
  try {
    await perform(commands, order);
    return null;
  } catch (error) {
    const problem = problemOf(error);
    // A question to the user, which the screen that ordered asks.
    if (problem === 'CONSENT_NEEDED') return problem;
    browserLog('warn', `order failed: ${problem}`, { order: order.do, cause: wordsForLog(error) });
    report(problem);
    return problem;
  }
}

/**
 * Notifications and headsets give orders as well, and a page with a call asks before it is left. Returns the ways to
 * stop.
 */
function steerFromOutside(): (() => void)[] {
  const accept = (id: string) => void order('accept', id);
  const decline = (id: string) => void order('decline', id);
  const hangUp = (id: string) => void order('hangUp', id);
  const toggleMute = (id: string) => void order('toggleMute', id);
  return [
    followCalls(view, { accept, decline }),
    steerByHeadset(view, { accept, hangUp, toggleMute }),
    askBeforeLeaving(view.getState),
  ];
}

/** What places calls in this window: SIP in the page, or the server of the classic generation. */
function browserEngine({ generation, ground }: CallsDeps, server: CallServer): CallEngine {
  const here = { clock: browserClock, log: browserLog, instanceId: instanceId() };
  if (generation !== 'classic') {
    return createSipEngine({ ...here, server, openMicrophone: () => openMicrophone(), kept: createKeptDialogs() });
  }
  const { iceServers } = server;
  return lateEngine({
    ...here,
    async load() {
      const { createBrowserClassicEngine } = await import('./engine/classic/in-browser.ts');
      return createBrowserClassicEngine({ ...here, ongoing, iceServers, place: () => ground().place });
    },
  });
}

/**
 * Asks something of the phone, wherever it is. What goes wrong is shown to the user and returned; null when all is
 * well. CONSENT_NEEDED is not shown: the screen that ordered asks the user. Without a phone, as while the page is
 * starting, an order fails, and the user sees a message.
 */
export function order<Name extends Command>(
  name: Name,
  ...args: Parameters<Commands[Name]>
): Promise<CallProblem | null> {
  if (tabs) return tabs.order(orderOf(name, ...args));
  showCallProblem('OFFLINE', false);
  return Promise.resolve('OFFLINE');
}

/** Calls, the line, and whether another tab has them. */
export function useCallsView(): CallsView {
  return useStore(view);
}

/** Whether no further call can be started, so that buttons which would start one are disabled. */
export function useCallsFull(): boolean {
  return useStore(view, ({ calls }) => isFull(calls));
}

/** Whether the connection to the phone system is being made again. */
export function useReconnecting(): boolean {
  return useStore(view, ({ line }) => line.reconnect !== 'none');
}

/** What is shown now, for code that is no component. */
export function callsView(): CallsView {
  return view.getState();
}

/** Starts a call. What goes wrong is shown to the user and returned; null when the call is on its way. */
export function dial(request: DialRequest): Promise<CallProblem | null> {
  return order('dial', { ...request, hasNeoPbx });
}

/** Calls somebody beside the established call: a warm transfer begins. */
export function addParticipant(
  number: string,
  remote: Remote | null = null,
  startingPoint?: CallStartingPoint,
): Promise<CallProblem | null> {
  const { calls } = view.getState();
  const channelId = calls.find((call) => call.state === 'Established')?.channelId ?? null;
  return dial({ number, channelId, remote, ...(startingPoint && { startingPoint }) });
}

/** Hands the call that the user hears over without asking. */
export function handOverCall(target: HandedOver): Promise<CallProblem | null> {
  const call = activeCall(view.getState().calls.filter(({ state }) => state === 'Established'));
  return order('transferTo', call?.id ?? '', target);
}

/** How loud both sides are now, 0 to 1; silent where another tab has the call. */
export function callLevels(id: string): { you: number; them: number } {
  const { transfer } = view.getState();
  // Both lines of a transfer are heard through the connection of the first.
  return readLevels(transfer?.targetId === id ? transfer.initialId : id);
}

/** Calls are allowed before the channel has reported its state. */
function isOnline(): boolean {
  const { status } = realtime.getState();
  return navigator.onLine && (status === 'ONLINE' || status === 'INITIAL');
}
