import { randomUUID } from 'node:crypto';
import type { CallBackCommands } from '../call-backs.ts';
import type { Call } from '../calls/call.ts';
import type { LegFact, RegisteredContact } from '../calls/legs.ts';
import { legOf } from '../calls/turn.ts';
import { unreachable } from '../calls/unreachable.ts';
import type { CallCommands } from '../commands.ts';
import type { LineTests } from '../line-tests.ts';
import { isLost, type MediaFact } from '../media/media.ts';
import type { StoredCall } from '../ports.ts';
import type { SupervisionCommands } from '../supervision.ts';
import { strayFact } from './arriving/stray-fact.ts';
import { type CallGuards, callGuards } from './call-guards.ts';
import type { CallTable } from './call-table.ts';
import { type Desks, openDesks, type SwitchboardParts } from './desks.ts';
import type { FactOfLeg } from './followers.ts';
import { type KeyWays, keyWays } from './key-ways.ts';
import { type CallSnapshot, mayGoOn } from './last-life.ts';
import { aboutEndpoint } from './log-about.ts';
import type { CallBackDesk } from './queue/call-back-desk.ts';
import type { RunningCall } from './running-call.ts';

export interface Switchboard extends CallGuards {
  readonly callBacks: CallBackCommands & Pick<CallBackDesk, 'homesChanged'>;
  readonly supervision: SupervisionCommands;
  readonly lineTests: LineTests;
  readonly commands: CallCommands;
  /** See `Capturing`. */
  readonly steerCapture: Desks['steerCapture'];
  readonly steerBot: Desks['steerBot'];
  readonly steerRoom: Desks['steerRoom'];
  /** Goes on with calls of an earlier life, whose dialogs and audio live, and takes calls from now on. `stored`: as it left them. */
  start(calls: readonly CallSnapshot[], stored: readonly StoredCall[]): void;
  activeCalls(): number;
  /** Calls that a restart would not go on with. */
  callsToLose(): number;
  /** Takes no further calls and ends those that are up; fulfils when their ends are in the book. */
  close(): Promise<void>;
  /** Hears nothing more of legs and media. */
  stopHearing(): void;
}

interface Waking {
  /** Takes what media tells; without it that is taken as it comes. */
  whenAwake(task: () => void): void;
}

/** Says which call a fact belongs to: what becomes of it is up to the followers of calls, and to the call. */
export function switchboard(parts: SwitchboardParts & Partial<Waking>): Switchboard {
  const { legs, media, whenAwake = (task: () => void) => task() } = parts;
  const desks = openDesks(parts);
  const { table, commands, invites, waiting } = desks;
  /** What is heard from the start on. */
  const stops: (() => void)[] = [];
  const keys = keyWays(parts.clock);

  const toCall = (fact: FactOfLeg, running: RunningCall): void => {
    if (fact.type === 'info') {
      const { legId, digit, durationMs } = fact;
      if (!keys.byInfo(running, legId, digit)) return;
      // It answers a question about a recording, as a key in the audio does.
      const endpointId = legOf(running.call, legId)?.mediaId;
      if (endpointId !== undefined) desks.followers.mediaFact({ type: 'dtmf', endpointId, digit, durationMs });
    }
    if (!desks.followers.fact(running, fact)) running.take(fact as Exclude<FactOfLeg, { type: 'referred' }>);
  };
  const legFact = (fact: LegFact, running: RunningCall | undefined): void => {
    if (fact.type === 'invited') invites.take(fact);
    else if (waiting.fact(fact)) return;
    else if (running) toCall(fact, running);
    else strayFact(legs, fact);
  };

  return {
    commands,
    steerCapture: desks.steerCapture,
    steerBot: desks.steerBot,
    steerRoom: desks.steerRoom,
    callBacks: desks.callBacks,
    supervision: desks.supervision,
    lineTests: desks.lineTests,
    start(calls, stored) {
      goOn(parts, desks, calls, stored);
      stops.push(
        legs.onContact((contact) => contactCame(table, contact)),
        media.onFact((fact) => whenAwake(() => mediaFact(parts, desks, keys, fact, toCall))),
      );
      legs.hear(legFact);
      desks.callBacks.open();
    },
    ...callGuards(table),
    callsToLose: () => [...table.calls].filter(({ call }) => call.state !== 'over' && !mayGoOn(call)).length,
    activeCalls: () => [...table.calls].filter((running) => running.call.state !== 'over').length,
    async close() {
      invites.close();
      desks.callBacks.close();
      for (const running of table.calls) running.take({ type: 'stopAsked' });
      await table.written();
    },
    stopHearing() {
      legs.close();
      for (const stop of stops) stop();
    },
  };
}

/** Calls of an earlier life go on, with everybody who followed them. */
function goOn(
  { legs }: SwitchboardParts,
  { table, followers }: Desks,
  calls: readonly CallSnapshot[],
  stored: readonly StoredCall[],
): void {
  for (const { dialogs } of calls) {
    for (const [legId, dialogId] of Object.entries(dialogs)) if (dialogId !== legId) legs.replace(legId, dialogId);
  }
  followers.takeUp(
    calls.map((snapshot) => ({
      snapshot,
      running: table.takeUp(snapshot.call),
      seen: stored.find(({ callId }) => callId === snapshot.call.callId)?.seen ?? [],
    })),
  );
}

/** A device registered: calls that ring its user ring it as well. */
function contactCame({ calls }: CallTable, contact: RegisteredContact): void {
  for (const running of calls) {
    if (running.call.state !== 'ringing') continue;
    const ids = { legId: randomUUID(), sipCallId: randomUUID(), mediaId: randomUUID() };
    running.take({ type: 'deviceCame', contact, ids });
  }
}

const hasLost = ({ caller, forks }: Call, fact: Extract<MediaFact, { type: 'lost' }>): boolean =>
  [caller, ...forks].some(({ mediaId }) => isLost(fact, mediaId));

function mediaFact(
  { legs, log }: SwitchboardParts,
  { table, followers }: Desks,
  keys: KeyWays,
  fact: MediaFact,
  toCall: (fact: FactOfLeg, running: RunningCall) => void,
): void {
  const at = 'endpointId' in fact ? legs.ofMedia(fact.endpointId) : undefined;
  if (fact.type === 'dtmf' && at && !keys.inAudio(at.running, at.legId, fact.digit)) return;
  if (followers.mediaFact(fact)) return;
  switch (fact.type) {
    case 'connected':
      at?.running.take({ type: 'mediaConnected', legId: at.legId });
      break;
    case 'failed':
      // A browser that lost its network or was closed; the call it was in says the rest.
      log.info({ ...aboutEndpoint(legs, fact.endpointId), why: fact.why }, 'calls: audio of a leg failed');
      if (at) toCall({ type: 'mediaFailed', legId: at.legId }, at.running);
      break;
    case 'dtmf':
      at?.running.take({ type: 'dtmf', legId: at.legId, digit: fact.digit });
      break;
    case 'played':
    case 'recorded':
    case 'recordingFailed':
    // Who is served hears of it.
    case 'streamEnded':
      break;
    case 'lost':
      log.error({ calls: table.calls.size, endpoints: fact.endpointIds?.size }, 'calls: media process lost');
      for (const running of [...table.calls].filter(({ call }) => hasLost(call, fact)))
        running.take({ type: 'mediaLost' });
      break;
    default:
      unreachable(fact);
  }
}
