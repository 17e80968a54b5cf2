import { routes } from '@sidetone/contract/http/routes.ts';
import { type Answer, answer } from '../../requests/answer.ts';
import type { Caller } from '../../requests/callers.ts';
import type { Feature } from '../../requests/feature.ts';
import { deliver, streamKind } from './deliver.ts';
import type { StreamDeps } from './ports.ts';
import { companiesWithLines } from './read-lines.ts';
import { type AskedBy, readAuditStream, removeAuditStream, saveAuditStream, testAuditStream } from './settings.ts';

interface AuditStreamsParts extends StreamDeps {
  /** Between two looks. */
  readonly everyMs: number;
  /** Between tries; left out: as usual. */
  readonly pausesSeconds?: readonly number[];
  /** Closes what `post` keeps open. */
  close(): void;
}

/** The audit log of companies, sent to receivers of theirs as it grows. */
export function auditStreamsFeature(parts: AuditStreamsParts): Feature {
  const { jobs, log } = parts;
  const working = jobs.work(streamKind, { run: (accountId, { signal }) => deliver(parts, accountId, signal) });
  working.catch((error: unknown) => log.error({ err: error }, 'audit log: sending cannot begin'));
  return {
    answers: streamAnswers(parts),
    hears: () => keepLooking(parts),
    async stop() {
      await (await working).stop();
      parts.close();
    },
  };
}

/** Looks for lines again and again, one look after the other. Gives the way to stop. */
function keepLooking(parts: AuditStreamsParts): () => void {
  const { db, jobs, log, node, everyMs } = parts;
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      for (const accountId of await companiesWithLines(db, node)) await jobs.enqueue(db, streamKind, accountId);
    } catch (error) {
      log.warn({ err: error }, 'audit log: looking for lines to send failed, trying later');
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(() => void look(), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

const streamAnswers = (parts: AuditStreamsParts): Answer[] => [
  answer(routes.auditStream, async ({ caller }) => ({ stream: await readAuditStream(parts.db, caller.accountId) })),
  answer(routes.saveAuditStream, (asked) => saveAuditStream(parts, byOf(asked), asked.body)),
  answer(routes.removeAuditStream, async (asked) => {
    await removeAuditStream(parts, byOf(asked));
    return {};
  }),
  answer(routes.testAuditStream, (asked) => testAuditStream(parts, byOf(asked))),
];

const byOf = ({ caller, address }: { readonly caller: Caller; readonly address: string }): AskedBy => ({
  userId: caller.userId,
  accountId: caller.accountId,
  address,
});
