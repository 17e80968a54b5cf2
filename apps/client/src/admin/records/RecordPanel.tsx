import type { CallRecord } from '@sidetone/contract/entities/call-record.ts';
import { callRecordRoutes } from '@sidetone/contract/http/admin/call-record-routes.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatDuration } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Button } from '#ui/Button.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { EditorPanel, Group } from '../EditorPanel.tsx';
import { FactList } from '../feedback/FactList.tsx';
import { formatMoment } from '../format.ts';
import { RecordLegs } from './RecordLegs.tsx';
import { SipLadder } from './SipLadder.tsx';
import { outcomeTones, type RecordWords } from './use-record-words.ts';

interface RecordPanelProps {
  channelId: string;
  docId: string;
  words: RecordWords;
  onClose: () => void;
}

/** One call: what became of it, and everyone who was rung for it. */
export function RecordPanel({ channelId, docId, words, onClose }: RecordPanelProps) {
  const { t, language } = useWords();
  const { data, isError, refetch } = useQuery({
    queryKey: ['call-record', channelId, docId],
    queryFn: ({ signal }) => call(callRecordRoutes.callRecord, { params: { channelId, docId } }, { signal }),
  });
  const record = data?.record;
  return (
    <EditorPanel
      title={record === undefined ? t(($) => $.admin.records.call) : words.otherSide(record)}
      subtitle={record === undefined ? undefined : formatMoment(record.startedAt, language)}
      onClose={onClose}
    >
      {isError ? (
        <div role="alert" className="flex flex-wrap items-center gap-3">
          <p>{t(($) => $.admin.records.gone)}</p>
          <Button onClick={() => void refetch()}>{t(($) => $.app.tryAgain)}</Button>
        </div>
      ) : data === undefined ? (
        <Spinner />
      ) : (
        <>
          <About record={data.record} words={words} />
          <RecordLegs parts={data.parts} words={words} />
          <SipLadder channelId={channelId} docId={docId} />
        </>
      )}
    </EditorPanel>
  );
}

function About({ record, words }: { record: CallRecord; words: RecordWords }) {
  const { t } = useWords();
  const { outcome, reason, direction, remoteNumber, ownNumber, menuPath, waitedSeconds, talkedSeconds } = record;
  const number = (of: string | null) => (of === null ? '' : formatNumber(of));
  return (
    <>
      <div className="grid gap-2 rounded-m bg-well p-4">
        <div className="flex flex-wrap items-center gap-2">
          <StateBadge tone={outcomeTones[outcome]}>{t(($) => $.admin.records.outcomes[outcome])}</StateBadge>
          {reason === null ? null : <span className="text-12 text-ink-2">{t(($) => $.callDetail.states[reason])}</span>}
        </div>
        {record.isRecorded ? (
          <p className="text-12 text-ink-2">
            {t(($) => (record.isOpenToAsker ? $.admin.records.recordedHere : $.admin.records.recordedElsewhere))}
          </p>
        ) : null}
        {record.isOpenToAsker ? (
          <Link
            to="/main/call-events/$callId"
            params={{ callId: record.docId }}
            search={{ channelId: record.channelId }}
            className="font-med text-accent"
          >
            {t(($) => $.admin.records.openCall)}
          </Link>
        ) : null}
      </div>
      <Group title={t(($) => $.admin.records.about)}>
        <FactList
          facts={[
            [t(($) => $.admin.records.direction), t(($) => $.admin.records.directions[direction])],
            [t(($) => $.admin.records.number), number(remoteNumber)],
            [t(($) => $.admin.records.ownNumber), number(ownNumber)],
            [t(($) => $.admin.records.channel), words.channel(record.channelId)],
            [t(($) => $.admin.records.user), words.user(record.userId)],
            [t(($) => $.admin.records.menuPath), menuPath ?? ''],
            [t(($) => $.admin.records.waited), formatDuration(waitedSeconds)],
            [t(($) => $.admin.records.talked), formatDuration(talkedSeconds)],
            [t(($) => $.admin.records.costCentre), record.costCentre ?? ''],
            [t(($) => $.admin.records.forwardedTo), words.partner(record.forwardedTo)],
            [t(($) => $.admin.records.forwardedFrom), words.partner(record.forwardedFrom)],
          ]}
        />
      </Group>
    </>
  );
}
