import type { UA } from 'jssip';
import type { RTCSession } from 'jssip/lib/RTCSession';
import type { IncomingRTCSessionEvent, OutgoingRTCSessionEvent } from 'jssip/lib/UA';
import { refusals } from './call/refusals.ts';
import { createSipCall } from './call/sip-call.ts';
import type { SipCallParts } from './call/sip-call-parts.ts';
import { type OnDuty, type SipEngineState, tellLine } from './engine-state.ts';
import { type IncomingInvite, isPage, readInvite } from './invite.ts';
import { isRefusal } from './line/extension-fate.ts';
import { sendInvite } from './send-invite.ts';
import { takeBackKept } from './take-back.ts';

/** A refused registration is repeated after this. */
const registerAgainMs = 5000;

/**
 * Follows the events of JsSIP's user agent as long as it runs. `onRefused`: the registrar did not take our credentials.
 */
export function followAgent(engine: SipEngineState, duty: OnDuty, onRefused: (ua: UA) => void): void {
  const { ua } = duty;
  let isFirst = true;
  ua.on('connected', () => tellLine(engine, 'CONNECTED'));
  ua.on('disconnected', () => {
    for (const call of [...engine.running]) call.socketLost();
    tellLine(engine, 'DISCONNECTED');
  });
  ua.on('registered', () => {
    registered(engine, duty);
    if (isFirst) takeBack(engine, duty);
    isFirst = false;
  });
  ua.on('unregistered', () => tellLine(engine, 'UNREGISTERED'));
  ua.on('registrationFailed', ({ cause, response }) => {
    engine.parts.log('warn', 'registration failed', { cause });
    tellLine(engine, 'UNREGISTERED');
    if (isRefusal(response?.status_code ?? null)) onRefused(ua);
    registerLater(engine, ua);
  });
  ua.on('newRTCSession', (event: IncomingRTCSessionEvent | OutgoingRTCSessionEvent) => {
    if (`${event.originator}` !== 'remote') return;
    arrive(engine, event.session, event.request as unknown as IncomingInvite);
  });
}

function registered(engine: SipEngineState, { socket, extension }: OnDuty) {
  socket.settle();
  engine.parts.log('info', 'registered', { username: extension.username });
  tellLine(engine, 'REGISTERED');
  engine.goodbyes.lineBack();
  for (const call of [...engine.running]) call.lineBack();
}

function takeBack(engine: SipEngineState, { extension, hear }: OnDuty) {
  const { kept, server, clock, log } = engine.parts;
  takeBackKept({
    kept,
    ongoing: server.ongoing,
    username: extension.username,
    clock,
    log,
    invite: (invitation) => sendInvite(engine, invitation),
    hear,
  });
}

/** JsSIP does not repeat a refused registration; after a lost socket it registers again by itself. */
function registerLater(engine: SipEngineState, ua: UA) {
  engine.parts.clock.after(registerAgainMs, () => {
    if (engine.duty?.ua === ua && ua.isConnected() && !ua.isRegistered()) ua.register();
  });
}

/** Its code comes with the first page; the speaker waits a few seconds for the first who hears it. */
function pageArrives({ duty, parts }: SipEngineState, session: RTCSession, facts: SipCallParts['facts']) {
  if (!duty?.hear.page) return session.terminate({ status_code: 480 });
  const { hear, ua } = duty;
  import('./page-leg.ts')
    .then(({ createPageLeg }) => hear.page?.(createPageLeg({ ...parts, session, facts, ua })))
    .catch((cause: unknown) => {
      parts.log('warn', 'page not heard', { sessionId: facts.sessionId, cause: String(cause) });
      if (!session.isEnded()) session.terminate({ status_code: 480 });
    });
}

function arrive(engine: SipEngineState, session: RTCSession, invite: IncomingInvite) {
  const { goodbyes, running, common, parts } = engine;
  try {
    const { sipCallId, facts } = readInvite(invite);
    const { sessionId } = facts;
    if (isPage(invite, facts)) return pageArrives(engine, session, facts);
    const refusal = goodbyes.refusalOf(sessionId);
    if (refusal !== null) {
      const send = () => session.terminate(refusals[refusal](sessionId));
      goodbyes.say({ sipCallId, sessionId, how: refusal, send });
      return;
    }
    if ([...running].some((each) => each.sessionId === sessionId && each.ringAgain(session, sipCallId))) return;
    for (const each of [...running]) each.otherRings();
    const call = createSipCall({ ...common, session, sipCallId: () => sipCallId, facts });
    running.add(call);
    engine.duty?.hear.incoming(call);
    // There is time while it rings to fetch what accepting will need; a failure shows then.
    if (running.has(call)) parts.server.iceServers().catch(() => {});
  } catch (cause) {
    parts.log('error', 'INVITE refused', { cause: String(cause) });
    session.terminate({ status_code: 400, reason_phrase: 'Missing Header' });
  }
}
