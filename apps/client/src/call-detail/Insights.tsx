import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import type { Documentation } from '@sidetone/contract/entities/documentation.ts';
import type { Flags } from '@sidetone/contract/entities/flags.ts';
import { ChevronRight, FileText, type LucideIcon, MessageCircleQuestionMark } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { answeredOf } from './answers/answers.ts';
import { Evidence } from './evidence/Evidence.tsx';
import { PartFoot } from './made/PartFoot.tsx';
import { Reasons } from './made/Reasons.tsx';
import { isComing, isExplained, PartLine } from './PartLine.tsx';

interface InsightsProps {
  row: InboxRow;
  flags: Flags;
  onTopic: (topic: string) => void;
  onTranscript: () => void;
  onAnswers: () => void;
}

/** The results of the analysis: headline, summary and topics, and the links to transcript and answers. */
export function Insights({ row, flags, onTopic, onTranscript, onAnswers }: InsightsProps) {
  return (
    <>
      <Reasons row={row} />
      <Summary row={row} flags={flags} onTopic={onTopic} />
      <Ways row={row} flags={flags} onTranscript={onTranscript} onAnswers={onAnswers} />
    </>
  );
}

function Summary({ row, flags, onTopic }: Pick<InsightsProps, 'row' | 'flags' | 'onTopic'>) {
  const { t } = useWords();
  const { callHeadline, summary } = row.documentation;
  const headline = callHeadline?.status === 'success' ? callHeadline.text : null;
  const done = summary?.status === 'success';
  const topics = done && flags.hasCallTopicsAnalysis ? summary.topics : [];
  if (headline === null && (!summary || isExplained(summary))) return null;
  const written = headline !== null || (done && (summary.text !== null || summary.keyPoints.length > 0));
  return (
    <section aria-label={t(($) => $.callDetail.ai.summary)} className="flex flex-col gap-1">
      {headline === null ? null : (
        <div className="flex items-start gap-2">
          <h2 className="min-w-0 flex-1 text-pretty font-semi text-16">{headline}</h2>
          <Evidence ids={callHeadline?.evidence} className="mt-0.5" />
        </div>
      )}
      {summary && !isExplained(summary) ? <SummaryText summary={summary} /> : null}
      {topics.length > 0 ? (
        <ul aria-label={t(($) => $.callDetail.ai.topics)} className="mt-1 flex min-w-0 flex-wrap gap-1">
          {topics.map((topic) => (
            <li key={topic} className="min-w-0">
              <button
                type="button"
                title={topic}
                aria-label={t(($) => $.callDetail.ai.topic, { topic })}
                onClick={() => onTopic(topic)}
                className="block max-w-[240px] truncate rounded-xs bg-well px-2 py-0.5 text-12 text-ink-2 hover:bg-hover hover:text-ink"
              >
                {topic}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {done ? <KeyPoints summary={summary} /> : null}
      {written ? (
        <PartFoot row={row} parts={['summary', 'callHeadline']} label={t(($) => $.callDetail.ai.summary)} />
      ) : null}
    </section>
  );
}

/** What was said that matters, each with the second at which it was. */
function KeyPoints({ summary: { keyPoints, evidence } }: { summary: NonNullable<Documentation['summary']> }) {
  const { t } = useWords();
  if (keyPoints.length === 0) return null;
  return (
    <div className="mt-2">
      <h3 className="font-semi text-12 text-ink-2">{t(($) => $.callDetail.ai.points)}</h3>
      <ul className="mt-0.5 flex flex-col">
        {keyPoints.map((point, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two points may say the same, and their order stays
          <li key={`${at} ${point}`} className="flex items-start gap-2.5 py-1">
            <i aria-hidden className="mt-2 size-1 flex-none rounded-full bg-ink-4" />
            <span className="min-w-0 flex-1 text-pretty text-14 text-ink-2">{point}</span>
            <Evidence ids={evidence?.keyPoints[at]} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function SummaryText({ summary }: { summary: NonNullable<InboxRow['documentation']['summary']> }) {
  const { t } = useWords();
  const { status, text } = summary;
  if (status !== 'success') {
    return (
      <PartLine
        status={status}
        words={{
          coming: t(($) => $.callDetail.ai.summaryComing),
          failed: t(($) => $.callDetail.ai.summaryFailed),
          off: t(($) => $.callDetail.ai.summaryOff),
        }}
      />
    );
  }
  if (!text) return null;
  return (
    <div className="flex items-start gap-2">
      <p className="min-w-0 flex-1 hyphens-auto text-pretty text-14 text-ink-2">{text}</p>
      <Evidence ids={summary.evidence?.text} />
    </div>
  );
}

function Ways({ row, flags, onTranscript, onAnswers }: Omit<InsightsProps, 'onTopic'>) {
  const { t } = useWords();
  const { transcription, smartAnswers } = row.documentation;
  const answers = flags.hasSmartAnswers ? smartAnswers : undefined;
  // Where there are words, questions can be answered later.
  const mayAsk = flags.hasSmartAnswers && transcription?.status === 'success';
  if (!transcription && !answers) return null;
  const { answered, all } = answeredOf(answers?.items ?? []);
  const first = answers?.status === 'success' ? answers.items.filter(({ answer }) => answer !== null).slice(0, 2) : [];
  return (
    <div className="flex flex-col gap-1">
      <div className="grid grid-cols-2 gap-2 max-[559px]:grid-cols-1">
        {transcription ? (
          <WayButton
            icon={FileText}
            label={t(($) => $.callDetail.ai.transcript)}
            status={transcription.status}
            found={
              transcription.items.length === 0
                ? t(($) => $.callDetail.ai.empty)
                : t(($) => $.callDetail.ai.turns, { count: transcription.items.length })
            }
            opensOnError
            onPress={onTranscript}
          />
        ) : null}
        {answers || mayAsk ? (
          <WayButton
            icon={MessageCircleQuestionMark}
            label={t(($) => $.callDetail.ai.answers)}
            status={answers?.status ?? 'success'}
            found={all === 0 ? t(($) => $.callDetail.ai.empty) : t(($) => $.callDetail.ai.answered, { answered, all })}
            opensOnError
            opensWhenOff={mayAsk}
            onPress={onAnswers}
          />
        ) : null}
      </div>
      {first.length > 0 ? (
        <dl className="grid grid-cols-2 gap-x-6 max-[559px]:grid-cols-1">
          {first.map(({ questionId, question, answer }) => (
            <div key={questionId} className="py-1.5">
              <dt className="text-12 text-ink-3">{question}</dt>
              <dd className="line-clamp-3">{answer}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </div>
  );
}

interface WayButtonProps {
  icon: LucideIcon;
  label: string;
  status: NonNullable<InboxRow['documentation']['transcription']>['status'];
  /** The content, once there is any. */
  found: string;
  /** A failed part can be opened, too. */
  opensOnError?: boolean;
  /** So can one that is off, as it can be made later. */
  opensWhenOff?: boolean;
  onPress: () => void;
}

/** Opens another view of the call; it waits, with a spinner, until there is something to see. */
function WayButton(props: WayButtonProps) {
  const { icon, label, status, found, opensOnError = false, opensWhenOff = false, onPress } = props;
  const { t } = useWords();
  const coming = isComing(status);
  const words = {
    waiting: t(($) => $.callDetail.ai.coming),
    loading: t(($) => $.callDetail.ai.coming),
    success: found,
    error: t(($) => $.callDetail.ai.failed),
    disabled: t(($) => $.callDetail.ai.off),
  };
  const opens = status === 'success' || (status === 'error' && opensOnError) || (status === 'disabled' && opensWhenOff);
  return (
    <Button
      size="l"
      disabled={!opens}
      aria-busy={coming}
      onClick={onPress}
      className="min-w-0 flex-auto justify-start px-3"
    >
      {coming ? <Spinner /> : <Icon of={icon} className="text-ink-3" />}
      <span className="truncate">{label}</span>
      <span className="ml-auto font-reg text-12 text-ink-3">{words[status]}</span>
      <Icon of={ChevronRight} size={14} className="text-ink-3" />
    </Button>
  );
}
