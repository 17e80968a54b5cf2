import type { CallRecordLeg, CallRecordPart } from '@sidetone/contract/entities/call-record.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { formatDuration, formatTime } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { StateBadge } from '#ui/StateBadge.tsx';
import { Group } from '../EditorPanel.tsx';
import type { RecordWords } from './use-record-words.ts';

/** Who called and who was rung, part by part: a call that was transferred has several. */
export function RecordLegs({ parts, words }: { parts: readonly CallRecordPart[]; words: RecordWords }) {
  const { t, language } = useWords();
  if (parts.length === 0) return <p className="text-ink-3">{t(($) => $.admin.records.noLegs)}</p>;
  return parts.map(({ callId, startedAt, reason, legs }, at) => (
    <Group
      key={callId}
      title={parts.length === 1 ? t(($) => $.admin.records.legs) : t(($) => $.admin.records.part, { number: at + 1 })}
      text={[formatTime(startedAt, language), reason === null ? null : t(($) => $.callDetail.states[reason])]
        .filter((word) => word !== null)
        .join(' · ')}
    >
      <ol className="grid gap-2">
        {legs.map((leg) => (
          <Leg key={leg.id} leg={leg} words={words} />
        ))}
      </ol>
    </Group>
  ));
}

function Leg({ leg, words }: { leg: CallRecordLeg; words: RecordWords }) {
  const { t, language } = useWords();
  const { role, userId, channelId, device, mobile, startedAt, establishedAt, endedAt, reason } = leg;
  const who = words.user(userId) || words.channel(channelId) || t(($) => $.admin.records.outside);
  const seconds =
    endedAt === null ? null : Math.round((Date.parse(endedAt) - Date.parse(establishedAt ?? startedAt)) / 1000);
  return (
    <li className="flex flex-wrap items-baseline gap-x-3">
      <StateBadge tone={establishedAt === null ? 'off' : 'live'}>
        {t(($) => (role === 'caller' ? $.admin.records.called : $.admin.records.rang))}
      </StateBadge>
      <span className="min-w-0 flex-1 break-words">
        <span className="font-med text-ink">{who}</span>
        <span className="text-12 text-ink-3">
          {[
            '',
            device,
            mobile === null ? null : formatNumber(mobile),
            seconds === null
              ? null
              : t(($) => (establishedAt === null ? $.admin.records.rangFor : $.admin.records.talkedFor), {
                  time: formatDuration(seconds),
                }),
            reason === null ? null : t(($) => $.callDetail.states[reason]),
          ]
            .filter((part) => part !== null)
            .join(' · ')}
        </span>
      </span>
      <time dateTime={startedAt} className="whitespace-nowrap text-12 text-ink-3 tabular-nums">
        {formatTime(startedAt, language)}
      </time>
    </li>
  );
}
