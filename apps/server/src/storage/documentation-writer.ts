import {
  actionItem,
  callHeadline,
  type PartStatus,
  smallTalk,
  smartAnswers,
  summary,
  transcription,
} from '@sidetone/contract/entities/documentation.ts';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { jsonText } from './json-text.ts';
import type { Schema } from './schema.ts';

/** What a part holds once it is made. */
const contents = {
  summary: summary.omit({ status: true }),
  transcription: transcription.omit({ status: true }),
  actionItem: actionItem.omit({ status: true }),
  smallTalk: smallTalk.omit({ status: true }),
  smartAnswers: smartAnswers.omit({ status: true }),
  callHeadline: callHeadline.omit({ status: true }),
  voicemailTranscription: z.object({ text: z.string() }),
} as const;
type Contents = typeof contents;
export type MadePart = keyof Contents;

/** Sets a part of a call's documentation to a status; `success` brings what was made. */
export type PartCommand =
  | { readonly part: MadePart; readonly status: Exclude<PartStatus, 'success'> }
  | {
      readonly [Part in MadePart]: {
        readonly part: Part;
        readonly status: 'success';
        readonly content: z.input<Contents[Part]>;
      };
    }[MadePart];

export interface DocumentedCall {
  readonly channelId: string;
  readonly docId: string;
}

/**
 * From which statuses a part may come to each; `missing` was never asked for, or was deleted. So nothing that was deleted
 * or skipped comes back because someone was still at work on it.
 */
const comesFrom: Readonly<Record<PartStatus, readonly (PartStatus | 'missing')[]>> = {
  waiting: ['missing', 'waiting', 'success', 'error', 'disabled'],
  loading: ['waiting', 'loading'],
  success: ['waiting', 'loading'],
  error: ['waiting', 'loading'],
  disabled: ['missing', 'waiting', 'loading', 'error', 'disabled'],
};

/** The one door through which what is made of a call is written: by its maker, and by the demo company. */
export function documentationWriter(db: Kysely<Schema>) {
  return {
    /**
     * Sets a part in one statement. False where the call is gone, the part may not come to this status from where it is,
     * or the text of a voicemail has no voicemail. Throws `ZodError` for a content that is none.
     */
    async set({ channelId, docId }: DocumentedCall, command: PartCommand): Promise<boolean> {
      const place = command.part === 'voicemailTranscription' ? ['voicemail', 'transcription'] : [command.part];
      const path = sql`${place}::text[]`;
      const content = command.status === 'success' ? contents[command.part].parse(command.content) : {};
      const { numUpdatedRows } = await db
        .updateTable('inbox_events')
        .set({
          documentation: sql<string>`jsonb_set(documentation, ${path},
            ${jsonText({ status: command.status, ...content })}::jsonb)`,
        })
        .where('channel_id', '=', channelId)
        .where('id', '=', docId)
        .where(sql<boolean>`coalesce(documentation #> ${path} ->> 'status', 'missing')
          = any(${[...comesFrom[command.status]]}::text[])`)
        .$if(place.length > 1, (query) => query.where(sql<boolean>`documentation ? 'voicemail'`))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}
export type DocumentationWriter = ReturnType<typeof documentationWriter>;
