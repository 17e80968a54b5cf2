import { Readable } from 'node:stream';
import { routes } from '@sidetone/contract/http/routes.ts';
import { type Answer, answer } from '../../requests/answer.ts';
import { audit } from '../../requests/audit.ts';
import type { Caller } from '../../requests/callers.ts';
import { Streamed } from '../../requests/download.ts';
import type { Feature } from '../../requests/feature.ts';
import { notFound } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import { readCostCentres, setCostCentre } from './cost-centres.ts';
import { readOne, readRecord, readRecords, recordsInPortions } from './read-records.ts';
import { readNames, recordsTable } from './records-table.ts';
import { forgetOldSip, readSip } from './sip-of-call.ts';

/** Calls of the whole account, for its administrators. */
export const callRecordsFeature = (deps: CallRecordsDeps): Feature => ({
  answers: callRecordAnswers(deps),
  sweeps: [{ name: 'old SIP messages', run: () => forgetOldSip(deps) }],
});

interface CallRecordsDeps {
  readonly db: Database;
  /** How long SIP messages of calls are kept; 0: not at all. */
  readonly sipTraceDays: number;
}

/** The audit log notes who looks at what before anything is sent. */
const callRecordAnswers = ({ db, sipTraceDays }: CallRecordsDeps): Answer[] => [
  answer(routes.callRecords, async ({ caller, query, address }) => {
    const { limit: _, ...detail } = query;
    await noteLook(db, { caller, address, detail });
    return await readRecords(db, caller, query);
  }),
  answer(routes.callRecord, async ({ caller, params, address }) => {
    const found = await readRecord(db, caller, params);
    if (!found) throw notFound('call');
    await noteLook(db, { caller, address, target: params.channelId, detail: { call: params.docId } });
    return found;
  }),
  answer(routes.callRecordSip, async ({ caller, params, address }) => {
    const found = await readOne(db, caller, params);
    if (!found) throw notFound('call');
    await noteLook(db, { caller, address, target: params.channelId, detail: { call: params.docId, sip: true } });
    return { ...(await readSip(db, caller.accountId, found.sessionId)), keptDays: sipTraceDays };
  }),
  answer(routes.exportCallRecords, async ({ caller, query, address }) => {
    const { accountId, userId: actorUserId } = caller;
    const { language, ...filter } = query;
    const names = await readNames(db, accountId);
    await audit(db, { accountId, actorUserId, address, action: 'callRecords.exported', detail: filter });
    const table = recordsTable(recordsInPortions(db, caller, filter), names, language);
    return new Streamed(Readable.from(table), 'text/csv; charset=utf-8', 'calls.csv');
  }),
  answer(routes.costCentres, ({ caller }) => readCostCentres(db, caller.accountId)),
  answer(routes.setCostCentre, async ({ caller, body, address }) => {
    const { accountId, userId: actorUserId } = caller;
    await setCostCentre(db, { accountId, actorUserId, address, ...body });
    return {};
  }),
];

interface Look {
  readonly caller: Caller;
  readonly address: string;
  readonly target?: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

const noteLook = (db: Database, { caller, address, target, detail }: Look): Promise<void> =>
  audit(db, {
    accountId: caller.accountId,
    actorUserId: caller.userId,
    address,
    action: 'callRecords.read',
    target: target ?? null,
    detail,
  });
