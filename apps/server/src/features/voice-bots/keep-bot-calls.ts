import { voiceLimits } from '@sidetone/contract/entities/assistant-voice.ts';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { checkedAddresses } from '../../network/checked-addresses.ts';
import type { PrivateHosts } from '../../network/private-hosts.ts';
import { botOf } from '../../storage/assistant-bot.ts';
import type { Database } from '../../storage/database.ts';
import type { SecretBox } from '../../storage/secret-box.ts';
import { finishBotCall } from './finish-bot-call.ts';
import { accountSidOf, callSidOf, headersOf } from './names.ts';

interface BotCallParts {
  readonly db: Database;
  readonly box: SecretBox;
  /** The name of this server, which has the calls. */
  readonly node: string;
  /** Which hosts of the server's own network bots may be at, see INTEGRATION_PRIVATE_HOSTS. */
  readonly hosts: Pick<PrivateHosts, 'isNamed' | 'isPublic'>;
  readonly log: Logger;
  /** The WAV of an announcement; null where it is gone. */
  fileOf(announcementId: string): Promise<string | null>;
}

/** A caller as a bot begins to have them. */
interface Begun {
  readonly resultId: string;
  readonly assistantId: string;
  readonly accountId: string;
  readonly channelId: string;
  readonly docId: string;
  readonly sessionId: string;
  readonly at: Date;
}

/** Nobody was there when it ended. */
const unknownEnd = { tookAt: null, endedAt: null };

/** No bot has a call for longer: what is older was left behind by a server that did not come back. */
const longestCall = sql`interval '2 hours'`;

/**
 * Keeps which calls voice bots have (`VoiceBots` of the exchange's ports), so that none has more than it takes, whichever
 * server its calls are at. What kill -9 interrupts is ended by `resume`.
 */
export function keepBotCalls(parts: BotCallParts) {
  const { db, node, log } = parts;
  /** Those of this life. */
  const ours = new Set<string>();

  return {
    /** Whether a bot is the voice of this assistant, and could take one more call. */
    async botOf(accountId: string, assistantId: string): Promise<'free' | 'full' | null> {
      const bot = await botOf(db, accountId, assistantId);
      if (!bot) return null;
      return (await callsOf(db, assistantId)) < bot.maxCalls ? 'free' : 'full';
    },

    async begin(call: Begun) {
      const { resultId } = call;
      ours.add(resultId);
      const begun = await begin(parts, call);
      if (begun === null) ours.delete(resultId);
      return begun;
    },

    async connected(resultId: string, at: Date): Promise<void> {
      await db.updateTable('assistant_bot_calls').set({ connected_at: at }).where('id', '=', resultId).execute();
    },

    async finished(resultId: string, tookAt: Date | null, endedAt: Date): Promise<void> {
      await finishBotCall(db, resultId, { tookAt, endedAt });
      ours.delete(resultId);
    },

    /** Ends what an earlier life of this server left behind; gives how many. */
    async resume(): Promise<number> {
      const rows = await db.selectFrom('assistant_bot_calls').select('id').where('node', '=', node).execute();
      const left = rows.filter(({ id }) => !ours.has(id));
      for (const { id } of left) await finishBotCall(db, id, unknownEnd);
      if (left.length > 0) log.info({ calls: left.length }, 'voice bots: ended the calls of an earlier run');
      return left.length;
    },
  };
}

/** Takes a call for its bot; null where it has as many already, is gone, or must not or cannot be connected with. */
async function begin({ db, box, node, hosts, log, fileOf }: BotCallParts, call: Begun) {
  const { accountId, assistantId, resultId } = call;
  const bot = await botOf(db, accountId, assistantId);
  if (!bot) return null;
  const { url, parameters, maxCalls, maxMinutes, secretSealed, greetingAnnouncementId } = bot;
  const found = await checkedAddresses(hosts, url, voiceLimits.addresses);
  if ('problem' in found) {
    log.warn({ assistantId, problem: found.problem }, 'voice bots: a bot cannot be connected with');
    return null;
  }
  const greeting = greetingAnnouncementId === null ? null : await fileOf(greetingAnnouncementId);
  if (greetingAnnouncementId !== null && greeting === null) {
    log.warn({ assistantId }, 'voice bots: the greeting of a bot is gone');
    return null;
  }
  const headers = headersOf(url, secretSealed && box.unseal(secretSealed));
  if (!(await take(db, node, call, maxCalls))) return null;
  const stream = {
    streamId: resultId,
    url,
    addresses: found.addresses,
    headers,
    accountSid: accountSidOf(assistantId),
    callSid: callSidOf(resultId),
    parameters: Object.fromEntries(parameters.map(({ name, value }) => [name, value])),
  };
  return { greeting, stream, mostMs: maxMinutes * 60_000 };
}

/** Ends calls of servers that did not come back. */
export async function sweepBotCalls(db: Database): Promise<void> {
  const rows = await db
    .selectFrom('assistant_bot_calls')
    .select('id')
    .where('started_at', '<', sql<Date>`now() - ${longestCall}`)
    .execute();
  for (const { id } of rows) await finishBotCall(db, id, unknownEnd);
}

async function callsOf(db: Pick<Database, 'selectFrom'>, assistantId: string): Promise<number> {
  const { count } = await db
    .selectFrom('assistant_bot_calls')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('assistant_id', '=', assistantId)
    .where('started_at', '>', sql<Date>`now() - ${longestCall}`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Takes one of the calls of a bot; false where it has as many as it takes. */
async function take(db: Database, node: string, call: Begun, maxCalls: number): Promise<boolean> {
  const { resultId, assistantId, accountId, channelId, docId, sessionId, at } = call;
  return await db.transaction().execute(async (trx) => {
    // One after the other, so that two at the same moment are counted.
    const assistant = await trx
      .selectFrom('assistants')
      .select('id')
      .where('id', '=', assistantId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!assistant || (await callsOf(trx, assistantId)) >= maxCalls) return false;
    await trx
      .insertInto('assistant_bot_calls')
      .values({
        id: resultId,
        call_sid: callSidOf(resultId),
        assistant_id: assistantId,
        account_id: accountId,
        channel_id: channelId,
        doc_id: docId,
        session_id: sessionId,
        node,
        started_at: at,
      })
      .execute();
    return true;
  });
}
