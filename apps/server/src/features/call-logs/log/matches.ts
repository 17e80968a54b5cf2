import { entityTypes } from '@sidetone/contract/entities/integration.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { EntityRef } from '../../../crm/crm-side.ts';
import { recordIdOf } from '../../../crm/record-id.ts';
import type { Writer } from '../../../storage/writer.ts';
import type { Source } from './sources.ts';

/** A record of a CRM that a call could be logged to. */
export interface Candidate extends EntityRef {
  readonly source: string;
  readonly label: string;
  readonly url: string | null;
  readonly isOpen: boolean | null;
  /** The CRM's user who owns it; absent where only the mirror was asked, which does not know. */
  readonly crmOwner?: string | null;
  /** The user here who that is; null where nobody knows of one. */
  readonly ownedBy?: string | null;
}

/** A contact of a CRM with what belongs to it. */
export interface Match extends Candidate {
  /** Its id here. */
  readonly contactId: string;
  readonly related: readonly Candidate[];
}

/** Contacts with one number that are told at most. */
const most = 50;

const related = z.array(
  z.object({
    id: z.string(),
    type: z.enum(entityTypes),
    label: z.string().nullish(),
    url: z.string().nullish(),
    isOpen: z.boolean().nullish(),
  }),
);
const relatedOne = z.unknown().transform((value) => {
  const read = related.element.safeParse(value);
  return read.success ? read.data : null;
});

/** Contacts of these CRMs that have the number, those first who were there first. Read from the mirror alone. */
export async function matchesOf(
  db: Writer,
  accountId: string,
  sources: readonly Source[],
  e164: string | null,
): Promise<Match[]> {
  if (e164 === null || sources.length === 0) return [];
  const nameOf = new Map(sources.map((source) => [source.integrationId, source.name]));
  const rows = await db
    .selectFrom('contacts')
    .select(['id', 'integration_id', 'external_id', 'type', 'name', 'contact_url', 'relates_to'])
    .where('account_id', '=', accountId)
    .where(sql<boolean>`e164s @> array[${e164}]::text[]`)
    .where('integration_id', 'in', [...nameOf.keys()])
    .orderBy('created_at')
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.flatMap((row) => {
    const source = nameOf.get(row.integration_id);
    const type = z.enum(entityTypes).safeParse(row.type).data;
    if (source === undefined || type === undefined || row.external_id === null) return [];
    const belongings = z.array(relatedOne).catch([]).parse(row.relates_to);
    return {
      contactId: row.id,
      source,
      type,
      id: recordIdOf(type, row.external_id),
      label: row.name,
      url: row.contact_url,
      isOpen: null,
      related: belongings.flatMap((one) =>
        one === null
          ? []
          : {
              source,
              type: one.type,
              id: one.id,
              label: one.label ?? one.id,
              url: one.url ?? null,
              isOpen: one.isOpen ?? null,
            },
      ),
    };
  });
}

/** Whom someone named of several contacts with this number, by the name of the CRM. */
export async function choicesOf(
  db: Writer,
  accountId: string,
  e164: string | null,
): Promise<ReadonlyMap<string, EntityRef>> {
  if (e164 === null) return new Map();
  const rows = await db
    .selectFrom('number_choices')
    .select(['source', 'type', 'external_id'])
    .where('account_id', '=', accountId)
    .where('e164', '=', e164)
    .execute();
  return new Map(
    rows.flatMap(({ source, type, external_id: id }) => {
      const known = z.enum(entityTypes).safeParse(type).data;
      return known === undefined ? [] : [[source, { type: known, id }] as const];
    }),
  );
}

/** Remembers who calls from a number. */
export async function rememberChoice(
  trx: Writer,
  by: { readonly accountId: string; readonly userId: string },
  { source, type, id }: Candidate,
  e164: string,
): Promise<void> {
  const chosen = { type, external_id: id, chosen_by: by.userId };
  await trx
    .insertInto('number_choices')
    .values({ account_id: by.accountId, source, e164, ...chosen })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'source', 'e164']).doUpdateSet({ ...chosen, chosen_at: sql`now()` }),
    )
    .execute();
}
