import { z } from 'zod';
import { e164Target } from '../../rules/numbers/transfer-target.ts';
import { defineRoute } from '../route.ts';

const id = z.string().min(1).max(200);
const event = z.object({ docId: id });
const nothing = z.object({});
const command = { method: 'POST', audience: 'user', reply: nothing, errors: ['CONFLICT'] } as const;

/** Commands by inbox event or session, the same for both generations. */
export const callControlRoutes = {
  startRecordingOf: defineRoute({
    ...command,
    path: '/call-control/{docId}/recording/start',
    summary: 'Start or continue recording the call of an inbox event',
    params: event,
    reply: z.object({ recordingId: z.string() }),
    errors: ['CONFLICT', 'COMPANY_STORAGE_FULL'],
  }),
  stopRecordingOf: defineRoute({
    ...command,
    path: '/call-control/{docId}/recording/stop',
    summary: 'Stop recording the call of an inbox event',
    params: event,
  }),
  holdCallOf: defineRoute({
    ...command,
    path: '/call-control/{docId}/hold',
    summary: 'Hold the call of an inbox event',
    params: event,
  }),
  unholdCallOf: defineRoute({
    ...command,
    path: '/call-control/{docId}/unhold',
    summary: 'Resume the call of an inbox event',
    params: event,
  }),
  startTransferOf: defineRoute({
    ...command,
    path: '/call-control/transfers',
    summary: 'Start a warm transfer',
    body: z.object({ sessionId: id, target: e164Target, ownNumber: z.string().max(40).nullish() }),
    reply: z.object({ transferId: z.string() }),
  }),
  markTransfer: defineRoute({
    ...command,
    path: '/call-control/transfers/mark',
    summary: 'Switch to a line, confer with both, or complete the transfer',
    body: z.object({ sessionId: id, transferId: id, option: z.enum(['INITIAL', 'TARGET', 'BOTH', 'COMPLETE']) }),
  }),
  startConference: defineRoute({
    ...command,
    path: '/call-control/conference',
    summary: 'Join both lines of a transfer in a conference',
    body: z.object({ sessionId: id, transferId: id }),
  }),
  joinCalls: defineRoute({
    ...command,
    path: '/call-control/join',
    summary: 'Join the other sides of two calls of the caller, whose own legs end',
    body: z.object({ sessionId: id, otherSessionId: id }),
  }),
  parkCall: defineRoute({
    ...command,
    path: '/call-control/park',
    summary:
      'Park the other side of a call, where every phone of the account can take it by dialling *70 and the place',
    body: z.object({ sessionId: id, slot: z.number().int().min(1).max(9).optional() }),
    reply: z.object({ slot: z.number().int() }),
  }),
  stopTransfer: defineRoute({
    ...command,
    path: '/call-control/transfers/stop',
    summary: 'Cancel a transfer and return to the first line',
    body: z.object({ sessionId: id, transferId: id }),
  }),

  /** What a client notes of each step of a call, for people who look for a fault. */
  addMonitoringReport: defineRoute({
    ...command,
    path: '/monitoring-reports',
    summary: 'Log a step of a call',
    body: z.object({
      callId: id,
      userId: id,
      eventType: z.string().min(1).max(60),
      sipServer: z.string().max(200),
      result: z.enum(['SUCCESS', 'CONTINUE']),
    }),
  }),

  /** The figures of a call's audio, sent once at its end. Seconds, packets and a MOS from 1 to 4.5. */
  addCallStatistics: defineRoute({
    ...command,
    path: '/webrtc-statistics',
    summary: 'Send the audio statistics of a call',
    body: z.object({
      sessionId: id,
      engine: z.enum(['sip', 'classic']),
      codec: z.string().max(40).nullable(),
      durationSeconds: z.number().nonnegative(),
      packetsSent: z.number().int().nonnegative(),
      packetsReceived: z.number().int().nonnegative(),
      packetsLost: z.number().int(),
      jitterSeconds: z.number().nonnegative().nullable(),
      roundTripSeconds: z.number().nonnegative().nullable(),
      mos: z.number().min(1).max(4.5).nullable(),
      cause: z.string().max(40).nullable(),
      candidateType: z.string().max(20).nullable(),
    }),
  }),

  setPhoneConnection: defineRoute({
    method: 'PATCH',
    path: '/phone/{id}/connection',
    summary: 'Connect a phone to this app, or disconnect it',
    audience: 'user',
    params: z.object({ id }),
    body: z.object({ isConnected: z.boolean(), isUserConfigured: z.boolean() }),
    reply: nothing,
  }),

  setPhoneCallerId: defineRoute({
    method: 'PUT',
    path: '/phones/{id}/callerId',
    summary:
      "Choose the caller ID of this phone: one of its own numbers, another valid number that is nobody's direct number, `anonymous`, `suppressed`, or null for what its registrar sets",
    audience: 'user',
    params: z.object({ id }),
    /** With a channel, its calls leave by this phone from now on. */
    body: z.object({ callerId: z.string().max(40).nullable(), channelId: z.string().min(1).max(200).optional() }),
    reply: z.object({ callerId: z.string().nullable() }),
    errors: ['INVALID_NUMBER', 'DIRECT_DIAL'],
  }),
} as const;
