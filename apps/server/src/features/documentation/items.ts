import { smallTalk } from '@sidetone/contract/entities/documentation.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { audit } from '../../requests/audit.ts';
import type { Caller } from '../../requests/callers.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import { askForErasure } from '../../storage/erasure.ts';
import { jsonText } from '../../storage/json-text.ts';
import { ownEvent } from './access.ts';

interface Asked {
  readonly caller: Caller;
  readonly channelId: string;
  readonly docId: string;
}

/** Marks an action item as done or open; gives the call's revision with it. Throws `Refusal` NOT_FOUND where it has no such item. */
export async function checkActionItem(
  db: Database,
  { caller, channelId, docId, itemId, checked }: Asked & { readonly itemId: string; readonly checked: boolean },
): Promise<number> {
  const event = await ownEvent(db, caller, channelId, docId);
  const changed = await db
    .updateTable('inbox_events')
    .set({
      documentation: sql<string>`jsonb_set(documentation, '{actionItem,items}', (
        select jsonb_agg(
          case when item ->> 'id' = ${itemId} then item || jsonb_build_object('checked', ${checked}::boolean) else item end
          order by at)
        from jsonb_array_elements(documentation #> '{actionItem,items}') with ordinality as items (item, at)))`,
    })
    .where('channel_id', '=', channelId)
    .where('id', '=', event.docId)
    .where(
      sql<boolean>`documentation #> '{actionItem,items}' @> jsonb_build_array(jsonb_build_object('id', ${itemId}::text))`,
    )
    .returning('rev')
    .executeTakeFirst();
  if (!changed) throw notFound('action item');
  return Number(changed.rev);
}

type SmallTalkItems = z.output<typeof smallTalk>['items'];

/**
 * Replaces the small-talk items: what they say is the server's, and may be pinned, dismissed or left out. What is left out
 * is deleted for good. Gives the call's revision with them. Throws `Refusal` CONFLICT for an item that is not there, or says something else.
 */
export async function updateSmallTalk(
  db: Database,
  { caller, channelId, docId, items, address }: Asked & { readonly items: SmallTalkItems; readonly address: string },
): Promise<number> {
  const event = await ownEvent(db, caller, channelId, docId);
  return await db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('inbox_events')
      .select(['rev', sql<unknown>`documentation -> 'smallTalk'`.as('part')])
      .where('channel_id', '=', channelId)
      .where('id', '=', event.docId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw notFound('event');
    const known = smallTalk.safeParse(row.part).data?.items ?? [];
    if (!areOf(items, known)) throw new Refusal('CONFLICT', 'This small talk no longer exists.');
    const changed = await trx
      .updateTable('inbox_events')
      .set({ documentation: sql<string>`jsonb_set(documentation, '{smallTalk,items}', ${jsonText(items)}::jsonb)` })
      .where('channel_id', '=', channelId)
      .where('id', '=', event.docId)
      .where(sql<boolean>`documentation ? 'smallTalk'`)
      .returning('rev')
      .executeTakeFirst();
    const rev = Number((changed ?? row).rev);
    if (items.length === known.length) return rev;
    await askForErasure(trx);
    await audit(trx, {
      accountId: caller.accountId,
      actorUserId: caller.userId,
      address,
      action: 'call.documentationRemoved',
      target: event.docId,
      detail: { channelId, part: 'smallTalk', items: known.length - items.length },
    });
    return rev;
  });
}

/** Whether each of the items is one of those that are known, and none comes twice. */
function areOf(items: SmallTalkItems, known: SmallTalkItems): boolean {
  const left = new Map(known.map((item) => [item.id, item]));
  return items.every(({ id, topic, description }) => {
    const one = left.get(id);
    left.delete(id);
    return one !== undefined && one.topic === topic && one.description === description;
  });
}
