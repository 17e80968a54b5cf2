import type { SipExtension } from '@sidetone/contract/entities/app-extension.ts';
import { sipReconnectionDelayMs } from '@sidetone/contract/rules/call-timing.ts';
import { correlationHeader } from '@sidetone/contract/rules/sip-invite.ts';
import type { UA } from 'jssip';
import type { UAConfiguration } from 'jssip/lib/UA';
import type { CallEngine, DialRequest, EngineCall, EngineListener } from '../call-engine.ts';
import { CallError, wordsForLog } from '../call-error.ts';
import { hearNetworkChanges } from '../network-changes.ts';
import { newEngineState, type OnDuty, type SipEngineParts, type SipEngineState, tellLine } from './engine-state.ts';
import { followAgent } from './follow-agent.ts';
import { toHeader } from './invite.ts';
import { fateOf } from './line/extension-fate.ts';
import { pingByOptions } from './line/keep-alive.ts';
import { createPacedSocket, type PacedSocket } from './line/paced-socket.ts';
import { sendInvite } from './send-invite.ts';

/** How long the registration is asked to last, in seconds. */
const registerExpires = 300;

/** The engine of the newer generation: a SIP user agent over WebSocket (RFC 7118), with JsSIP tamed. */
export function createSipEngine(parts: SipEngineParts): CallEngine {
  const engine = newEngineState(parts);
  return {
    start: (hear) => start(engine, hear),
    stop: (how) => stop(engine, how),
    dial: (request) => dial(engine, request),
    reconnect: () => engine.duty?.socket.hurry(),
    setUp: () => setUp(engine),
  };
}

async function start(engine: SipEngineState, hear: EngineListener) {
  if (engine.duty !== null) return;
  engine.ear = hear;
  engine.turn += 1;
  const mine = engine.turn;
  const found = await Promise.all([import('jssip'), engine.parts.server.extension()]).catch((cause: unknown) => {
    const noPhone = cause instanceof CallError && cause.code === 'PHONE_NOT_FOUND';
    if (mine === engine.turn) {
      hear.line({ status: 'DISCONNECTED', reconnect: 'failed', ...(noPhone && { noPhone }) });
    }
    throw cause;
  });
  if (mine !== engine.turn) return;
  const [{ UA: Agent }, extension] = found;
  const duty = connect(engine, Agent, extension, hear);
  engine.duty = duty;
  followAgent(engine, duty, (ua) => {
    lookForExtension(engine, ua).catch((cause: unknown) => {
      engine.parts.log('error', 'phone not started', { cause: wordsForLog(cause) });
    });
  });
  duty.ua.start();
}

/** A user agent on a socket of its own; nothing is sent before it starts. */
function connect(engine: SipEngineState, Agent: typeof UA, extension: SipExtension, hear: EngineListener): OnDuty {
  const { clock, instanceId } = engine.parts;
  const socket = createPacedSocket(extension.sipServerWebsocketUrl, {
    clock,
    random: Math.random,
    open: (url) => new WebSocket(url, 'sip'),
    onSlow: () => tellLine(engine, engine.status),
    onMessage: engine.goodbyes.heard,
  });
  const ua = new Agent(configure(extension, socket, instanceId));
  const stopPing = pingByOptions(ua, extension.sipServer, clock, () => socket.drop());
  const stopHearing = hearNetworkChanges((change) => networkChanged(engine, change));
  const stopWatching = () => {
    stopPing();
    stopHearing();
  };
  return { ua, socket, extension, hear, stopWatching };
}

function networkChanged({ duty, running }: SipEngineState, change: 'online' | 'connection') {
  // Both ends may have missed that their connection is dead.
  duty?.socket.hurry();
  if (change === 'online') for (const call of running) call.networkChanged();
}

/** The registrar refused us: this app may have been taken away, or been given new credentials. */
async function lookForExtension(engine: SipEngineState, ua: UA) {
  const { server, log } = engine.parts;
  if (engine.duty?.ua !== ua) return;
  const { extension, hear } = engine.duty;
  const fate = await fateOf(extension, server);
  const { duty } = engine;
  if (fate.became === 'same' || duty?.ua !== ua) return;
  const { username } = extension;
  if (fate.became === 'renewed') {
    log('info', 'app extension has a new password', { username });
    engine.duty = { ...duty, extension: { ...extension, password: fate.password } };
    ua.set('password', fate.password);
    // Calls continue; those that lost their connection with the old password wait for this.
    ua.register();
    return;
  }
  // A running call is not ended for it; the next refusal comes in a moment.
  if (engine.running.size > 0) return;
  log('warn', `app extension ${fate.became}`, { username });
  await stop(engine);
  // The engine may have been started again while it stopped.
  if (engine.duty !== null) return;
  engine.ear = hear;
  if (fate.became === 'gone') hear.line({ status: 'DISCONNECTED', reconnect: 'none', noPhone: true });
  else await start(engine, hear);
}

async function stop(engine: SipEngineState, how: 'end' | 'handOver' = 'end') {
  const { duty, running, goodbyes } = engine;
  engine.turn += 1;
  engine.duty = null;
  engine.ear = null;
  goodbyes.stop();
  engine.status = 'UNREGISTERED';
  duty?.stopWatching();
  if (how === 'handOver') {
    // JsSIP says goodbye for every call when it stops; a closed socket keeps that from the server.
    duty?.socket.disconnect();
    for (const call of [...running]) call.abandon();
  }
  duty?.ua.stop();
  duty?.hear.line({ status: 'UNREGISTERED', reconnect: 'none' });
}

async function dial(
  engine: SipEngineState,
  { number, sessionId, channelId, ownNumber, givenUp }: DialRequest,
): Promise<EngineCall> {
  if (engine.duty === null || !engine.duty.ua.isRegistered()) throw new CallError('OFFLINE');
  const { call } = await sendInvite(engine, {
    to: number,
    extraHeaders: [`${correlationHeader}: ${sessionId}`],
    toHeader: (uri) => toHeader(uri, ownNumber, channelId),
    facts: { sessionId, direction: 'OUTGOING', number, displayName: null, calledNumber: null, channelId },
    givenUp,
  });
  return call;
}

async function setUp(engine: SipEngineState) {
  if (engine.ear === null || engine.duty !== null) return;
  try {
    await start(engine, engine.ear);
  } catch (cause) {
    engine.parts.log('error', 'no app extension', { cause: wordsForLog(cause) });
    throw cause;
  }
}

function configure(extension: SipExtension, socket: PacedSocket, instanceId: string): UAConfiguration {
  return {
    // JsSIP's types ask for its own class; its code needs only this shape.
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
