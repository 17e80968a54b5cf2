import type { SipExtension } from '@sidetone/contract/entities/app-extension.ts';
import { sipReconnectionDelayMs } from '@sidetone/contract/rules/call-timing.ts';
import { correlationHeader } from '@sidetone/contract/rules/sip-invite.ts';
import type { UA } from 'jssip';
import type { RTCSession } from 'jssip/lib/RTCSession';
import type { IncomingRTCSessionEvent, OutgoingRTCSessionEvent, UAConfiguration } from 'jssip/lib/UA';
import { closeMicrophone } from '#audio/microphone.ts';
import type { Log } from '../../conductor/parts.ts';
import type { Clock } from '../../core/clock.ts';
import type { CallEngine, EngineCall, EngineListener, LineState, SipStatus } from '../call-engine.ts';
import { CallError, wordsForLog } from '../call-error.ts';
import { microphoneCallError } from '../microphone-error.ts';
import { hearNetworkChanges } from '../network-changes.ts';
import { refusals } from './call/refusals.ts';
import { createSipCall, type SipCall, type SipCallParts } from './call/sip-call.ts';
import { createGoodbyes } from './goodbyes.ts';
import type { Invitation } from './invitation.ts';
import { type IncomingInvite, readInvite, toHeader } from './invite.ts';
import type { KeptDialogs } from './kept-dialogs.ts';
import { fateOf, isRefusal } from './line/extension-fate.ts';
import { pingByOptions } from './line/keep-alive.ts';
import { createPacedSocket, type PacedSocket } from './line/paced-socket.ts';
import type { SipServer } from './sip-server.ts';
import { takeBackKept } from './take-back.ts';

export interface SipEngineParts {
  readonly server: SipServer;
  readonly openMicrophone: () => Promise<MediaStream>;
  readonly clock: Clock;
  readonly log: Log;
  /** The same for every start of this installation, so that a reload takes the place of the page before. */
  readonly instanceId: string;
  readonly kept: KeptDialogs;
}

interface OnDuty {
  readonly ua: UA;
  readonly socket: PacedSocket;
  readonly extension: SipExtension;
  readonly hear: EngineListener;
  readonly stopWatching: () => void;
}

/** What all calls of an engine have of it. */
type CommonParts = Omit<SipCallParts, 'session' | 'sipCallId' | 'facts'>;

/** How long the registration is asked to last, in seconds. */
const registerExpires = 300;
/** A refused registration is tried again so much later. */
const registerAgainMs = 5000;

/** The engine of the newer generation: a SIP user agent over WebSocket (RFC 7118), with JsSIP tamed. */
export function createSipEngine(parts: SipEngineParts): CallEngine {
  const { server, clock, log } = parts;
  let duty: OnDuty | null = null;
  /** Who hears of us from the start to the stop, on duty or not. */
  let ear: EngineListener | null = null;
  let status: SipStatus = 'INITIAL';
  /** Counts starts and stops, so that a start that was overtaken by a stop does not come on duty after it. */
  let turn = 0;
  const running = new Set<SipCall>();

  function tellLine(next: SipStatus) {
    status = next;
    const up = status === 'REGISTERED';
    const reconnect: LineState['reconnect'] = up ? 'none' : duty?.socket.isSlow ? 'failed' : 'reconnecting';
    duty?.hear.line({ status, reconnect });
  }

  const media = () => openMedia(parts);

  const goodbyes = createGoodbyes({
    server,
    clock,
    log,
    isConnected: () => duty?.ua.isConnected() ?? false,
    onSilence: () => duty?.socket.hurry(),
  });

  const common: CommonParts = {
    server,
    kept: parts.kept,
    clock,
    log,
    media,
    goodbyes,
    isLineUp: () => duty?.ua.isRegistered() ?? false,
    onEnd: (call) => running.delete(call),
  };

  function arrive(session: RTCSession, invite: IncomingInvite) {
    try {
      const { sipCallId, facts } = readInvite(invite);
      const refusal = goodbyes.refusalOf(facts.sessionId);
      if (refusal !== null) {
        const send = () => session.terminate(refusals[refusal](facts.sessionId));
        goodbyes.say({ sipCallId, sessionId: facts.sessionId, how: refusal, send });
        return;
      }
      if ([...running].some((each) => each.sessionId === facts.sessionId && each.ringAgain(session, sipCallId))) return;
      const call = createSipCall({ ...common, session, sipCallId: () => sipCallId, facts });
      running.add(call);
      duty?.hear.incoming(call);
      // While it rings there is time to fetch what accepting will need; a failure shows then.
      if (running.has(call)) server.iceServers().catch(() => {});
    } catch (cause) {
      log('error', 'INVITE refused', { cause: String(cause) });
      session.terminate({ status_code: 400, reason_phrase: 'Missing Header' });
    }
  }

  /** Sends an INVITE with an open microphone, which is closed again when it could not leave. */
  async function invite(invitation: Invitation) {
    const how = await media();
    try {
      const placed = placeCall(onDutyFor(invitation, duty), invitation, how, common);
      running.add(placed.call);
      await placed.sent;
      return placed;
    } catch (cause) {
      closeMicrophone(how.microphone);
      throw cause instanceof CallError ? cause : new CallError('DIAL_FAILED', cause);
    }
  }

  function networkChanged(change: 'online' | 'connection') {
    // Neither end may have noticed that their connection leads nowhere any longer.
    duty?.socket.hurry();
    if (change === 'online') for (const call of running) call.networkChanged();
  }

  /** The registrar refused us: this app may have been taken away, or been given new credentials. */
  async function lookForExtension(ua: UA) {
    if (duty?.ua !== ua) return;
    const { extension, hear } = duty;
    const fate = await fateOf(extension, server);
    if (fate.became === 'same' || duty?.ua !== ua) return;
    if (fate.became === 'renewed') {
      log('info', 'app extension has a new password', { username: extension.username });
      duty = { ...duty, extension: { ...extension, password: fate.password } };
      ua.set('password', fate.password);
      // Calls go on; what lost its connection with the old password waits for this.
      ua.register();
      return;
    }
    // A call that runs is not ended for it; the next refusal comes in a moment.
    if (running.size > 0) return;
    log('warn', `app extension ${fate.became}`, { username: extension.username });
    await stop();
    // Nobody may have started or stopped us meanwhile.
    if (duty !== null) return;
    ear = hear;
    if (fate.became === 'gone') hear.line({ status: 'DISCONNECTED', reconnect: 'none', noPhone: true });
    else await start(hear);
  }

  async function start(hear: EngineListener) {
    if (duty !== null) return;
    ear = hear;
    turn += 1;
    const mine = turn;
    const found = await Promise.all([import('jssip'), server.extension()]).catch((cause: unknown) => {
      const noPhone = cause instanceof CallError && cause.code === 'PHONE_NOT_FOUND';
      if (mine === turn) hear.line({ status: 'DISCONNECTED', reconnect: 'failed', ...(noPhone && { noPhone }) });
      throw cause;
    });
    if (mine !== turn) return;
    const [{ UA }, extension] = found;
    const socket = createPacedSocket(extension.sipServerWebsocketUrl, {
      clock,
      random: Math.random,
      open: (url) => new WebSocket(url, 'sip'),
      onSlow: () => tellLine(status),
      onMessage: goodbyes.heard,
    });
    const ua = new UA(configure(extension, socket, parts.instanceId));
    const stopPing = pingByOptions(ua, extension.sipServer, clock, () => socket.drop());
    const stopHearing = hearNetworkChanges(networkChanged);
    const stopWatching = () => {
      stopPing();
      stopHearing();
    };
    duty = { ua, socket, extension, hear, stopWatching };
    let isFirst = true;
    ua.on('connected', () => tellLine('CONNECTED'));
    ua.on('disconnected', () => {
      for (const call of [...running]) call.socketLost();
      tellLine('DISCONNECTED');
    });
    ua.on('registered', () => {
      socket.settle();
      log('info', 'registered', { username: extension.username });
      tellLine('REGISTERED');
      goodbyes.lineBack();
      for (const call of [...running]) call.lineBack();
      if (isFirst)
        takeBackKept({
          kept: parts.kept,
          ongoing: server.ongoing,
          username: extension.username,
          clock,
          log,
          invite,
          hear,
        });
      isFirst = false;
    });
    ua.on('unregistered', () => tellLine('UNREGISTERED'));
    ua.on('registrationFailed', ({ cause, response }) => {
      log('warn', 'registration failed', { cause });
      tellLine('UNREGISTERED');
      if (isRefusal(response?.status_code ?? null)) {
        lookForExtension(ua).catch((why: unknown) => log('error', 'phone not started', { cause: wordsForLog(why) }));
      }
      // JsSIP leaves it at that; a lost socket registers anew by itself.
      clock.after(registerAgainMs, () => {
        if (duty?.ua === ua && ua.isConnected() && !ua.isRegistered()) ua.register();
      });
    });
    ua.on('newRTCSession', (event: IncomingRTCSessionEvent | OutgoingRTCSessionEvent) => {
      if (`${event.originator}` === 'remote') arrive(event.session, event.request as unknown as IncomingInvite);
    });
    ua.start();
  }

  async function stop(how: 'end' | 'handOver' = 'end') {
    const leaving = duty;
    turn += 1;
    duty = null;
    ear = null;
    goodbyes.stop();
    status = 'UNREGISTERED';
    leaving?.stopWatching();
    if (how === 'handOver') {
      // JsSIP says goodbye for every call when it stops; into a closed socket nobody hears it.
      leaving?.socket.disconnect();
      for (const call of [...running]) call.abandon();
    }
    leaving?.ua.stop();
    leaving?.hear.line({ status, reconnect: 'none' });
  }

  return {
    start,
    stop,

    async dial({ number, sessionId, channelId, ownNumber, givenUp }): Promise<EngineCall> {
      if (duty === null || !duty.ua.isRegistered()) throw new CallError('OFFLINE');
      const { call } = await invite({
        to: number,
        extraHeaders: [`${correlationHeader}: ${sessionId}`],
        toHeader: (uri) => toHeader(uri, ownNumber, channelId),
        facts: { sessionId, direction: 'OUTGOING', number, displayName: null, calledNumber: null, channelId },
        givenUp,
      });
      return call;
    },

    reconnect: () => duty?.socket.hurry(),

    async setUp() {
      if (ear === null || duty !== null) return;
      try {
        await start(ear);
      } catch (cause) {
        log('error', 'no app extension', { cause: wordsForLog(cause) });
        throw cause;
      }
    },
  };
}

/** Opens what the audio of a call needs: the microphone, and ways to the server. Throws `CallError`. */
async function openMedia({ openMicrophone, server, log }: SipEngineParts) {
  const [microphone, iceServers] = await Promise.all([
    openMicrophone().catch((cause: unknown) => {
      throw microphoneCallError(cause);
    }),
    // Without STUN and TURN most calls still connect.
    server.iceServers().catch((cause: unknown) => {
      log('warn', 'no ICE servers', { cause: String(cause) });
      return [];
    }),
  ]);
  const pcConfig: RTCConfiguration = { iceServers: iceServers.map((each) => ({ ...each })) as RTCIceServer[] };
  return { microphone, pcConfig };
}

/** Makes the call of an INVITE. `sent` fulfils when that has left. */
function placeCall(
  { ua, extension }: OnDuty,
  { to, facts, ...invitation }: Invitation,
  how: Awaited<ReturnType<typeof openMedia>>,
  common: CommonParts,
) {
  const uri = `sip:${encodeURIComponent(to).replace('%2B', '+')}@${extension.sipServer}`;
  const sent = Promise.withResolvers<void>();
  let sipCallId = '';
  let peer: RTCPeerConnection | null = null;
  const session = ua.call(uri, {
    mediaStream: how.microphone,
    pcConfig: how.pcConfig,
    extraHeaders: invitation.extraHeaders,
    eventHandlers: {
      // Comes before `call` returns.
      peerconnection: ({ peerconnection }) => {
        peer = peerconnection;
      },
      sending: ({ request: invite }) => {
        sipCallId = invite.call_id;
        if (invitation.toHeader) invite.setHeader('to', invitation.toHeader(uri));
        sent.resolve();
      },
      failed: ({ cause }) => sent.reject(new CallError('DIAL_FAILED', cause)),
    },
  });
  const isTakenBack = invitation.isTakenBack ?? false;
  const call = createSipCall({ ...common, session, sipCallId: () => sipCallId, facts, isTakenBack });
  call.giveMicrophone(how.microphone);
  if (peer !== null) call.watchPeer(peer);
  return { call, session, sent: sent.promise };
}

/** Throws what says that nobody wants the call any longer, or that nobody is there to send it. */
function onDutyFor({ givenUp }: Invitation, duty: OnDuty | null): OnDuty {
  givenUp?.throwIfAborted();
  if (duty === null) throw new CallError('OFFLINE');
  return duty;
}

function configure(extension: SipExtension, socket: PacedSocket, instanceId: string): UAConfiguration {
  return {
    // JsSIP's types want its own class; its code wants this shape.
    sockets: socket as unknown as NonNullable<UAConfiguration['sockets']>,
    uri: `sip:${extension.username}@${extension.sipServer}`,
    password: extension.password,
    instance_id: instanceId,
    user_agent: 'Sidetone',
    register_expires: registerExpires,
    // The server refreshes sessions. A failed refresh of JsSIP's own would end the call.
    session_timers: false,
    // Longer than our own 180 s, so that ours decides; JsSIP knows this time for incoming calls only.
    no_answer_timeout: 200,
    connection_recovery_min_interval: sipReconnectionDelayMs / 1000,
    connection_recovery_max_interval: sipReconnectionDelayMs / 1000,
  };
}
