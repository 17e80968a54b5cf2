import { z } from 'zod';
import { callErrorCode } from '../../call-errors.ts';
import { transferLine } from '../../entities/ongoing-call.ts';
import { e164Target } from '../../rules/numbers/transfer-target.ts';
import { defineRoute } from '../route.ts';

const leg = z.object({ id: z.string().min(1).max(200) });
const transfer = leg.extend({ transferId: z.string().min(1).max(200) });
const recording = leg.extend({ recordingId: z.string().min(1).max(200) });
const nothing = z.object({});

/**
 * Commands for a live call of the newer generation. `id` is a Call-ID of the caller's own leg; a leg that replaced
 * another goes by the old one's as well.
 */
export const callRoutes = {
  hangUpCall: defineRoute({
    method: 'DELETE',
    path: '/v3/neoPBX/client/calls/{id}',
    summary:
      'Hang up: leaves a call, gives up calling, or declines a call that rings; `as=busy` lets the other devices ring on',
    audience: 'user',
    params: leg,
    query: z.object({ as: z.literal('busy').optional() }),
    reply: nothing,
  }),

  holdCall: defineRoute({
    method: 'POST',
    path: '/v3/neoPBX/client/calls/{id}/hold',
    summary: 'Hold a call (true) or resume it (false)',
    audience: 'user',
    params: leg,
    body: z.object({ value: z.boolean() }),
    reply: z.object({ value: z.boolean() }),
    errors: ['CONFLICT'],
  }),

  sendCallTones: defineRoute({
    method: 'POST',
    path: '/v3/neoPBX/client/calls/{id}/dtmf',
    summary: 'Send DTMF tones to the other side',
    audience: 'user',
    params: leg,
    body: z.object({ input: z.string().regex(/^[0-9*#]{1,64}$/) }),
    reply: nothing,
    errors: ['CONFLICT'],
  }),

  startCallRecording: defineRoute({
    method: 'POST',
    path: '/v3/neoPBX/client/calls/{id}/recording',
    summary: 'Start recording, or continue a stopped recording',
    audience: 'user',
    params: leg,
    reply: z.object({ recordingId: z.string() }),
    errors: ['CONFLICT'],
  }),

  changeCallRecording: defineRoute({
    method: 'PUT',
    path: '/v3/neoPBX/client/calls/{id}/recording/{recordingId}',
    summary: 'Pause, continue or stop a recording',
    audience: 'user',
    params: recording,
    body: z.object({ state: z.enum(['paused', 'recording', 'stopped']) }),
    reply: z.object({ state: z.enum(['paused', 'recording', 'stopped']) }),
    errors: ['CONFLICT'],
  }),

  startCallTransfer: defineRoute({
    method: 'POST',
    path: '/v3/neoPBX/client/calls/{id}/transfers',
    summary: 'Call the target of a warm transfer; the other side is put on hold',
    audience: 'user',
    params: leg,
    body: z.object({
      targetNumber: e164Target,
      /** The own number that the target sees. */
      callerId: z.object({ number: z.string().max(40) }).optional(),
      /** Session of the second line; the server makes one when there is none. */
      sessionId: z.string().max(64).optional(),
    }),
    reply: z.object({ id: z.string() }),
    errors: ['CONFLICT'],
  }),

  setCallTransferLines: defineRoute({
    method: 'PUT',
    path: '/v3/neoPBX/client/calls/{id}/transfers/{transferId}',
    summary: 'Choose which lines the user hears: one to switch, both for a conference',
    audience: 'user',
    params: transfer,
    body: z.object({ activeLines: z.array(transferLine).min(1).max(2) }),
    reply: z.object({ activeLines: z.array(transferLine) }),
    errors: ['CONFLICT'],
  }),

  dropCallTransfer: defineRoute({
    method: 'DELETE',
    path: '/v3/neoPBX/client/calls/{id}/transfers/{transferId}',
    summary: 'Cancel the transfer: TARGET is hung up, INITIAL resumes',
    audience: 'user',
    params: transfer,
    reply: nothing,
    errors: ['CONFLICT'],
  }),

  blindTransferCall: defineRoute({
    method: 'POST',
    path: '/v3/neoPBX/client/calls/{id}/blind-transfer',
    summary: 'Transfer the call without asking the target first',
    audience: 'user',
    params: leg,
    /** `voicemail`: of the colleague or channel with that number, without ringing anybody there. */
    body: z.object({ targetNumber: e164Target, to: z.enum(['line', 'voicemail']).optional() }),
    reply: nothing,
    errors: ['CONFLICT'],
  }),

  addFailedDial: defineRoute({
    method: 'POST',
    path: '/failed-dials',
    summary: 'Log a call that could not be started',
    audience: 'user',
    body: z.object({
      channelId: z.string().max(100).nullable(),
      targetPhoneNumber: z.string().max(100),
      senderPhoneNumber: z.string().max(100).nullable(),
      sessionId: z.string().max(100).nullable(),
      code: callErrorCode,
    }),
    reply: z.object({ id: z.string() }),
  }),
} as const;
