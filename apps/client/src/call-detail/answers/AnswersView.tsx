import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import type { Documentation } from '@sidetone/contract/entities/documentation.ts';
import { hasGrant } from '@sidetone/contract/rules/grants.ts';
import { AudioLines, Quote, RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { addSmartAnswerWords } from '#i18n/smart-answer-words.ts';
import { useWords } from '#i18n/use-words.ts';
import { useFlags } from '#live/queries/flags.ts';
import { useMe } from '#live/queries/me.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Maker } from '../made/Maker.tsx';
import { isComing, PartLine } from '../PartLine.tsx';
import { Scroller } from '../Scroller.tsx';
import { ViewHead } from '../ViewHead.tsx';
import { AnswerCard } from './AnswerCard.tsx';
import { AnswersFoot } from './AnswersFoot.tsx';
import { AnswersMenu } from './AnswersMenu.tsx';
import { answeredOf, isInNote, mayCopyToNote, newestFirst } from './answers.ts';
import { SetChoice } from './SetChoice.tsx';
import { useAsk } from './use-ask.ts';
import { useCopies } from './use-copies.ts';
import { useSetOfCall } from './use-set-of-call.ts';

addSmartAnswerWords();

interface AnswersViewProps {
  row: InboxRow;
  /** The time of the call, in words. */
  when: string;
  /** Null where the reader may not: answers are for their owner. SSMART-021 */
  onDelete: (() => void) | null;
  /** To the settings of smart answers, or of one set; null where there are none. */
  onConfigure: ((setId: string | null) => void) | null;
  onBack: () => void;
  onClose: () => void;
}

/** The questions about a call, each with its answer. */
export function AnswersView({ row, when, onDelete, onConfigure, onBack, onClose }: AnswersViewProps) {
  const { t } = useWords();
  const me = useMe();
  const { hasAiDisabled } = useFlags();
  // SPERM-010
  const hasAi = hasGrant(me, 'CALL_BOOSTS') && !hasAiDisabled;
  const part = row.documentation.smartAnswers;
  const items = newestFirst(part?.items ?? []);
  const { answered, all } = answeredOf(items);
  const isOwner = mayCopyToNote(row.owner, me?.webUserId);
  const ofCall = useSetOfCall(row);
  const { ask, asking, tellNotConfigured } = useAsk(row, () => onConfigure?.(null));
  const copies = useCopies(row, isOwner ? (me?.webUserId ?? null) : null);
  const isBusy = asking || (part !== undefined && isComing(part.status));
  // Answers to a colleague's questions are replaced by the owner of the call alone.
  const isTheirs = all > 0 && !isOwner && part?.byUserId !== me?.webUserId;
  const hasTranscript = row.documentation.transcription?.status === 'success';
  const mayAsk = hasAi && hasTranscript && !isBusy && !isTheirs && ofCall.isConfigured;
  const isUnconfigured = hasAi && !isBusy && ofCall.isKnown && !ofCall.isConfigured && all === 0;
  useEffect(() => {
    if (isUnconfigured) tellNotConfigured();
  }, [isUnconfigured, tellNotConfigured]);
  const title = t(($) => $.callDetail.ai.answers);
  return (
    <>
      <ViewHead
        title={title}
        onBack={onBack}
        onClose={onClose}
        end={
          <AnswersMenu
            onConfigure={hasAi && onConfigure ? () => onConfigure(ofCall.ownSetId) : null}
            onRegenerate={mayAsk ? () => void ask(ofCall.nextSetId, answered > 0) : null}
            onDelete={answered === 0 ? null : onDelete}
          />
        }
      />
      {ofCall.options.length === 0 ? null : (
        <SetChoice
          options={ofCall.options}
          setId={ofCall.setId}
          disabled={isBusy || !hasAi || (all > 0 && !mayAsk)}
          when={when}
          onChoose={(setId) => (all > 0 ? void ask(setId, answered > 0) : ofCall.choose(setId))}
        />
      )}
      <Scroller label={title}>
        {part && part.status !== 'success' ? <Missing part={part} /> : null}
        {part?.status === 'success' && all > 0 ? (
          <>
            <ul className="flex flex-col gap-2">
              {items.map((item) => (
                <AnswerCard
                  key={item.questionId}
                  item={item}
                  onCopy={() => void copies.copy([item])}
                  onNote={copies.mayNote ? () => void copies.toNote([item]) : null}
                />
              ))}
            </ul>
            <p className="flex items-center gap-1.5 text-12 text-ink-3">
              <Icon of={part.madeBy?.kind === 'basic' ? Quote : AudioLines} size={14} />
              <Maker row={row} maker={part.madeBy ?? null} />
            </p>
          </>
        ) : null}
        {all === 0 && !isBusy ? (
          <Unasked
            isAsked={part?.status === 'success'}
            hasTranscript={hasTranscript}
            onAsk={mayAsk ? () => void ask(ofCall.nextSetId, false) : null}
          />
        ) : null}
      </Scroller>
      {part?.status === 'success' && answered > 0 ? (
        <AnswersFoot
          count={t(($) => $.callDetail.answersView.count, { answered, all })}
          isInNote={isInNote(part)}
          copied={copies.copied}
          onCopy={() => void copies.copy(items)}
          onNote={copies.mayNote ? () => void copies.toNote(items) : null}
        />
      ) : null}
    </>
  );
}

type Part = NonNullable<Documentation['smartAnswers']>;

/** Answers that are still made, or will not come, and why. */
function Missing({ part: { status, reason } }: { part: Part }) {
  const { t } = useWords();
  if (status === 'success') return null;
  const why = reason ? t(($) => $.callDetail.reasons[reason].text) : null;
  return (
    <PartLine
      status={status}
      words={{
        coming: t(($) => $.callDetail.answersView.coming),
        failed: why ?? t(($) => $.callDetail.answersView.failed),
        off: why ?? t(($) => $.callDetail.answersView.off),
      }}
    />
  );
}

interface UnaskedProps {
  /** The questions were asked, and the set had none. */
  isAsked: boolean;
  hasTranscript: boolean;
  /** Null where nothing can be asked. */
  onAsk: (() => void) | null;
}

/** A call without answers, and the way to some. */
function Unasked({ isAsked, hasTranscript, onAsk }: UnaskedProps) {
  const { t } = useWords();
  return (
    <Empty
      title={isAsked ? t(($) => $.callDetail.answersView.none) : t(($) => $.smartAnswers.view.unasked)}
      text={
        !hasTranscript
          ? t(($) => $.smartAnswers.view.noTranscript)
          : onAsk === null
            ? undefined
            : t(($) => $.smartAnswers.view.chosen)
      }
      action={
        onAsk === null ? undefined : (
          <Button tone="primary" onClick={onAsk}>
            <Icon of={RefreshCw} />
            {t(($) => $.smartAnswers.view.ask)}
          </Button>
        )
      }
    />
  );
}
