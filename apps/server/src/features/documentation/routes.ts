import { routes } from '@sidetone/contract/http/routes.ts';
import type { Logger } from 'pino';
import { type Answer, answer } from '../../requests/answer.ts';
import type { Database } from '../../storage/database.ts';
import type { DocumentedCall } from '../../storage/documentation-writer.ts';
import type { Writer } from '../../storage/writer.ts';
import { checkActionItem, updateSmallTalk } from './items.ts';
import { deleteNote, writeNote } from './notes.ts';
import { type KeptSounds, removeEvent, removeEventRecording } from './remove-event.ts';
import { removePart } from './remove-part.ts';

interface RoutesParts {
  readonly db: Database;
  readonly recordings: KeptSounds;
  readonly voicemails: KeptSounds;
  readonly captures: KeptSounds;
  endWork(trx: Writer, call: DocumentedCall): Promise<void>;
  endAnswers(trx: Writer, call: DocumentedCall): Promise<void>;
  endReaders(trx: Writer, call: DocumentedCall): Promise<void>;
  readonly log: Logger;
}

/** What people write about calls, and what they delete of them. Who did so is kept, never what it said. */
export const documentationRoutes = ({ log, ...parts }: RoutesParts): Answer[] => {
  const { db } = parts;
  return [
    answer(routes.writeNote, async ({ caller, params, body }) => await writeNote(db, { caller, ...params, ...body })),

    answer(routes.deleteNote, async ({ caller, params, query, address }) => {
      await deleteNote(db, { caller, ...params, ...query, address });
      log.info({ ...params, userId: caller.userId }, 'note deleted');
      return {};
    }),

    answer(routes.checkActionItem, async ({ caller, params, body }) => {
      return { ...body, rev: await checkActionItem(db, { caller, ...params, ...body }) };
    }),

    answer(routes.updateSmallTalk, async ({ caller, params, body, address }) => {
      return { rev: await updateSmallTalk(db, { caller, ...params, ...body, address }) };
    }),

    answer(routes.deletePart, async ({ caller, params, query, address }) => {
      await removePart(parts, { caller, ...params, withMade: query.made === 'all', address });
      log.info({ ...params, userId: caller.userId }, 'part of a documentation deleted');
      return {};
    }),

    answer(routes.deleteEvent, async ({ caller, params, address }) => {
      await removeEvent(parts, { caller, ...params, address });
      log.info({ ...params, userId: caller.userId }, 'call deleted');
      return {};
    }),

    answer(routes.deleteEventRecording, async ({ caller, params, address }) => {
      await removeEventRecording(parts, { caller, ...params, address });
      log.info({ ...params, userId: caller.userId }, 'recording deleted');
      return {};
    }),
  ];
};
