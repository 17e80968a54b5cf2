import { z } from 'zod';
import { madeBy, note, smallTalk } from '../entities/documentation.ts';
import { defineRoute } from './route.ts';

const id = z.string().min(1).max(200);
const event = z.object({ channelId: id, docId: id });
const nothing = z.object({});
/** The revision that the call has with what was written; its row shows that, or something younger, from then on. */
const rev = z.number();

/** Longest note, in characters of its HTML. */
export const maxNoteCharacters = 100_000;

/** Parts of a call's documentation that people can delete. */
export const deletableParts = ['transcription', 'smartAnswers', 'voicemailTranscription'] as const;
export type DeletablePart = (typeof deletableParts)[number];

/** Parts that can be made once more of a transcript. */
export const renewableParts = ['summary', 'callHeadline', 'actionItem', 'smallTalk'] as const;
export type RenewablePart = (typeof renewableParts)[number];

/** What people write and delete of a call's documentation. */
export const documentationRoutes = {
  writeNote: defineRoute({
    method: 'PUT',
    path: '/channels/{channelId}/inbox/{docId}/note',
    summary:
      'Write the note of a call over the one with this revision, 0 if there is none. CONFLICT if someone else has written since: their note stays',
    audience: 'user',
    params: event,
    body: z.object({ content: z.string().max(maxNoteCharacters), revision: z.number().int().nonnegative() }),
    /** The note as it is kept: cleaned of everything that the editor does not know. */
    reply: note,
    errors: ['FORBIDDEN', 'CONFLICT'],
  }),

  deleteNote: defineRoute({
    method: 'DELETE',
    path: '/channels/{channelId}/inbox/{docId}/note',
    summary: 'Permanently delete the note of a call',
    audience: 'user',
    params: event,
    query: z.object({ revision: z.coerce.number().int().nonnegative() }),
    reply: nothing,
    errors: ['FORBIDDEN', 'CONFLICT'],
  }),

  checkActionItem: defineRoute({
    method: 'PUT',
    path: '/channels/{channelId}/inbox/{docId}/action-items/{itemId}',
    summary: 'Mark an action item as done, or reopen it',
    audience: 'user',
    params: event.extend({ itemId: id }),
    body: z.object({ checked: z.boolean() }),
    reply: z.object({ checked: z.boolean(), rev }),
  }),

  updateSmallTalk: defineRoute({
    method: 'PUT',
    path: '/channels/{channelId}/inbox/{docId}/small-talk',
    summary: 'Replace the whole list of small-talk items: pinned, dismissed, deleted',
    audience: 'user',
    params: event,
    body: z.object({ items: smallTalk.shape.items.unwrap().max(200) }),
    reply: z.object({ rev }),
    errors: ['CONFLICT'],
  }),

  deletePart: defineRoute({
    method: 'DELETE',
    path: '/channels/{channelId}/inbox/{docId}/documentation/{part}',
    summary: 'Permanently delete a part of the documentation of a call; smart answers only by the owner of the call',
    audience: 'user',
    params: event.extend({ part: z.enum(deletableParts) }),
    /** With `all` what a model made of a transcript goes with it; without, it stays and no longer says what it rests on. */
    query: z.object({ made: z.literal('all').optional() }),
    reply: nothing,
    errors: ['FORBIDDEN', 'CONFLICT'],
  }),

  renewParts: defineRoute({
    method: 'POST',
    path: '/channels/{channelId}/inbox/{docId}/renewal',
    summary:
      'Have parts of the documentation of a call made once more of its transcript, by a model or of quotes; what there is stays until then. CONFLICT where one of them is not made, or cannot be',
    audience: 'user',
    params: event,
    body: z.object({ parts: z.array(z.enum(renewableParts)).min(1).max(renewableParts.length), by: madeBy.shape.kind }),
    reply: nothing,
    errors: ['FORBIDDEN', 'CONFLICT'],
  }),

  deleteEvent: defineRoute({
    method: 'DELETE',
    path: '/accounts/{accountId}/channels/{channelId}/inbox/{session}',
    summary:
      'Permanently delete a call from its inbox, with everything recorded and written about it; `session` is the id of the event or of its session. Sent with the header `api-version: 2`',
    audience: 'user',
    apiVersion: 2,
    params: z.object({ accountId: id, channelId: id, session: id }),
    reply: nothing,
    errors: ['FORBIDDEN', 'CONFLICT'],
  }),

  deleteEventRecording: defineRoute({
    method: 'DELETE',
    path: '/accounts/{accountId}/channels/{channelId}/inbox/{session}/recording',
    summary: 'Permanently delete the recordings of a call; the call stays. Sent with the header `api-version: 2`',
    audience: 'user',
    apiVersion: 2,
    params: z.object({ accountId: id, channelId: id, session: id }),
    reply: nothing,
    errors: ['FORBIDDEN', 'CONFLICT'],
  }),
} as const;
