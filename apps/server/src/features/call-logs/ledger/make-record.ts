import { crmCallState } from '@sidetone/contract/rules/crm/call-state.ts';
import type { CallRecord, CrmSide, TaskRecord } from '../../../crm/crm-side.ts';
import { linkToCall } from '../../../requests/link-to-call.ts';
import { outcomeFor } from '../outcomes.ts';
import type { CrmAnswers } from '../records/crm-answers.ts';
import { sameUser } from '../records/same-user.ts';
import { taskText } from '../tasks/task-text.ts';
import { blocksOf, recordText } from '../text/record-text.ts';
import type { Contents } from './contents.ts';
import type { Entry } from './entries.ts';

type CallContents = Extract<Contents, { kind: 'call' }>;
type TaskContents = Extract<Contents, { kind: 'task' }>;

/** Makes of the contents of an entry what a CRM takes: in its own outcomes and for its own users. */
export interface RecordMaker {
  call(
    side: CrmSide,
    integrationId: string,
    contents: CallContents,
    entry: Entry,
    signal: AbortSignal,
  ): Promise<CallRecord>;
  task(
    side: CrmSide,
    integrationId: string,
    contents: TaskContents,
    entry: Entry,
    signal: AbortSignal,
  ): Promise<TaskRecord>;
}

/** `origin`: where others reach this server, for links to calls; null where nobody said so. */
export function recordMaker(origin: string | null, answers: CrmAnswers): RecordMaker {
  /** Who had the call, as a user of the CRM; null where they are none of them, or the CRM does not say. */
  const ownerOf = async (side: CrmSide, integrationId: string, { setting }: Contents, signal: AbortSignal) => {
    if (setting.user === null) return null;
    const all = await answers.users(integrationId, () => side.users(signal), signal).catch(() => []);
    return sameUser(all).of({ email: setting.user.email, byHand: setting.crmUserId });
  };

  return {
    async call(side, integrationId, contents, entry, signal) {
      const ownerId = await ownerOf(side, integrationId, contents, signal);
      const { locale } = contents.setting;
      const options = await answers
        .outcomes(integrationId, locale, () => side.outcomes(locale, signal), signal)
        .catch(() => []);
      const told = toldOf(contents);
      const ended = { seconds: told.seconds, reason: contents.call.reason ?? null };
      const outcomeId = outcomeFor(entry.source, contents.outcome, ended, options);
      return { ...wordsOf(contents, { entry, origin, hasOwner: ownerId !== null }), ...told, ownerId, outcomeId };
    },

    async task(side, integrationId, contents, entry, signal) {
      const { task, entities } = contents;
      const { title, content } = task;
      return {
        ...taskText({ ...toldOf(contents), ...placeOf(contents), title, content, key: entry.key }),
        typeId: task.type ?? '',
        due: { day: task.due_day, time: task.due_time, timeZone: task.time_zone },
        entities,
        ownerId: await ownerOf(side, integrationId, contents, signal),
      };
    },
  };
}

/** What a CRM is told of a call besides words. */
function toldOf({ call }: Contents) {
  const endedAt = call.endedAt ?? call.startedAt;
  const seconds = call.establishedAt === null ? 0 : (endedAt.getTime() - call.establishedAt.getTime()) / 1000;
  return {
    direction: call.direction,
    state: crmCallState(call.reason ?? null),
    startedAt: call.startedAt,
    endedAt,
    seconds: Math.max(0, seconds),
    remoteNumber: call.remoteNumber,
    localNumber: call.localNumber,
  };
}

const placeOf = ({ setting: { locale, timeZone, channelName } }: Contents) => ({
  locale,
  timeZone,
  channelName: channelName ?? '',
});

/** `hasOwner`: the CRM has a user for who had the call, so that the words need not name them. */
const wordsOf = (
  contents: CallContents,
  {
    entry: { key },
    origin,
    hasOwner,
  }: { readonly entry: Entry; readonly origin: string | null; readonly hasOwner: boolean },
) => {
  const { setting, documentation, outcome, says } = contents;
  return recordText({
    ...toldOf(contents),
    ...placeOf(contents),
    blocks: blocksOf(says),
    note: documentation.note?.content ?? '',
    outcome: outcome?.displayValue ?? null,
    headline: documentation.callHeadline?.text ?? null,
    summary: summaryOf(documentation),
    actionItems: itemsOf(documentation),
    smallTalk: smallTalkOf(documentation),
    link: origin === null ? null : linkToCall(contents.call, origin),
    writtenBy: hasOwner ? null : (setting.user?.name ?? null),
    takenOverFrom: contents.takenOverFrom,
    key,
  });
};

type Documentation = CallContents['documentation'];

const summaryOf = ({ summary }: Documentation): string | null =>
  summary?.status === 'success' ? (summary.text ?? summary.keyPoints.join('\n\n')) : null;

const smallTalkOf = ({ smallTalk }: Documentation) =>
  smallTalk?.status === 'success' ? smallTalk.items.filter(({ dismissed }) => !dismissed) : [];

const itemsOf = ({ actionItem }: Documentation) =>
  actionItem?.status === 'success'
    ? actionItem.items.map(({ text, checked, due }) => ({ text, checked, due: due ?? null }))
    : [];
