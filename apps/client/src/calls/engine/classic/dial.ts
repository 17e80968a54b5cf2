import { isSpecialDial } from '@sidetone/contract/rules/doc-id.ts';
import { closeMicrophone } from '#audio/microphone.ts';
import type { DialRequest, EngineCall } from '../call-engine.ts';
import { CallError } from '../call-error.ts';
import type { CallFacts } from './call/classic-call-parts.ts';
import { endIfBegun } from './call/end-surely.ts';
import type { ClassicServer, SenderPhone } from './classic-server.ts';
import type { ClassicEngineState } from './engine-state.ts';
import { hearOvertaken } from './hear-events.ts';
import { newCall } from './new-call.ts';
import { openFor } from './open-for.ts';

/** Has the server call a number for this client. Throws `CallError`. */
export async function dial(engine: ClassicEngineState, request: DialRequest): Promise<EngineCall> {
  const { sessionId, givenUp } = request;
  const { server, ongoing, clock, log, instanceId, openMicrophone } = engine.parts;
  const phone = phoneFor(engine, request);
  const microphone = await openFor(openMicrophone, givenUp);
  if (engine.hear === null) {
    closeMicrophone(microphone);
    throw new CallError('OFFLINE');
  }
  const call = newCall(engine, factsOf(request));
  try {
    call.begin(await server.startCall(orderOf(request, phone, instanceId)), microphone);
  } catch (cause) {
    engine.running.delete(call);
    closeMicrophone(microphone);
    endIfBegun(sessionId, ongoing, { server, clock, log });
    throw new CallError('DIAL_FAILED', cause);
  }
  hearOvertaken(engine, call);
  return call;
}

/**
 * The phone that the call goes out by; null for a call that needs none. Throws `CallError` where nothing can go out.
 */
function phoneFor({ hear, parts }: ClassicEngineState, { number, channelId, phoneId = null }: DialRequest) {
  if (hear === null || !parts.feed.isOnline()) throw new CallError('OFFLINE');
  const phone = parts.phone(phoneId, channelId);
  if (phone === null && !isSpecialDial(number) && !parts.isEmergency(number)) throw new CallError('PHONE_NOT_FOUND');
  return phone;
}

const factsOf = ({ sessionId, number, channelId }: DialRequest): CallFacts => ({
  sessionId,
  direction: 'OUTGOING',
  number,
  displayName: null,
  calledNumber: null,
  channelId,
});

/** The order to the server: what to call, and how. */
function orderOf(
  { number, sessionId, channelId, ownNumber }: DialRequest,
  phone: SenderPhone | null,
  instanceId: string,
): Parameters<ClassicServer['startCall']>[0] {
  // A phone shows its own number; the number of the channel may not belong to it.
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
