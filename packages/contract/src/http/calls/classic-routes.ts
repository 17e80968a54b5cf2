import { z } from 'zod';
import { invalidTargetMessage, transferTargetForm } from '../../rules/numbers/transfer-target.ts';
import { defineRoute } from '../route.ts';

/** Of calls, devices and clients: printable ASCII. */
const id = z.string().regex(/^[\x21-\x7e]{1,200}$/);
const call = z.object({ id });
const sdp = z.string().max(65_536);
const nothing = z.object({});
/** Digits, star, hash and plus; what it means is the exchange's to find out. */
const dialled = z.string().regex(/^\+?[0-9*#]{1,40}$/);
/**
 * Whether the account has the newer generation, as far as the one who starts the call knows: senders mean phones in the
 * one and numbers in the other. Where it is otherwise by now, nobody is called. Left out: it does not matter. SAPI-058
 */
const hasNeoPbx = z.boolean().nullish();

/**
 * The call service of the classic generation: the server calls on the client's behalf, the client's audio is a WebRTC
 * peer. `id` of a call is the id that the call's realtime events carry.
 */
export const classicRoutes = {
  openPeer: defineRoute({
    method: 'POST',
    path: '/peer/{deviceId}',
    summary: "Open this device's audio for a call: the server sends the offer",
    audience: 'user',
    params: z.object({ deviceId: id }),
    body: z.object({ targetCallId: id }),
    reply: z.object({ sdp }),
    errors: ['CONFLICT'],
  }),

  updatePeer: defineRoute({
    method: 'PATCH',
    path: '/peer/{deviceId}',
    summary: 'Answer the offer, or send a new offer (ICE restart), which is answered in the reply',
    audience: 'user',
    params: z.object({ deviceId: id }),
    body: z.object({ type: z.enum(['answer', 'offer']), sdp }),
    reply: z.object({ sdp: sdp.nullable() }),
    errors: ['CONFLICT'],
  }),

  closePeer: defineRoute({
    method: 'DELETE',
    path: '/peer/{deviceId}',
    summary: "Close this device's audio; its call ends if no other device takes it within 30 s",
    audience: 'user',
    params: z.object({ deviceId: id }),
    reply: nothing,
  }),

  tellRinging: defineRoute({
    method: 'POST',
    path: '/call/ringing',
    summary: "Announce all ringing calls to the user's clients again, for a client that may have missed them",
    audience: 'user',
    reply: nothing,
  }),

  startPhoneCall: defineRoute({
    method: 'PUT',
    path: '/call',
    summary: 'Call a number with a phone of the user',
    audience: 'user',
    body: z.object({
      phoneNumber: dialled,
      /** The own number to show; a plus is dropped. Null for the phone's own. */
      senderPhoneNumber: z.string().max(40).nullable(),
      deviceId: id,
      clientId: id,
      callId: id.nullish(),
      sessionId: z.string().max(64),
      channelId: z.string().max(100).nullable(),
      phoneId: id.nullable(),
      hasNeoPbx,
    }),
    reply: z.object({ callId: z.string() }),
    errors: ['CONFLICT'],
  }),

  startCall: defineRoute({
    method: 'POST',
    path: '/call',
    summary: "Click to dial: rings the user's own devices first, then the target",
    audience: 'user',
    body: z.object({
      targetPhoneNumber: dialled,
      senderPhoneNumber: z.string().max(40).nullish(),
      clientId: id.nullish(),
      callId: id.nullish(),
      sessionId: z.string().max(64).nullish(),
      channelId: z.string().max(100).nullish(),
      hasNeoPbx,
    }),
    reply: z.object({ callId: z.string(), sessionId: z.string() }),
    errors: ['CONFLICT'],
  }),

  endCall: defineRoute({
    method: 'DELETE',
    path: '/call/{id}',
    summary: 'Hang up',
    audience: 'user',
    params: call,
    reply: nothing,
  }),

  acceptCall: defineRoute({
    method: 'PATCH',
    path: '/call/{id}/accept',
    summary: 'Take an incoming call: the first client that asks has it',
    audience: 'user',
    params: call,
    body: z.object({ clientId: id }),
    reply: nothing,
    errors: ['CONFLICT'],
  }),

  holdClassicCall: defineRoute({
    method: 'PATCH',
    path: '/call/{id}/hold',
    summary: 'Put a call on hold',
    audience: 'user',
    params: call,
    reply: nothing,
    errors: ['CONFLICT'],
  }),

  unholdClassicCall: defineRoute({
    method: 'PATCH',
    path: '/call/{id}/unhold',
    summary: 'Take a call off hold',
    audience: 'user',
    params: call,
    reply: nothing,
    errors: ['CONFLICT'],
  }),

  transferClassicCall: defineRoute({
    method: 'POST',
    path: '/call/{id}/transfer/{targetId}',
    summary: 'Hand a call over: to the other side of another call, or blindly to a number',
    audience: 'user',
    params: z.object({
      id,
      targetId: z.union([z.uuid(), z.string().regex(transferTargetForm, invalidTargetMessage)]),
    }),
    reply: nothing,
    errors: ['CONFLICT'],
  }),

  rejectCall: defineRoute({
    method: 'POST',
    path: '/call/{id}/reject/{reason}',
    summary: 'Decline an incoming call: `busy` for this client, `declined` for all devices of the user',
    audience: 'user',
    params: z.object({ id, reason: z.enum(['busy', 'declined']) }),
    reply: nothing,
    errors: ['CONFLICT'],
  }),

  startClassicRecording: defineRoute({
    method: 'POST',
    path: '/call/{id}/recording/start',
    summary: 'Start recording, or continue a stopped one',
    audience: 'user',
    params: call,
    body: z.object({
      clientId: id,
      speakers: z
        .array(z.enum(['USER', 'REMOTE']))
        .min(1)
        .max(2),
      recordingMode: z.enum(['manual', 'automatic']),
    }),
    reply: z.object({ recordingId: z.string() }),
    errors: ['CONFLICT'],
  }),

  stopClassicRecordings: defineRoute({
    method: 'POST',
    path: '/call/{id}/recording/stop-all',
    summary: 'Stop every recording of a call',
    audience: 'user',
    params: call,
    body: z.object({ callId: id }),
    reply: nothing,
    errors: ['CONFLICT'],
  }),

  sendClassicTones: defineRoute({
    method: 'POST',
    path: '/call/{id}/dtmf',
    summary: 'Send tones, or a feature code: *3 transfer, *4 switch, *5 conference, *6 record, *8 end the transfer',
    audience: 'user',
    params: call,
    body: z.object({
      sequence: z.string().regex(/^[0-9*#]{1,64}$/),
      /** Typed by a person, whom a menu may have asked for these keys: a code that means nothing now is sent on as tones. */
      source: z.enum(['keypad']).optional(),
    }),
    reply: nothing,
    errors: ['CONFLICT'],
  }),
} as const;
