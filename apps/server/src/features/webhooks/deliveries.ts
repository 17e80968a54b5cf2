import { flags } from '@sidetone/contract/entities/flags.ts';
import { type WebhookDelivery, webhookDelivery } from '@sidetone/contract/entities/webhook.ts';
import { type Selectable, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Again, JobKind } from '../../jobs/job-kind.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { audit } from '../../requests/audit.ts';
import type { Database } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';
import type { SecretBox } from '../../storage/secret-box.ts';
import type { Writer } from '../../storage/writer.ts';
import { vconUuids } from '../../vcon/vcon-uuid.ts';
import { hasSomethingToSend, type SentCall } from './payload/sent-call.ts';
import type { Post } from './ports.ts';
import { postPayload } from './post-payload.ts';
import type { TryResult } from './post-signed.ts';
import { readSentCall } from './read-sent-call.ts';
import type { WebhookRow } from './webhook-row.ts';

export interface DeliveryParts {
  readonly db: Database;
  readonly box: SecretBox;
  readonly jobs: Jobs;
  readonly post: Post;
  readonly log: Logger;
  /** The host that this server is known by. */
  readonly host: string;
  /** Seconds before each further try; left out: as usual. */
  readonly pausesSeconds?: readonly number[];
}

/** A call in an inbox. */
interface OfCall {
  readonly channelId: string;
  readonly docId: string;
}

/** Sends one call to one webhook; the id is that of the delivery. */
const deliveryKind: JobKind = {
  name: 'webhook-delivery',
  // A try that fails is a new job, and counted in the table: these are for a process or a database that dies.
  tries: 12,
  withinMinutes: 2,
  pauseSeconds: 5,
  longestPauseSeconds: 600,
  atOnce: 6,
};
/** Of those that are sent at the same time so many go to one webhook: two receivers that hang hold nobody else up. */
const mostToOne = 2;
/** A call for which there is no place comes back after this. */
const whileFullSeconds = 5;

interface Delivering extends DeliveryParts {
  readonly places: ReturnType<typeof placesOfWebhooks>;
}

/** Counts what is being sent to each webhook. */
function placesOfWebhooks() {
  const taken = new Map<string, number>();
  return {
    /** False where as many go there as may. */
    take(webhookId: string): boolean {
      const now = taken.get(webhookId) ?? 0;
      if (now >= mostToOne) return false;
      taken.set(webhookId, now + 1);
      return true;
    },
    leave(webhookId: string): void {
      const left = (taken.get(webhookId) ?? 1) - 1;
      if (left === 0) taken.delete(webhookId);
      else taken.set(webhookId, left);
    },
  };
}

const minute = 60;
const hour = 60 * minute;
/** Between twelve tries; all of them lie within a day. */
const usualPauses = [
  5,
  30,
  2 * minute,
  5 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  6 * hour,
  8 * hour,
];
const withinSeconds = 24 * hour;
const keptDays = 30;

type DeliveryRow = Selectable<Schema['webhook_deliveries']>;
type Ending = Pick<DeliveryRow, 'state' | 'status' | 'problem'>;

/** Deliveries of documented calls to the webhooks of their accounts. */
export function webhookDeliveries(parts: DeliveryParts) {
  const { db, jobs, log } = parts;
  const nextId = vconUuids(parts.host);
  const delivering = { ...parts, places: placesOfWebhooks() };
  const working = jobs.work(deliveryKind, {
    run: (id, { signal }) => deliver(delivering, id, signal),
    gaveUp: (id) => end(db, id, { state: 'failed', status: null, problem: 'crashed' }),
  });
  working.catch((error: unknown) => log.error({ err: error }, 'webhooks: deliveries cannot begin'));
  return {
    /** A call is documented: it is sent where its account wants it. Once for each webhook, however often this is said. */
    offer: (call: OfCall) => db.transaction().execute((trx) => offer(parts, trx, call, nextId)),
    /** Ends deliveries of a call that is being deleted, and a request that runs. */
    async endOf(trx: Writer, { channelId, docId }: OfCall): Promise<void> {
      const rows = await trx
        .deleteFrom('webhook_deliveries')
        .where('channel_id', '=', channelId)
        .where('doc_id', '=', docId)
        .returning('id')
        .execute();
      for (const { id } of rows) await jobs.cancel(trx, deliveryKind, id);
    },
    /** Asks for the jobs of deliveries that wait: backups have none. */
    resume: () => resume(parts),
    /** Forgets deliveries after 30 days; gives how many. */
    async forget(): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('webhook_deliveries')
        .where(sql<boolean>`created_at < now() - make_interval(days => ${keptDays})`)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
    /** Fulfils when nothing is being sent. */
    idle: () => jobs.idle(deliveryKind),
    stop: async () => await (await working).stop(),
  };
}

const mostListed = 100;

/** Deliveries of the last 30 days, newest first. */
export async function readDeliveries(db: Database, accountId: string): Promise<WebhookDelivery[]> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(sql<boolean>`created_at > now() - make_interval(days => ${keptDays})`)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(mostListed)
    .execute();
  return rows.map((row) =>
    webhookDelivery.parse({
      id: row.id,
      webhookId: row.webhook_id,
      channelId: row.channel_id,
      state: row.state,
      tries: row.tries,
      status: row.status,
      problem: row.problem,
      nextAt: row.state === 'waiting' ? (row.next_at?.toISOString() ?? null) : null,
      createdAt: row.created_at.toISOString(),
      endedAt: row.ended_at?.toISOString() ?? null,
    }),
  );
}

async function offer({ jobs }: DeliveryParts, trx: Writer, of: OfCall, nextId: () => string): Promise<void> {
  const call = await readSentCall(trx, of);
  if (!call || !hasSomethingToSend(call.event.documentation)) return;
  const row = await trx.selectFrom('webhooks').selectAll().where('account_id', '=', call.account.id).executeTakeFirst();
  if (!row || (await obstacleOf(trx, row, call)) !== null) return;
  const made = await trx
    .insertInto('webhook_deliveries')
    .values({
      id: nextId(),
      webhook_id: row.id,
      account_id: call.account.id,
      channel_id: of.channelId,
      doc_id: of.docId,
      next_at: new Date(),
    })
    .onConflict((conflict) => conflict.columns(['webhook_id', 'channel_id', 'doc_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) await jobs.enqueue(trx, deliveryKind, made.id);
}

/** Why a call is not sent there, as everything is set up now. */
async function obstacleOf(
  db: Writer,
  { state, channel_ids: chosen }: WebhookRow,
  { account: { id: accountId }, channel, event }: SentCall,
): Promise<'switchedOff' | 'notShared' | 'nothingToSend' | null> {
  const account = await db.selectFrom('accounts').select('flags').where('id', '=', accountId).executeTakeFirst();
  const { hasWebhook, hasAiDisabled } = flags.parse(account?.flags ?? {});
  if (state === 'off' || !hasWebhook || hasAiDisabled) return 'switchedOff';
  if (chosen !== null && !chosen.includes(channel.id)) return 'notShared';
  return hasSomethingToSend(event.documentation) ? null : 'nothingToSend';
}

/** One try. What ends it by itself is written down; rejects where trying the job again may help. */
async function deliver(parts: Delivering, id: string, signal: AbortSignal): Promise<Again | undefined> {
  const { db, places } = parts;
  const delivery = await db.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).executeTakeFirst();
  if (delivery?.state !== 'waiting') return undefined;
  if (!places.take(delivery.webhook_id)) return { againAfterSeconds: whileFullSeconds };
  try {
    return await deliverOne(parts, delivery, signal);
  } finally {
    places.leave(delivery.webhook_id);
  }
}

async function deliverOne(
  parts: DeliveryParts,
  delivery: DeliveryRow,
  signal: AbortSignal,
): Promise<Again | undefined> {
  const { db } = parts;
  const { id } = delivery;
  const row = await db.selectFrom('webhooks').selectAll().where('id', '=', delivery.webhook_id).executeTakeFirst();
  if (!row) return undefined;
  const call = await readSentCall(db, { channelId: delivery.channel_id, docId: delivery.doc_id });
  // A call that is gone took its deliveries along.
  const obstacle = call === null ? 'notShared' : await obstacleOf(db, row, call);
  if (call === null || obstacle !== null) {
    await end(db, id, { state: 'failed', status: delivery.status, problem: obstacle });
    return undefined;
  }
  if (ageOf(delivery) > withinSeconds) {
    await end(db, id, { state: 'failed', status: delivery.status, problem: delivery.problem ?? 'tooLate' });
    return undefined;
  }
  return await send(parts, { delivery, row, call }, signal);
}

/** Sends a call, and writes down what came of it. */
async function send(
  parts: DeliveryParts,
  { delivery, row, call }: { readonly delivery: DeliveryRow; readonly row: WebhookRow; readonly call: SentCall },
  signal: AbortSignal,
): Promise<Again | undefined> {
  const { db, log } = parts;
  const { id } = delivery;
  const result = await postPayload(
    parts,
    row,
    { eventId: id, createdAt: delivery.created_at, type: 'call.documented', call },
    signal,
  );
  const tries = delivery.tries + 1;
  const about = { deliveryId: id, webhookId: row.id, tries, status: result.status };
  if (result.outcome === 'arrived') {
    log.info(about, 'webhooks: call delivered');
    await end(db, id, { state: 'delivered', status: result.status, problem: null }, tries);
    return undefined;
  }
  log.warn({ ...about, problem: result.problem }, 'webhooks: call not delivered');
  if (result.outcome === 'gone') {
    await switchOff(db, row, id, tries);
    return undefined;
  }
  return await tryLater(parts, delivery, tries, result);
}

/** The receiver said that it is gone for good: nothing is sent there before an administrator saves the webhook again. */
async function switchOff(db: Database, row: WebhookRow, deliveryId: string, tries: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const off = await trx
      .updateTable('webhooks')
      .set({ state: 'off' })
      .where('id', '=', row.id)
      // What was changed meanwhile was not asked.
      .where('rev', '=', row.rev)
      .returning('account_id')
      .executeTakeFirst();
    await end(trx, deliveryId, { state: 'failed', status: 410, problem: 'gone' }, tries);
    if (!off) return;
    const detail = { host: URL.parse(row.url)?.host };
    await audit(trx, {
      accountId: off.account_id,
      actorUserId: null,
      action: 'webhook.switchedOff',
      target: row.id,
      detail,
    });
  });
}

/** In seconds. */
const ageOf = ({ created_at: since }: Pick<DeliveryRow, 'created_at'>): number => (Date.now() - since.getTime()) / 1000;

async function tryLater(
  { db, pausesSeconds = usualPauses }: DeliveryParts,
  { id, created_at: since }: DeliveryRow,
  tries: number,
  { status, problem, retryAfterSeconds }: Extract<TryResult, { outcome: 'failed' }>,
): Promise<Again | undefined> {
  const pause = pausesSeconds[tries - 1];
  const wait = pause === undefined ? null : Math.max(pause, retryAfterSeconds ?? 0);
  if (wait === null || ageOf({ created_at: since }) + wait > withinSeconds) {
    await end(db, id, { state: 'failed', status, problem }, tries);
    return undefined;
  }
  await db
    .updateTable('webhook_deliveries')
    .set({ tries, status, problem, next_at: new Date(Date.now() + wait * 1000) })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
  return { againAfterSeconds: wait };
}

async function end(db: Writer, id: string, ending: Ending, tries?: number): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ ...ending, ...(tries === undefined ? {} : { tries }), next_at: null, ended_at: new Date() })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

async function resume({ db, jobs }: DeliveryParts): Promise<void> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select(['id', 'next_at'])
    .where('state', '=', 'waiting')
    .execute();
  for (const { id, next_at: next } of rows) {
    const afterSeconds = Math.max(0, Math.ceil(((next?.getTime() ?? 0) - Date.now()) / 1000));
    await jobs.enqueue(db, deliveryKind, id, { afterSeconds });
  }
}
