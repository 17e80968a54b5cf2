import { type Documentation, documentation } from '@sidetone/contract/entities/documentation.ts';
import { type WebhookChange, webhookChange } from '@sidetone/contract/entities/webhook.ts';
import { pino } from 'pino';
import { someJobs } from '../../../jobs/testing/some-jobs.ts';
import { privateHosts } from '../../../network/private-hosts.ts';
import { postToWebhooks } from '../../../post-to-webhooks.ts';
import type { ReachLimits } from '../../../reach/reach.ts';
import type { Database } from '../../../storage/database.ts';
import { secretBox } from '../../../storage/secret-box.ts';
import { readDeliveries, webhookDeliveries } from '../deliveries.ts';
import { readWebhooks, saveWebhook } from '../webhooks.ts';

/** Secrets of tests: a process that is started for one opens them as well. */
const box = secretBox(Buffer.alloc(32, 7));
const named = ['127.0.0.1'];
export const webhookId = 'webhook-1';

/** Of the webhook of an account. */
const idOf = (accountId: string): string => (accountId === 's1' ? webhookId : `webhook-${accountId}`);

/** A call with a transcript and what was made of it. */
export const documented: Documentation = documentation.parse({
  transcription: {
    status: 'success',
    items: [
      { id: 's1', speaker: 1, startTime: 0.5, endTime: 2.25, text: 'I would like forty rolls.' },
      { id: 's2', speaker: 0, startTime: 3, endTime: 4, text: 'I will send you the offer by Monday.' },
    ],
  },
  summary: { status: 'success', text: null, keyPoints: ['Forty rolls', 'An offer'], topics: ['Order'] },
  callHeadline: { status: 'success', text: 'Forty rolls' },
});

interface Given {
  readonly pausesSeconds?: readonly number[];
  readonly limits?: Partial<ReachLimits>;
  readonly isServer?: boolean;
}

/** Deliveries of the company of `someCompany`, with real jobs and real requests. */
export async function deliveringWorld(db: Database, { pausesSeconds, limits = {}, isServer = false }: Given = {}) {
  const jobs = await someJobs(db, { isServer });
  const way = postToWebhooks(named, limits);
  const deliveries = webhookDeliveries({
    db,
    box,
    jobs,
    post: way.post,
    host: 'phone.example',
    log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
    ...(pausesSeconds === undefined ? {} : { pausesSeconds }),
  });
  const by = { userId: 'wanna', accountId: 's1', address: '127.0.0.1' };
  return {
    deliveries,
    jobs,
    list: () => readDeliveries(db, 's1'),

    /** An administrator saves the account's webhook; gives the secret of a new one. */
    async save(change: Partial<WebhookChange> & { readonly url: string }, accountId = 's1'): Promise<string | null> {
      const [there] = await readWebhooks(db, accountId);
      const rev = there?.rev ?? 0;
      const deps = { db, box, hosts: privateHosts(named) };
      return (await saveWebhook(deps, { ...by, accountId }, idOf(accountId), webhookChange.parse({ rev, ...change })))
        .secret;
    },

    /** A call that is over and documented, and said to be. */
    async call(docId: string, channelId = 'cteam', parts: Documentation = documented, accountId = 's1'): Promise<void> {
      const [start, end] = [new Date('2026-11-27T10:00:00.000Z'), new Date('2026-11-27T10:01:22.666Z')];
      await db
        .insertInto('inbox_events')
        .values({
          id: docId,
          account_id: accountId,
          channel_id: channelId,
          session_id: docId.slice(4),
          owner: 'wanna',
          unresolved: false,
          direction: 'INCOMING',
          state: 'FINISHED',
          on_phone_number: '+4930555020',
          remote_phone_number: '+4940111222',
          started_at: start,
          established_at: start,
          terminated_at: end,
          documentation: JSON.stringify(parts),
        })
        .execute();
      await deliveries.offer({ channelId, docId });
    },

    async stop() {
      await deliveries.stop();
      way.close();
      await jobs.stop();
    },
  };
}
/** The account of `someCompany` has its webhook switched on, or not. */
export async function switchWebhook(
  db: Database,
  hasWebhook: boolean,
  more: object = {},
  accountId = 's1',
): Promise<void> {
  const flags = JSON.stringify({ hasWebhook, hasCallTranscription: true, ...more });
  await db.updateTable('accounts').set({ flags }).where('id', '=', accountId).execute();
}
