import { assistantQueries } from '@sidetone/contract/documents/assistant-queries.ts';
import { slideOverDetailDelayMs } from '@sidetone/contract/rules/screen-timing.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { PlainHead } from '#call-detail/PlainHead.tsx';
import { useWords } from '#i18n/use-words.ts';
import { retryLive, useLive } from '#live/queries/live.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { AfterAMoment, Skeleton } from '#ui/Skeleton.tsx';
import { ResultPage } from './ResultPage.tsx';
import type { ResultPanelProps } from './result-panel-props.ts';

/**
 * A result with everything known about it. It is loaded once it stays open for 200 ms, so that going through the list
 * with the arrow keys asks for nothing in between.
 */
export function ResultPanel(props: ResultPanelProps) {
  const wanted = `${props.assistantId} ${props.resultId}`;
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), slideOverDetailDelayMs);
    return () => clearTimeout(timer);
  }, [wanted]);
  if (settled !== wanted) return <Waiting onClose={props.onClose} />;
  return <Loaded key={wanted} {...props} />;
}

function Loaded(props: ResultPanelProps) {
  const { t } = useWords();
  const { assistantId, resultId, assistant, onClose } = props;
  const { rows, status, error } = useLive(assistantQueries.assistantResult, { assistantId, resultId });
  const result = rows[0];
  const isMissing = result === undefined && (status === 'ready' || error?.code === 'NOT_FOUND');
  useEffect(() => {
    // SERR-061
    if (isMissing) console.error('[call-assistant] result not found', assistantId, resultId);
  }, [isMissing, assistantId, resultId]);
  if (result) return <ResultPage {...props} result={result} topics={assistant?.topics ?? []} />;
  if (isMissing) {
    return (
      <Plain onClose={onClose}>
        <Empty title={t(($) => $.callAssistant.detail.notFound)} text={t(($) => $.callAssistant.detail.notFoundText)} />
      </Plain>
    );
  }
  if (status === 'loading') return <Waiting onClose={onClose} />;
  return (
    <Plain onClose={onClose}>
      <Empty
        title={t(($) => $.callAssistant.detail.failed)}
        action={
          <Button onClick={() => retryLive(assistantQueries.assistantResult, { assistantId, resultId })}>
            {t(($) => $.app.tryAgain)}
          </Button>
        }
      />
    </Plain>
  );
}

function Waiting({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  return (
    <Plain onClose={onClose}>
      <AfterAMoment>
        <div
          role="status"
          aria-label={t(($) => $.callAssistant.detail.loading)}
          className="flex flex-col gap-5 px-6 py-5"
        >
          <Skeleton className="h-8 w-1/2" />
          <Skeleton className="h-32 w-full" />
          <Skeleton className="h-3 w-5/6" />
          <Skeleton className="h-3 w-full" />
        </div>
      </AfterAMoment>
    </Plain>
  );
}

/** The panel while there is no result to name: the way out. */
function Plain({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <>
      <PlainHead onClose={onClose} />
      {children}
    </>
  );
}
