import type { AssistantResult, AssistantTopic } from '@sidetone/contract/entities/assistant.ts';
import { assistantRoutes } from '@sidetone/contract/http/ai/assistant-routes.ts';
import { hasGrant } from '@sidetone/contract/rules/grants.ts';
import { AudioLines, CircleCheck, RotateCcw, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { Section } from '#call-detail/Section.tsx';
import { useToday } from '#call-detail/use-today.ts';
import { useCanCall } from '#contacts/can-call.ts';
import { dayBefore, dayOf, formatDay, formatLongDuration } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { useCallZone } from '#live/queries/call-zone.ts';
import { useMe } from '#live/queries/me.ts';
import { Button } from '#ui/Button.tsx';
import { Chip } from '#ui/Chip.tsx';
import { confirm } from '#ui/confirm.ts';
import { Icon } from '#ui/Icon.tsx';
import { Kbd } from '#ui/Kbd.tsx';
import { toast } from '#ui/toasts.ts';
import { resultOrders } from '../list/result-keys.ts';
import { useResultKeys } from '../list/use-result-keys.ts';
import { ResultNote } from '../note/ResultNote.tsx';
import { useResultWords } from '../use-result-words.ts';
import { Concern } from './Concern.tsx';
import { Feedback } from './Feedback.tsx';
import { ResultHead } from './ResultHead.tsx';
import type { ResultPanelProps } from './result-panel-props.ts';
import { Transcript } from './Transcript.tsx';

interface ResultPageProps extends ResultPanelProps {
  result: AssistantResult;
  topics: readonly AssistantTopic[];
}

/** A result: who called and why, what was found out, and what is left to do. */
export function ResultPage(props: ResultPageProps) {
  const { result, assistant, marking, onClose } = props;
  const { t } = useWords();
  const canCall = useCanCall();
  const mayDelete = hasGrant(useMe(), 'CALL_DELETE');
  const remove = useRemoval(onClose);
  const page = useRef<HTMLDivElement>(null);
  const { remote, remoteNumber, channelId, docId } = result;
  const contactId = remote.contactId ?? remote.userId;
  const isOpen = result.state === 'OPEN';
  const { onCall } = props;
  const callBack = onCall === null || remoteNumber === null ? null : () => onCall({ number: remoteNumber, remote });
  const mark = () => {
    marking.mark(result, isOpen ? 'DONE' : 'OPEN');
    // SASSIST-013
    if (isOpen) onClose();
  };
  useResultKeys(
    page,
    (order) => {
      if (order === 'mark') mark();
      else if (canCall) callBack?.();
    },
    resultOrders,
  );
  return (
    <div ref={page} className="flex min-h-0 flex-1 flex-col">
      <ResultHead
        result={result}
        onCall={callBack}
        onOpenCall={channelId === null || docId === null ? null : () => props.onOpenCall(channelId, docId)}
        onOpenContact={contactId === null ? null : () => props.onOpenContact(contactId)}
        numberActions={props.numberActions}
        onDelete={mayDelete ? () => void remove(result) : null}
        onClose={onClose}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div
        role="group"
        aria-label={t(($) => $.callAssistant.detail.panel)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
        tabIndex={0}
        className="focus-inset flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto px-6 py-5 max-[559px]:px-4"
      >
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Concern result={result} topics={props.topics} onChange={(topic) => marking.setTopic(result, topic)} />
          <When result={result} />
        </div>
        <FoundOut result={result} />
        <Summary result={result} />
        {assistant?.canSeeTranscripts ? <Transcript result={result} /> : null}
        <ResultNote result={result} />
        <Feedback result={result} />
      </div>
      <footer className="flex flex-none items-center justify-end gap-3 border-line border-t px-6 py-3 max-[559px]:px-4">
        {isOpen ? (
          <span className="min-w-0 flex-1 text-12 text-ink-3">{t(($) => $.callAssistant.detail.doneCloses)}</span>
        ) : null}
        <Button tone={isOpen ? 'primary' : 'default'} onClick={mark}>
          <Icon of={isOpen ? CircleCheck : RotateCcw} />
          {t(($) => $.callAssistant.detail[isOpen ? 'markDone' : 'markOpen'])}
          <Kbd inherit>E</Kbd>
        </Button>
      </footer>
    </div>
  );
}

/** When the call was, and how long. */
function When({ result }: { result: AssistantResult }) {
  const { t, language } = useWords();
  const zone = useCallZone();
  const today = useToday();
  const words = useResultWords()(result);
  const day = dayOf(new Date(result.startedAt), zone);
  const named =
    day === today
      ? t(($) => $.callAssistant.today)
      : day === dayBefore(today)
        ? t(($) => $.callAssistant.yesterday)
        : formatDay(day, language, Number(today.slice(0, 4)));
  const when = t(($) => $.callAssistant.detail.when, { day: named, time: words.time });
  const long = result.durationMs === null ? null : formatLongDuration(result.durationMs / 1000);
  return <span className="text-ink-3 tabular-nums">{[when, long].filter(Boolean).join(' · ')}</span>;
}

/** What the assistant found out, each with its label. SASSIST-003 */
function FoundOut({ result: { rows } }: { result: AssistantResult }) {
  const { t } = useWords();
  if (rows.length === 0) return null;
  return (
    <section aria-label={t(($) => $.callAssistant.detail.noted)} className="rounded-m border border-line px-4 py-3">
      <dl className="grid grid-cols-[148px_minmax(0,1fr)] gap-x-3 gap-y-1.5 max-[559px]:grid-cols-1 max-[559px]:gap-y-0">
        {rows.map(({ label, value }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an assistant may note two things under one label
          <div key={place} className="contents">
            <dt className="wrap-anywhere text-ink-3">{label}</dt>
            <dd className="wrap-anywhere whitespace-pre-line max-[559px]:mb-2">{value || '–'}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** SASSIST-004 */
function Summary({ result: { summary, topics } }: { result: AssistantResult }) {
  const { t } = useWords();
  const { text, keyPoints } = summary;
  if (text === null && keyPoints.length === 0 && topics.length === 0) return null;
  return (
    <Section
      title={t(($) => $.callAssistant.detail.summary)}
      end={
        <span className="flex items-center gap-1.5 text-12 text-ink-3">
          <Icon of={AudioLines} size={14} />
          {t(($) => $.callAssistant.detail.byAssistant)}
        </span>
      }
    >
      {topics.length === 0 ? null : (
        <ul aria-label={t(($) => $.callAssistant.detail.topics)} className="flex flex-wrap gap-1">
          {topics.map((topic) => (
            <li key={topic} className="max-w-full">
              <Chip className="max-w-full">
                <span className="truncate">{topic}</span>
              </Chip>
            </li>
          ))}
        </ul>
      )}
      {text === null ? null : <p className="wrap-anywhere whitespace-pre-line text-14">{text}</p>}
      {keyPoints.length === 0 ? null : (
        <ul className="wrap-anywhere list-disc pl-5 text-14">
          {keyPoints.map((point, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an assistant may say a thing twice
            <li key={place}>{point}</li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** Asks, and then deletes a result for everyone who uses the assistant. */
function useRemoval(onRemoved: () => void): (result: AssistantResult) => Promise<void> {
  const { t } = useWords();
  return async ({ id, assistantId }) => {
    const yes = await confirm({
      icon: Trash2,
      headline: t(($) => $.callAssistant.detail.remove.title),
      text: t(($) => $.callAssistant.detail.remove.text),
      action: t(($) => $.callAssistant.detail.remove.action),
      critical: true,
    });
    if (!yes) return;
    try {
      await call(assistantRoutes.deleteAssistantResult, { params: { assistantId, resultId: id } });
    } catch (error) {
      // It is gone, which was wanted.
      if (codeOf(error) !== 'NOT_FOUND') {
        toast({ tone: 'error', title: t(($) => $.callAssistant.notSaved), text: t(($) => $.errors[codeOf(error)]) });
        return;
      }
    }
    toast({ tone: 'ok', title: t(($) => $.callAssistant.detail.remove.done) });
    onRemoved();
  };
}
