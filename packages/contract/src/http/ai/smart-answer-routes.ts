import { z } from 'zod';
import {
  answerDirection,
  smartAnswerAssignment,
  smartAnswerSet,
  smartAnswerSetInput,
} from '../../entities/smart-answers.ts';
import { defineRoute } from '../route.ts';

const id = z.string().min(1).max(200);
const nothing = z.object({});
const oneSet = z.object({ setId: id });
const assigned = z.object({ channelId: id, direction: answerDirection });
const byUser = { audience: 'user' } as const;

/**
 * Saved questions of the signed-in user, and which calls they are answered for. All of it needs the grant CALL_BOOSTS.
 * SAPI-063 to -067, API-030
 */
export const smartAnswerRoutes = {
  createSmartAnswerSet: defineRoute({
    ...byUser,
    method: 'POST',
    path: '/users/me/smart-answer-sets',
    summary:
      'Create a set of questions; the first one is assigned to all channels of the user, both directions. SMART_ANSWERS_FULL if the plan allows fewer sets or questions',
    body: smartAnswerSetInput,
    reply: smartAnswerSet,
    errors: ['FORBIDDEN', 'SMART_ANSWERS_FULL'],
  }),

  updateSmartAnswerSet: defineRoute({
    ...byUser,
    method: 'PUT',
    path: '/users/me/smart-answer-sets/{setId}',
    summary:
      'Write a set of questions over the one with this `rev`. CONFLICT if it changed since, SMART_ANSWERS_FULL if the plan does not allow the change',
    params: oneSet,
    body: smartAnswerSetInput.extend({ rev: z.number() }),
    reply: smartAnswerSet,
    errors: ['FORBIDDEN', 'CONFLICT', 'SMART_ANSWERS_FULL'],
  }),

  deleteSmartAnswerSet: defineRoute({
    ...byUser,
    method: 'DELETE',
    path: '/users/me/smart-answer-sets/{setId}',
    summary:
      'Permanently delete a set of questions with its assignments; answers that calls have stay. With `rev` only if nobody changed it since, else CONFLICT',
    params: oneSet,
    query: z.object({ rev: z.coerce.number().optional() }),
    reply: nothing,
    errors: ['FORBIDDEN', 'CONFLICT'],
  }),

  assignSmartAnswerSet: defineRoute({
    ...byUser,
    method: 'PUT',
    path: '/users/me/smart-answer-assignments/{channelId}/{direction}',
    summary: 'Answer the questions of this set for the calls that the user has in a channel, in one direction',
    params: assigned,
    body: z.object({ setId: id }),
    reply: smartAnswerAssignment,
    errors: ['FORBIDDEN'],
  }),

  unassignSmartAnswerSet: defineRoute({
    ...byUser,
    method: 'DELETE',
    path: '/users/me/smart-answer-assignments/{channelId}/{direction}',
    summary: 'Answer no questions for the calls that the user has in a channel, in one direction',
    params: assigned,
    reply: smartAnswerAssignment,
    errors: ['FORBIDDEN'],
  }),

  answerQuestions: defineRoute({
    ...byUser,
    method: 'POST',
    path: '/smart-answers',
    summary:
      'Answer the questions of a set for a call, again where it has answers; without `setId` of the set that is assigned. `smartAnswersByUserId` is the asker, else FORBIDDEN. CONFLICT with the type `notConfigured` if there is no set with questions, `noTranscript` if the call has no transcript, `beingMade` while answers are being made',
    body: z.object({
      smartAnswersByUserId: id,
      accountId: id,
      channelId: id,
      /** The `docId` of the call, or its session. */
      eventId: id,
      setId: id.optional(),
    }),
    reply: nothing,
    errors: ['FORBIDDEN', 'CONFLICT'],
  }),
} as const;
