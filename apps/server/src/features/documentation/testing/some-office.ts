import { randomUUID } from 'node:crypto';
import type { Documentation } from '@sidetone/contract/entities/documentation.ts';
import { newId } from '../../../requests/ids.ts';
import { tokenOf } from '../../../testing/authorisation-world.ts';
import { person, type TestApi } from '../../../testing/test-api.ts';

/** A shared channel of Anna and Bert, their colleague Dora who is not a member, and someone of another company. */
export async function someOffice(api: TestApi) {
  const { db } = api;
  const somebody = async (firstName: string, accountId?: string) => {
    const made = await person(api, { firstName, ...(accountId !== undefined && { accountId }) });
    return { ...made, token: await tokenOf(db, made.userId) };
  };
  const anna = await somebody('Anna');
  const bert = await somebody('Bert', anna.accountId);
  const dora = await somebody('Dora', anna.accountId);
  const elsewhere = await somebody('Emil');
  const channelId = newId('c');
  await db
    .insertInto('channels')
    .values({ id: channelId, account_id: anna.accountId, type: 'acd', name: 'Office', follow_up_time: 0 })
    .execute();
  await db
    .insertInto('channel_members')
    .values([anna, bert].map(({ userId }) => ({ channel_id: channelId, user_id: userId })))
    .execute();
  return {
    anna,
    bert,
    dora,
    elsewhere,
    channelId,

    /** A call in the shared channel; gives its docId. */
    async call(about: {
      owner: { userId: string } | null;
      missed?: boolean;
      documentation?: Documentation;
      isOpen?: boolean;
    }): Promise<string> {
      const sessionId = randomUUID();
      const [at, missed] = [new Date(), about.missed ?? false];
      await db
        .insertInto('inbox_events')
        .values({
          id: `pbx-${sessionId}`,
          account_id: anna.accountId,
          channel_id: channelId,
          session_id: sessionId,
          owner: about.owner?.userId ?? null,
          unresolved: true,
          direction: 'INCOMING',
          started_at: at,
          state: missed ? 'MISSED' : 'FINISHED',
          established_at: missed ? null : at,
          terminated_at: about.isOpen ? null : at,
          terminated_reason: missed ? 'CANCELLED' : 'HANGUP',
          documentation: JSON.stringify(about.documentation ?? {}),
        })
        .execute();
      return `pbx-${sessionId}`;
    },

    /** What is there; undefined where the call is gone. */
    async documentation(docId: string): Promise<Record<string, unknown> | undefined> {
      const row = await db
        .selectFrom('inbox_events')
        .select('documentation')
        .where('channel_id', '=', channelId)
        .where('id', '=', docId)
        .executeTakeFirst();
      return row?.documentation;
    },

    /** How young its row is. */
    async rev(docId: string): Promise<number> {
      const row = await db
        .selectFrom('inbox_events')
        .select('rev')
        .where('channel_id', '=', channelId)
        .where('id', '=', docId)
        .executeTakeFirstOrThrow();
      return Number(row.rev);
    },
  };
}
export type Office = Awaited<ReturnType<typeof someOffice>>;
