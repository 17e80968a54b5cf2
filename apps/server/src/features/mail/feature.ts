import { routes } from '@sidetone/contract/http/routes.ts';
import { gathered } from '../../documents/gathered.ts';
import type { FactBoard } from '../../events.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { type Answer, answer } from '../../requests/answer.ts';
import type { Caller } from '../../requests/callers.ts';
import type { Feature } from '../../requests/feature.ts';
import { channelMailAnswers } from './channel-mails.ts';
import { type DeliverDeps, deliver, giveUp } from './deliver.ts';
import { mailKind } from './mail-job.ts';
import { offerCalls, offerForgotten, offerMissedOf, offerVoicemail } from './offer.ts';
import { forgetMails, readDeliveries } from './read-deliveries.ts';
import {
  type AskedBy,
  readServer,
  removeServer,
  type ServerSettingsDeps,
  saveServer,
  testServer,
} from './server-settings.ts';
import { readOwnMail, setWishes } from './wishes.ts';

/** Calls that end within so long are looked for together. */
const gatherMs = 500;

interface MailParts extends ServerSettingsDeps, DeliverDeps {
  readonly facts: FactBoard;
  readonly jobs: Jobs;
  /** The sender that the operator set up; null: they have no mail server. */
  readonly operatorFrom: string | null;
}

/** Voicemails and missed calls by mail, and the mail servers of accounts. */
export function mailFeature(parts: MailParts): Feature {
  const { db, jobs, log } = parts;
  const working = jobs.work(mailKind, { run: (id) => deliver(parts, id), gaveUp: (id) => giveUp(db, id) });
  working.catch((error: unknown) => log.error({ err: error }, 'mail: sending cannot begin'));
  return {
    answers: [...mailAnswers(parts), ...channelMailAnswers(parts)],
    jobs: [{ name: 'mail: what waits', resume: () => resume(parts) }],
    sweeps: [{ name: 'old mails', run: () => forgetMails(db) }],
    hears: () => hear(parts),
    stop: async () => await (await working).stop(),
  };
}

function mailAnswers(parts: MailParts): Answer[] {
  const { db, operatorFrom } = parts;
  const isServerSet = operatorFrom !== null;
  return [
    answer(routes.ownMail, ({ caller }) => readOwnMail(db, caller, { isServerSet })),
    answer(routes.setMailWishes, async ({ caller, body }) => {
      await setWishes(db, caller, body);
      return await readOwnMail(db, caller, { isServerSet });
    }),
    answer(routes.mailServer, async ({ caller }) => ({
      server: await readServer(db, caller.accountId),
      operatorFrom,
    })),
    answer(routes.saveMailServer, async (asked) => ({ server: await saveServer(parts, byOf(asked), asked.body) })),
    answer(routes.removeMailServer, async (asked) => {
      await removeServer(parts, byOf(asked));
      return {};
    }),
    answer(routes.testMail, (asked) => testServer(parts, byOf(asked))),
    answer(routes.mailDeliveries, async ({ caller }) => ({
      deliveries: await readDeliveries(db, caller.accountId),
    })),
  ];
}

/** Hears of calls and messages. What is said while nobody listens is taken up by the next start. */
function hear(parts: MailParts): () => void {
  const { facts, log } = parts;
  const onTrouble = (error: unknown) => log.error({ err: error }, 'mail: a call is not mailed for now');
  const ended = gathered<Parameters<typeof offerCalls>[1][number]>(
    gatherMs,
    (calls) => void offerCalls(parts, calls).catch(onTrouble),
  );
  const stopping = [
    facts.on('call.ended', ended.add),
    ended.stop,
    facts.on('voicemail.stored', (message) => void offerVoicemail(parts, message).catch(onTrouble)),
    facts.on('voicemail.lost', (message) => void offerMissedOf(parts, message).catch(onTrouble)),
  ];
  return () => {
    for (const stop of stopping) stop();
  };
}

/** Asks for the jobs of mails that wait, since backups have none, and for those that nobody asked for yet. */
async function resume(parts: MailParts): Promise<void> {
  const { db, jobs } = parts;
  const rows = await db.selectFrom('mails').select(['id', 'next_at']).where('state', '=', 'waiting').execute();
  for (const { id, next_at: next } of rows) {
    const afterSeconds = Math.max(0, Math.ceil(((next?.getTime() ?? 0) - Date.now()) / 1000));
    await jobs.enqueue(db, mailKind, id, { afterSeconds });
  }
  await offerForgotten(parts);
}

const byOf = ({ caller, address }: { readonly caller: Caller; readonly address: string }): AskedBy => ({
  userId: caller.userId,
  accountId: caller.accountId,
  address,
});
