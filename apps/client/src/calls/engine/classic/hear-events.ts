import type { RealtimeEvent } from '#live/line/realtime.ts';
import type { ClassicCall } from './call/classic-call-parts.ts';
import type { CallEvent, ClassicEngineState } from './engine-state.ts';
import { followRows } from './follow-rows.ts';
import { newCall } from './new-call.ts';

/** An event may overtake the reply that names its call; this many are kept until then. */
const earlyEvents = 20;

/** Passes an event on to its call, rings for a new one, and keeps what comes too early. */
export function hearEngineEvent(engine: ClassicEngineState, event: RealtimeEvent): void {
  if (!('sessionId' in event.payload)) return;
  const about = event as CallEvent;
  const { callId: sipCallId, sessionId } = about.payload;
  if (sipCallId != null && engine.over.has(sipCallId)) return;
  const running = [...engine.running];
  const known = running.find((call) => call.sipCallId !== null && call.sipCallId === sipCallId);
  if (known !== undefined) known.hear(about);
  else if (about.name === 'incoming') arrive(engine, about.payload);
  // The reply to our order to call, which tells the Call-ID, is still on its way.
  else if (running.some((call) => call.sipCallId === null && call.sessionId === sessionId)) {
    engine.early = [...engine.early, about].slice(-earlyEvents);
  }
}

function arrive(engine: ClassicEngineState, payload: Extract<RealtimeEvent, { name: 'incoming' }>['payload']) {
  const { callId: sipCallId, sessionId, fromNumber, toNumber, targetChannelId, apiCall } = payload;
  engine.rang.note(sessionId);
  const call = newCall(engine, {
    sessionId,
    direction: 'INCOMING',
    number: fromNumber,
    displayName: fromNumber === null ? null : (apiCall?.fromContact ?? null),
    calledNumber: toNumber,
    channelId: targetChannelId ?? null,
  });
  call.begin(sipCallId, null);
  engine.hear?.incoming(call);
  followRows(engine);
}

/** A call hears the events that came before its Call-ID was known. */
export function hearOvertaken(engine: ClassicEngineState, call: ClassicCall): void {
  const overtaken = engine.early.filter((event) => event.payload.callId === call.sipCallId);
  engine.early = engine.early.filter((event) => !overtaken.includes(event));
  for (const event of overtaken) call.hear(event);
}
