import { assistantQueries } from '@sidetone/contract/documents/assistant-queries.ts';
import type { Assistant } from '@sidetone/contract/entities/assistant.ts';
import type { ReactNode } from 'react';
import type { CallTarget } from '#contacts/call-target.ts';
import { useCanCall } from '#contacts/can-call.ts';
import { useWords } from '#i18n/use-words.ts';
import { CallListSkeleton } from '#inbox/CallListSkeleton.tsx';
import { AllDoneDrawing, SilentLineDrawing } from '#inbox/drawings.tsx';
import { useLive } from '#live/queries/live.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { Hint, Hints } from '#ui/Hints.tsx';
import { TabBar } from '#ui/Tabs.tsx';
import { ResultList } from './list/ResultList.tsx';
import { useResults } from './results.ts';
import type { Marking } from './use-marking.ts';

interface ResultTabsProps {
  assistant: Assistant;
  tab: 'open' | 'done';
  onTab: (tab: 'open' | 'done') => void;
  /** The result that is open beside the list; null for none. */
  openResult: string | null;
  onOpen: (id: string) => void;
  marking: Marking;
  /** Null while the user has no channel to call from. */
  onCall: ((target: CallTarget) => void) | null;
}

/** The results of one assistant, those that are open and those that are done. */
export function ResultTabs(props: ResultTabsProps) {
  const { assistant, tab, onTab, openResult, onOpen, marking, onCall } = props;
  const { t } = useWords();
  const canCall = useCanCall();
  const counts = useLive(assistantQueries.assistantCounts, {}).rows.find(({ id }) => id === assistant.id);
  const results = useResults(assistant.id, tab === 'open' ? 'OPEN' : 'DONE');
  const nothing = results.status === 'ready' && results.entries.length === 0 && results.complete;
  const isListed = results.status === 'ready' && !nothing;
  return (
    <TabBar
      label={t(($) => $.callAssistant.tabs)}
      value={tab}
      onChange={onTab}
      tabs={[
        { value: 'open', label: t(($) => $.callAssistant.open), count: counts?.open ?? 0 },
        { value: 'done', label: t(($) => $.callAssistant.done) },
      ]}
    >
      {body()}
      {isListed ? (
        <Hints>
          <Hint keys={['↑', '↓']} text={t(($) => $.callAssistant.hint.move)} />
          <Hint keys={['E']} text={t(($) => $.callAssistant.hint[tab === 'open' ? 'done' : 'open'])} />
          <Hint keys={['C']} text={t(($) => $.callAssistant.hint.callBack)} />
        </Hints>
      ) : null}
    </TabBar>
  );

  function body(): ReactNode {
    if (results.status === 'failed') {
      const again = <Button onClick={results.retry}>{t(($) => $.app.tryAgain)}</Button>;
      return <Empty title={t(($) => $.callAssistant.failed)} action={again} />;
    }
    if (results.status === 'loading') return <CallListSkeleton />;
    if (nothing) return <Nothing assistant={assistant.name} tab={tab} done={counts?.done ?? 0} onTab={onTab} />;
    return (
      <ResultList
        key={tab}
        results={results}
        topics={assistant.topics}
        openResult={openResult}
        onOpen={onOpen}
        onMark={({ result }) => marking.mark(result, tab === 'open' ? 'DONE' : 'OPEN')}
        onCallBack={
          onCall === null || !canCall
            ? null
            : ({ result: { remoteNumber, remote } }) =>
                remoteNumber !== null && onCall({ number: remoteNumber, remote })
        }
      />
    );
  }
}

interface NothingProps {
  assistant: string;
  tab: 'open' | 'done';
  /** Results that are done. */
  done: number;
  onTab: (tab: 'open' | 'done') => void;
}

/** In place of an empty list: why it is empty. */
function Nothing({ assistant, tab, done, onTab }: NothingProps) {
  const { t } = useWords();
  return <div className="grid min-h-0 flex-1 place-items-center overflow-y-auto">{words()}</div>;

  function words(): ReactNode {
    if (tab === 'done') {
      return (
        <Empty
          drawing={<SilentLineDrawing />}
          title={t(($) => $.callAssistant.empty.done)}
          text={t(($) => $.callAssistant.empty.doneText)}
        />
      );
    }
    if (done === 0) {
      return (
        <Empty
          drawing={<SilentLineDrawing />}
          title={t(($) => $.callAssistant.empty.none)}
          text={t(($) => $.callAssistant.empty.noneText, { assistant })}
        />
      );
    }
    return (
      <Empty
        drawing={<AllDoneDrawing />}
        title={t(($) => $.callAssistant.empty.open)}
        text={t(($) => $.callAssistant.empty.openText, { assistant })}
        action={
          <Button size="s" onClick={() => onTab('done')}>
            {t(($) => $.callAssistant.empty.showDone)}
          </Button>
        }
      />
    );
  }
}
