import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { CrmAccess } from '../../crm/crm-access.ts';
import type { ChangeFeed } from '../../documents/change-feed.ts';
import { gathered } from '../../documents/gathered.ts';
import type { FactBoard } from '../../events.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Feature } from '../../requests/feature.ts';
import type { Database } from '../../storage/database.ts';
import { sealedSetting } from '../../storage/sealed-setting.ts';
import type { SecretBox } from '../../storage/secret-box.ts';
import { callLogDocuments } from './documents.ts';
import { hearEdits } from './ledger/hear-edits.ts';
import { writeKind } from './ledger/job.ts';
import { recordMaker } from './ledger/make-record.ts';
import { leaseMs } from './ledger/schedule.ts';
import { writeDue } from './ledger/worker.ts';
import type { CallLogParts } from './parts.ts';
import { crmAnswers } from './records/crm-answers.ts';
import { callLogAnswers } from './routes.ts';
import { callsEnded, watch, watchId, watchKind } from './watch.ts';

/** Calls that end within so long are looked for together. */
const gatherMs = 500;

interface FeatureParts {
  readonly db: Database;
  readonly box: SecretBox;
  readonly jobs: Jobs;
  readonly crm: CrmAccess;
  readonly facts: FactBoard;
  readonly feed: ChangeFeed;
  /** Where others reach this server; null where nobody said so. */
  readonly origin: string | null;
  readonly log: Logger;
}

/** The secret that keys of entries are made with: read when it is needed first. */
function entrySecret(deps: Pick<FeatureParts, 'db' | 'box'>): CallLogParts['secret'] {
  const make = () => randomBytes(32).toString('base64');
  let kept: Promise<Uint8Array> | undefined;
  return () => {
    kept ??= sealedSetting(deps, 'crm.entry-keys', z.string(), make)
      .then((secret) => Buffer.from(secret, 'base64'))
      .catch((error: unknown) => {
        kept = undefined;
        throw error;
      });
    return kept;
  };
}

/** Logs of calls in CRMs. */
export function callLogsFeature({ db, box, jobs, crm, facts, feed, origin, log }: FeatureParts): Feature {
  const answers = crmAnswers();
  const parts: CallLogParts = { db, jobs, crm, answers, secret: entrySecret({ db, box }), origin, log };
  const ledger = {
    db,
    crm,
    records: recordMaker(origin, answers),
    times: { now: () => new Date(), leaseMs },
    random: Math.random,
    log,
  };
  const working = [
    jobs.work(writeKind, { run: async (id, { signal }) => await writeDue(ledger, id, signal) }),
    jobs.work(watchKind, { run: () => watch(parts) }),
  ];
  for (const one of working) one.catch((error: unknown) => log.error({ err: error }, 'crm log: work cannot begin'));
  return {
    answers: callLogAnswers(parts),
    sources: callLogDocuments(parts),
    jobs: [{ name: 'logs of calls: watching', resume: () => jobs.enqueue(db, watchKind, watchId) }],
    hears() {
      const ended = gathered<string>(gatherMs, (sessionIds) => {
        callsEnded(parts, sessionIds).catch((error: unknown) =>
          log.warn({ err: error }, 'crm log: calls that ended wait for the next look'),
        );
      });
      const stops = [
        hearEdits(parts, feed),
        facts.on('call.ended', ({ sessionId }) => ended.add(sessionId)),
        ended.stop,
      ];
      return () => stops.forEach((stop) => void stop());
    },
    async stop() {
      for (const one of await Promise.all(working)) await one.stop();
    },
  };
}
