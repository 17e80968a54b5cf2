import {
  actionItem,
  callHeadline,
  madeBy,
  type PartReason,
  type PartRenewal,
  type PartStatus,
  smallTalk,
  smartAnswers,
  summary,
  transcription,
} from '@sidetone/contract/entities/documentation.ts';
import { type RenewablePart, renewableParts } from '@sidetone/contract/http/documentation-routes.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { jsonText } from './json-text.ts';
import { preparedByShape, type SlotOf } from './prepared.ts';
import type { Schema } from './schema.ts';

/** What a part holds once it is made. */
const contents = {
  summary: summary.omit({ status: true }),
  transcription: transcription.omit({ status: true }),
  actionItem: actionItem.omit({ status: true }),
  smallTalk: smallTalk.omit({ status: true }),
  smartAnswers: smartAnswers.omit({ status: true }),
  callHeadline: callHeadline.omit({ status: true }),
  voicemailTranscription: z.object({ text: z.string(), madeBy: madeBy.nullish() }),
} as const;
type Contents = typeof contents;
export type MadePart = keyof Contents;
/** A part that no other part holds. */
type TopPart = Exclude<MadePart, 'voicemailTranscription'>;

/** Sets a part of a call's documentation to a status; `success` brings what was made, others may say why. */
export type PartCommand =
  | {
      readonly part: MadePart;
      readonly status: Exclude<PartStatus, 'success'>;
      readonly reason?: PartReason;
      /** Of answers: which questions somebody wants answered, and when they said so. */
      readonly asked?: AskedQuestions;
    }
  | {
      readonly [Part in MadePart]: {
        readonly part: Part;
        readonly status: 'success';
        readonly content: z.input<Contents[Part]>;
      };
    }[MadePart];

/** Questions that are to be answered. Without a set, the one that is assigned when it is their turn. */
interface AskedQuestions {
  readonly setId?: string;
  readonly byUserId?: string;
  readonly askedAt: string;
}

/** What a model made of a part that the rules have made already. */
type PartReplacement = Extract<PartCommand, { status: 'success' }> & {
  /** Of the transcript that both were made of. */
  readonly fingerprint: string;
  /** The items that the rules made: one of them that is no longer there was deleted by somebody. */
  readonly before?: readonly { readonly id: string; readonly evidence: readonly string[] }[];
};

/** What is made once more. */
type RenewedPart = Extract<PartCommand, { status: 'success' }>;

export interface DocumentedCall {
  readonly channelId: string;
  readonly docId: string;
}

/**
 * From which statuses a part may come to each; `missing` was never asked for, or was deleted. So nothing that was deleted
 * or skipped comes back because someone was still at work on it.
 */
const comesFrom: Readonly<Record<PartStatus, readonly PartPlace[]>> = {
  waiting: ['missing', 'waiting', 'success', 'error', 'disabled'],
  loading: ['waiting', 'loading'],
  success: ['waiting', 'loading'],
  error: ['waiting', 'loading'],
  disabled: ['missing', 'waiting', 'loading', 'error', 'disabled'],
};
type PartPlace = PartStatus | 'missing';

/** What people said of single items, which another version of the part has to keep. */
const kept: Readonly<Partial<Record<MadePart, readonly string[]>>> = {
  actionItem: ['checked'],
  smallTalk: ['pinned', 'dismissed'],
};

/** What a part keeps of itself whatever becomes of it: which questions are answered, and whether the note has the answers. */
const lasting: Readonly<Partial<Record<MadePart, readonly string[]>>> = {
  smartAnswers: ['setId', 'byUserId', 'askedAt', 'copiedToNoteAt'],
};

/** The one door through which what is made of a call is written: by its maker, and by the demo company. */
export function documentationWriter(db: Kysely<Schema>) {
  return {
    /**
     * Sets a part in one statement; `from` narrows where it may come from. False where the call is gone, the part may not come to
     * this status from where it is, or the text of a voicemail has no voicemail. Throws `ZodError` for a content that is none.
     */
    async set(
      call: DocumentedCall,
      command: PartCommand,
      from: readonly PartPlace[] = comesFrom[command.status],
    ): Promise<boolean> {
      const places = comesFrom[command.status].filter((place) => from.includes(place));
      const path = pathOf(command.part);
      const { numUpdatedRows } = await rowOf(db, call)
        .set({
          documentation: withPart(
            path,
            lastingOver(path, command.part, jsonText({ status: command.status, ...contentOf(command) })),
          ),
        })
        .where(sql<boolean>`coalesce(documentation #> ${path} ->> 'status', 'missing') = any(${places}::text[])`)
        .$if(command.part === 'voicemailTranscription', (query) =>
          query.where(sql<boolean>`documentation ? 'voicemail'`),
        )
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /**
     * Puts what a model made in place of what the rules made of the same transcript, in one statement. What people ticked, pinned
     * or dismissed stays so where it rests on the same words, and what they deleted stays away. False where the part is not there any
     * longer as the rules made it. Throws `ZodError` for a content that is none.
     */
    async replace(call: DocumentedCall, command: PartReplacement): Promise<boolean> {
      const path = pathOf(command.part);
      const content = jsonText({ status: 'success', ...contentOf(command) });
      const { numUpdatedRows } = await rowOf(db, call)
        .set({ documentation: withPart(path, carriedOver(path, lastingOver(path, command.part, content), command)) })
        .where(sql<boolean>`documentation #> ${path} ->> 'status' = 'success'`)
        .where(sql<boolean>`documentation #> ${path} #>> '{madeBy,kind}' = 'basic'`)
        .where(sql<boolean>`documentation #> ${path} #>> '{madeBy,fingerprint}' = ${command.fingerprint}`)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    ...several(db),
    ...renewals(db),
  };
}

/** Several parts in one statement. */
function several(db: Kysely<Schema>) {
  return {
    /**
     * Sets several parts to a status and says why, in one statement: those of them that are in one of the places of `from` that may
     * come to it.
     */
    async setTogether(
      call: DocumentedCall,
      parts: readonly TopPart[],
      { status, reason }: { readonly status: Exclude<PartStatus, 'success'>; readonly reason: PartReason },
      from: readonly PartPlace[],
    ): Promise<void> {
      if (parts.length === 0) return;
      const places = comesFrom[status].filter((place) => from.includes(place));
      await setParts(db, { parts, places }, { ...call, content: jsonText({ status, reason }) });
    },
  };
}

/** Which parts may come to another status from which places. */
interface PartsSet {
  readonly parts: readonly TopPart[];
  readonly places: readonly PartPlace[];
}

const setParts = preparedByShape(
  (shape: PartsSet) => JSON.stringify(shape),
  (db: Kysely<Schema>, slot: SlotOf<DocumentedCall & { content: string }>, { parts, places }: PartsSet) => {
    const mayCome = (part: TopPart) =>
      sql<boolean>`coalesce(documentation #>> ${[part, 'status']}::text[], 'missing') = any(${places}::text[])`;
    const changes = parts.map(
      (part) => sql`case when ${mayCome(part)}
        then jsonb_build_object(${part}::text, ${lastingOver(pathOf(part), part, slot('content'))}::jsonb) else '{}' end`,
    );
    return db
      .updateTable('inbox_events')
      .where('channel_id', '=', slot('channelId'))
      .where('id', '=', slot('docId'))
      .set({ documentation: sql<string>`documentation || ${sql.join(changes, sql` || `)}` })
      .where(({ or }) => or(parts.map(mayCome)));
  },
);

/** Parts that are made once more; what there is stays until the new content has come. */
function renewals(db: Kysely<Schema>) {
  const renewalIs = (path: RawBuilder<unknown>, status: PartRenewal['status']) =>
    sql<boolean>`documentation #> ${path} #>> '{renewal,status}' = ${status}`;
  return {
    /** Notes that a part is to be made once more. False where it is not made, or is being made once more. */
    async askAgain(call: DocumentedCall, part: RenewablePart, renewal: PartRenewal): Promise<boolean> {
      const path = pathOf(part);
      const { numUpdatedRows } = await rowOf(db, call)
        .set({
          documentation: sql<string>`jsonb_set(documentation, ${path} || '{renewal}'::text[], ${jsonText(renewal)}::jsonb)`,
        })
        .where(sql<boolean>`documentation #> ${path} ->> 'status' = 'success'`)
        // It is being made: what was paid for would be thrown away.
        .where(sql<boolean>`documentation #> ${path} #>> '{renewal,status}' is distinct from 'waiting'`)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /**
     * Puts new content in place of what was asked for once more. What people ticked, pinned or dismissed stays so where it rests on the
     * same words. False where nobody waits for it any longer. Throws `ZodError` for a content that is none.
     */
    async renew(call: DocumentedCall, command: RenewedPart, asked: string): Promise<boolean> {
      const path = pathOf(command.part);
      const content = jsonText({ status: 'success', ...contentOf(command) });
      const { numUpdatedRows } = await rowOf(db, call)
        .set({ documentation: withPart(path, carriedOver(path, lastingOver(path, command.part, content), command)) })
        .where(renewalIs(path, 'waiting'))
        .where(sql<boolean>`documentation #> ${path} #>> '{renewal,at}' = ${asked}`)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Ends what was asked for once more: says why it could not be made, or with null that nobody wants it any longer. */
    async endRenewals(call: DocumentedCall, reason: PartReason | null): Promise<void> {
      for (const part of renewableParts) {
        const path = pathOf(part);
        const ended =
          reason === null
            ? sql<string>`documentation #- (${path} || '{renewal}'::text[])`
            : sql<string>`jsonb_set(documentation, ${path} || '{renewal}'::text[],
                (documentation #> ${path} -> 'renewal') || ${jsonText({ status: 'error', reason })}::jsonb)`;
        await rowOf(db, call).set({ documentation: ended }).where(renewalIs(path, 'waiting')).execute();
      }
    },
  };
}
export type DocumentationWriter = ReturnType<typeof documentationWriter>;

const pathOf = (part: MadePart) =>
  sql`${part === 'voicemailTranscription' ? ['voicemail', 'transcription'] : [part]}::text[]`;

function contentOf(command: PartCommand): object {
  if (command.status === 'success') return contents[command.part].parse(command.content);
  return { ...command.asked, ...(command.reason !== undefined && { reason: command.reason }) };
}

/** The part as it becomes, with what it keeps of itself. */
function lastingOver(path: RawBuilder<unknown>, part: MadePart, content: string | RawBuilder<string>) {
  const names = lasting[part];
  if (names === undefined) return sql`${content}`;
  return sql`(select coalesce(jsonb_object_agg(key, value), '{}') || ${content}::jsonb
    from jsonb_each(coalesce(documentation #> ${path}, '{}')) where key = any(${[...names]}::text[]))`;
}

const rowOf = (db: Kysely<Schema>, { channelId, docId }: DocumentedCall) =>
  db.updateTable('inbox_events').where('channel_id', '=', channelId).where('id', '=', docId);

const withPart = (path: RawBuilder<unknown>, part: unknown) =>
  sql<string>`jsonb_set(documentation, ${path}, ${part}::jsonb)`;

/** The new content, with what people said of the items before that rest on the same words. */
function carriedOver(
  path: RawBuilder<unknown>,
  content: RawBuilder<unknown>,
  { part, before = [] }: Pick<PartReplacement, 'part' | 'before'>,
) {
  const names = kept[part];
  if (names === undefined) return content;
  const shared = (one: string, other: string) =>
    sql`coalesce(${sql.ref(one)} -> 'evidence', '[]') ?| array(
      select jsonb_array_elements_text(coalesce(${sql.ref(other)} -> 'evidence', '[]')))`;
  const old = sql`jsonb_array_elements(coalesce(documentation #> ${path} -> 'items', '[]'))`;
  const said = names.map(
    (name) => sql`${name}::text, exists (
      select from ${old} as earlier (point) where (point ->> ${name})::boolean and ${shared('point', 'item')})`,
  );
  return sql`(select jsonb_set(content, '{items}', (
    select coalesce(jsonb_agg(item || jsonb_build_object(${sql.join(said)}) order by at), '[]')
    from jsonb_array_elements(content -> 'items') with ordinality as made (item, at)
    where not exists (
      select from jsonb_array_elements(${jsonText(before)}::jsonb) as ours (rule)
      where ${shared('rule', 'item')}
        and not exists (select from ${old} as left_over (point) where point ->> 'id' = rule ->> 'id'))))
    from (select ${content}::jsonb as content) as whole)`;
}
