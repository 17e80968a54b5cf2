import type { OngoingCall } from '@sidetone/contract/entities/ongoing-call.ts';
import { isSpecialDial } from '@sidetone/contract/rules/doc-id.ts';
import { closeMicrophone } from '#audio/microphone.ts';
import type { RealtimeEvent } from '#live/line/realtime.ts';
import type { Log } from '../../conductor/parts.ts';
import type { Clock } from '../../core/clock.ts';
import type { CallEngine, DialRequest, EngineListener, LineState } from '../call-engine.ts';
import { CallError } from '../call-error.ts';
import { microphoneCallError } from '../microphone-error.ts';
import type { OngoingSource } from '../ongoing-source.ts';
import { createClassicCall } from './classic-call.ts';
import type { CallFacts, ClassicCall, ClassicCallParts } from './classic-call-parts.ts';
import type { ClassicFeed, ClassicServer, SenderPhone } from './classic-server.ts';
import { endIfBegun } from './end-surely.ts';
import type { OwnedCalls } from './owned-calls.ts';
import { openPeer } from './peer.ts';
import { recentCalls } from './recent-calls.ts';

export interface ClassicEngineParts {
  readonly server: ClassicServer;
  readonly feed: ClassicFeed;
  readonly ongoing: OngoingSource;
  readonly owned: OwnedCalls;
  readonly openMicrophone: () => Promise<MediaStream>;
  /**
   * The phone with this id, else the one that calls of the channel go out by; null where it is none of the user's that is
   * connected.
   */
  readonly phone: (phoneId: string | null, channelId: string | null) => SenderPhone | null;
  /** Emergency calls are placed even without a phone. */
  readonly isEmergency: (number: string) => boolean;
  readonly clock: Clock;
  readonly log: Log;
  /** The same for every start of this installation; its calls and its audio go by this name. */
  readonly instanceId: string;
  readonly connect?: (configuration: RTCConfiguration) => RTCPeerConnection;
}

type Heard = Extract<RealtimeEvent, { payload: { sessionId?: string | null | undefined } }>;

/** An event may overtake the reply that names its call; so many are kept meanwhile. */
const earlyEvents = 20;
/** A call that rings by its row but not by an event that long has slipped past this client, in milliseconds. */
const missedAfterMs = 1_000;
/** What the server still says of a call that is over comes within seconds; nobody ends more calls than this meanwhile. */
const rememberedCalls = 20;

/**
 * The engine of the classic generation: the server calls on this client's behalf and tells by events, commands are HTTP,
 * and the audio is a WebRTC peer that the server offers. What an event would have told is read from the live calls.
 */
export function createClassicEngine(parts: ClassicEngineParts): CallEngine {
  const { server, feed, ongoing, owned, clock, log, instanceId } = parts;
  const connect = parts.connect ?? ((configuration) => new RTCPeerConnection(configuration));
  const running = new Set<ClassicCall>();
  /** Calls that are over for this window; the server's row of them may live a little longer. */
  const over = recentCalls(rememberedCalls);
  /** Sessions of calls that this client heard ring, or asked about. */
  const rang = recentCalls(rememberedCalls);
  /** Audio that is being given up; the next call may want the same name. */
  const devices = new Map<ClassicCall, string>();
  let closing: Promise<unknown> = Promise.resolve();
  let hear: EngineListener | null = null;
  let early: Heard[] = [];
  let resumedOnce = false;
  /** Another window goes on with the calls, and has to find them among the own ones. */
  let isHandingOver = false;
  let cancelAsking: (() => void) | null = null;
  let stops: (() => void)[] = [];

  const lineState = (): LineState =>
    feed.isOnline()
      ? { status: 'REGISTERED', reconnect: 'none' }
      : { status: 'DISCONNECTED', reconnect: feed.isSlow() ? 'failed' : 'reconnecting' };

  function newCall(facts: CallFacts, inherited?: ClassicCallParts['inherited']): ClassicCall {
    const call: ClassicCall = createClassicCall({
      facts,
      ...(inherited && { inherited }),
      succeed,
      server,
      clock,
      log,
      clientId: instanceId,
      openMicrophone: () => openFor(parts.openMicrophone),
      async openPeer(callId, microphone, ears) {
        const device = freeDevice(instanceId, new Set(devices.values()));
        devices.set(call, device);
        owned.keep({ callId, sessionId: facts.sessionId });
        await closing;
        return openPeer({ server: { ...server, closePeer }, clock, log, connect }, device, callId, microphone, ears);
      },
      onEnd(ended) {
        running.delete(ended);
        devices.delete(ended);
        if (ended.callId === null) return;
        over.note(ended.callId);
        if (!isHandingOver) owned.forget(ended.callId);
      },
    });
    running.add(call);
    return call;
  }

  /** TARGET goes on in the leg, and with the audio, of INITIAL. */
  function succeed(before: ClassicCall, facts: CallFacts, inherited: NonNullable<ClassicCallParts['inherited']>) {
    const device = devices.get(before);
    running.delete(before);
    devices.delete(before);
    const call = newCall(facts, inherited);
    if (device !== undefined) devices.set(call, device);
    owned.keep({ callId: inherited.callId, sessionId: facts.sessionId });
    return call;
  }

  /** Closing comes before the next opening, or the server would take away what was just opened. */
  function closePeer(device: string): Promise<void> {
    const done = server.closePeer(device);
    closing = Promise.allSettled([closing, done]);
    return done;
  }

  function heard(event: RealtimeEvent) {
    if (!('sessionId' in event.payload)) return;
    const about = event as Heard;
    const { callId, sessionId } = about.payload;
    if (callId != null && over.has(callId)) return;
    const known = [...running].find((call) => call.callId !== null && call.callId === callId);
    if (known !== undefined) {
      known.hear(about);
      return;
    }
    if (about.name === 'incoming') {
      arrive(about.payload);
      return;
    }
    // The reply to our order to call, which tells the id, is still on its way.
    const waits = [...running].some((call) => call.callId === null && call.sessionId === sessionId);
    if (waits) early = [...early, about].slice(-earlyEvents);
  }

  function arrive(payload: Extract<RealtimeEvent, { name: 'incoming' }>['payload']) {
    const { callId, sessionId, fromNumber, toNumber, targetChannelId, apiCall } = payload;
    rang.note(sessionId);
    const call = newCall({
      sessionId,
      direction: 'INCOMING',
      number: fromNumber,
      displayName: fromNumber === null ? null : (apiCall?.fromContact ?? null),
      calledNumber: toNumber,
      channelId: targetChannelId ?? null,
    });
    call.begin(callId, null);
    hear?.incoming(call);
    reconcile();
  }

  function reconcile() {
    const rows = ongoing.read();
    if (rows === null || hear === null) return;
    for (const call of [...running]) call.read(rows);
    if (rows.some(isMissed)) cancelAsking ??= clock.after(missedAfterMs, askForMissed);
    if (resumedOnce) return;
    resumedOnce = true;
    for (const row of rows) void resume(row);
  }

  /** It rings, as far as the server knows, and this client has heard nothing of it: it came on duty too late. */
  const isMissed = ({ id, direction, state }: OngoingCall) =>
    direction === 'INCOMING' && state === 'ringing' && !rang.has(id);

  function askForMissed() {
    cancelAsking = null;
    const missed = hear === null || !feed.isOnline() ? [] : (ongoing.read() ?? []).filter(isMissed);
    if (missed.length === 0) return;
    for (const { id } of missed) rang.note(id);
    server.tellRinging().catch((cause: unknown) => log('warn', 'missed rings not asked for', { cause: String(cause) }));
  }

  /** Goes on with a call that this installation had before. */
  async function resume(row: OngoingCall) {
    // TARGET of a transfer that INITIAL left goes on in the same leg, and so under its Call-ID.
    const mine = owned.list().find(({ sessionId, callId }) => sessionId === row.id || callId === row.callId);
    if (mine === undefined || row.state !== 'talking') return;
    if ([...running].some(({ callId }) => callId === mine.callId)) return;
    const call = newCall(factsOf(row));
    call.begin(mine.callId, null);
    log('info', 'call goes on here', { sessionId: row.id });
    const { transfer } = row;
    const goesOn = transfer !== null && transfer.state !== 'failed' && transfer.state !== 'ended';
    hear?.resumed?.(call, Date.parse(row.establishedAt ?? row.startedAt), {
      muted: false,
      held: row.onHold,
      transfer: goesOn ? call.resumeTransfer(transfer) : null,
    });
    const resuming = call.resume();
    // While the browser asks for the microphone the other side may leave.
    call.read(ongoing.read() ?? []);
    try {
      await resuming;
    } catch (cause) {
      log('error', 'call not resumed', { sessionId: row.id, cause: String(cause) });
      call.hangUp();
      return;
    }
    call.read(ongoing.read() ?? []);
  }

  return {
    async start(on) {
      if (hear !== null) return;
      hear = on;
      resumedOnce = false;
      let wasOnline = feed.isOnline();
      stops = [
        feed.watchOnline(() => {
          on.line(lineState());
          const isOnline = feed.isOnline();
          if (isOnline && !wasOnline) {
            for (const call of running) call.networkBack();
            reconcile();
          }
          wasOnline = isOnline;
        }),
        feed.hear(heard),
        ongoing.watch(reconcile),
      ];
      on.line(lineState());
      reconcile();
    },

    async dial({ number, sessionId, channelId, ownNumber, phoneId = null, givenUp }) {
      if (hear === null || !feed.isOnline()) throw new CallError('OFFLINE');
      const phone = parts.phone(phoneId, channelId);
      if (phone === null && !isSpecialDial(number) && !parts.isEmergency(number)) {
        throw new CallError('PHONE_NOT_FOUND');
      }
      const microphone = await openFor(parts.openMicrophone, givenUp);
      if (hear === null) {
        closeMicrophone(microphone);
        throw new CallError('OFFLINE');
      }
      const call = newCall({
        sessionId,
        direction: 'OUTGOING',
        number,
        displayName: null,
        calledNumber: null,
        channelId,
      });
      try {
        const order = orderOf({ number, sessionId, channelId, ownNumber }, phone, instanceId);
        call.begin(await server.startCall(order), microphone);
      } catch (cause) {
        running.delete(call);
        closeMicrophone(microphone);
        endIfBegun(sessionId, ongoing, { server, clock, log });
        throw new CallError('DIAL_FAILED', cause);
      }
      const overtaken = early.filter((event) => event.payload.callId === call.callId);
      early = early.filter((event) => !overtaken.includes(event));
      for (const event of overtaken) call.hear(event);
      return call;
    },

    reconnect: () => feed.hurry(),

    async stop(how = 'end') {
      if (hear === null) return;
      const { line } = hear;
      hear = null;
      isHandingOver = how === 'handOver';
      for (const stop of stops.splice(0)) stop();
      for (const call of [...running]) {
        if (how === 'handOver') call.leave();
        else if (call.isOurs) call.hangUp();
        else call.leave();
      }
      isHandingOver = false;
      running.clear();
      devices.clear();
      over.clear();
      rang.clear();
      cancelAsking?.();
      cancelAsking = null;
      early = [];
      line({ status: 'UNREGISTERED', reconnect: 'none' });
    },
  };
}

/** One name for the audio of this installation, and more of them only while calls run side by side. */
function freeDevice(instanceId: string, taken: ReadonlySet<string>): string {
  for (let at = 1; ; at += 1) {
    const name = at === 1 ? instanceId : `${instanceId}-${at}`;
    if (!taken.has(name)) return name;
  }
}

/** What the server is told to call, and how. */
function orderOf(
  { number, sessionId, channelId, ownNumber }: Omit<DialRequest, 'phoneId' | 'givenUp'>,
  phone: SenderPhone | null,
  instanceId: string,
): Parameters<ClassicServer['startCall']>[0] {
  // A phone shows its own number; the channel's may be none of its.
  const sender = phone === null ? ownNumber : phone.callerId;
  return {
    phoneNumber: number,
    // Specification 7: the plus of the sender is stripped.
    senderPhoneNumber: sender === null ? null : sender.replace(/^\+/, ''),
    deviceId: instanceId,
    clientId: instanceId,
    sessionId,
    channelId,
    phoneId: phone?.id ?? null,
  };
}

/** What the server's row tells of a call that runs already. */
function factsOf(row: OngoingCall): CallFacts {
  return {
    sessionId: row.id,
    direction: row.direction,
    number: row.number,
    displayName: row.name,
    calledNumber: row.direction === 'INCOMING' ? row.ownNumber : null,
    channelId: row.channelId,
  };
}

/** Opens the microphone, and closes it again for a call that was given up while the browser asked for it. */
async function openFor(open: () => Promise<MediaStream>, givenUp?: AbortSignal): Promise<MediaStream> {
  const microphone = await open().catch((cause: unknown) => {
    throw microphoneCallError(cause);
  });
  if (!givenUp?.aborted) return microphone;
  closeMicrophone(microphone);
  throw new CallError('DIAL_FAILED', givenUp.reason);
}
