import { assistantQueries } from '@sidetone/contract/documents/assistant-queries.ts';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect } from 'react';
import { Banners } from '#banners/Banners.tsx';
import { useChannels } from '#channels/channels.ts';
import { useNumberActions } from '#contact-pages/contact-hotkeys.ts';
import { PanelHint } from '#contact-pages/PanelHint.tsx';
import { startCall } from '#dialling/dial.ts';
import { addCallAssistantWords } from '#i18n/call-assistant-words.ts';
import { useWords } from '#i18n/use-words.ts';
import { CallListSkeleton } from '#inbox/CallListSkeleton.tsx';
import { retryLive, useLive } from '#live/queries/live.ts';
import { openContact } from '#pages/open-contact.ts';
import { useTitle } from '#pages/use-title.ts';
import { useWide } from '#platform/window-size.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { SidePanel } from '#ui/SidePanel.tsx';
import { useLast } from '#ui/use-last.ts';
import { ResultPanel } from './detail/ResultPanel.tsx';
import { PageHead } from './PageHead.tsx';
import { ResultTabs } from './ResultTabs.tsx';
import { slideOverOf, useResultPlace } from './result-place.ts';
import { useMarking } from './use-marking.ts';

addCallAssistantWords();

/** The results of a call assistant; one of them may be open at the right. ROUTE-012, SROUTE-046 */
export function CallAssistantPage() {
  const { t } = useWords();
  const router = useRouter();
  const wide = useWide();
  const place = useResultPlace();
  const marking = useMarking();
  const numberActions = useNumberActions();
  const own = useChannels().own;
  const assistants = useLive(assistantQueries.assistants, {});
  const { rows, status } = assistants;
  const named = rows.find(({ id }) => id === place.assistantId);
  const current = named ?? (place.assistantId === null ? rows[0] : undefined);
  const shown = slideOverOf(place.assistantId ?? rows[0]?.id ?? null, place.resultId);
  // The last open result, so that the focus finds back to its row.
  const last = useLast(place.resultId);
  // SSHELL-021
  useTitle(t(($) => $.app.callAssistant));
  const isUnknown = status === 'ready' && place.assistantId !== null && named === undefined;
  useEffect(() => {
    // SERR-061
    if (isUnknown) console.error('[call-assistant] assistant not found', place.assistantId);
  }, [isUnknown, place.assistantId]);

  const call = own && ((target: Parameters<typeof startCall>[0]) => startCall(target, own.id));
  return (
    <div data-results className="flex min-h-0 flex-1">
      <SidePanel
        open={shown !== null}
        label={t(($) => $.callAssistant.detail.panel)}
        beside={wide}
        onClose={place.close}
        focusToken={place.focusToken}
        keepsFocus={(focused) => focused.closest('[data-result]') !== null}
        returnFocus={() => rowOf(last)}
        hint={<PanelHint />}
        panel={
          shown === null ? null : (
            <Suspense fallback={null}>
              <ResultPanel
                assistantId={shown.assistantId}
                resultId={shown.resultId}
                assistant={rows.find(({ id }) => id === shown.assistantId) ?? null}
                marking={marking}
                onCall={call}
                onOpenCall={(channelId, docId) =>
                  void router.navigate({
                    to: '/main/channels/$channelId',
                    params: { channelId },
                    search: { call: docId },
                  })
                }
                onOpenContact={(id) => openContact(router, id)}
                numberActions={numberActions}
                onClose={place.close}
              />
            </Suspense>
          )
        }
      >
        <PageHead
          assistants={rows}
          current={current ?? null}
          onChoose={(assistantId) => place.show({ assistantId, tab: 'open' })}
        />
        <Banners />
        {body()}
      </SidePanel>
    </div>
  );

  function body(): ReactNode {
    if (current) {
      return (
        <ResultTabs
          key={current.id}
          assistant={current}
          tab={place.tab}
          onTab={(tab) => place.show({ assistantId: current.id, tab })}
          openResult={shown?.resultId ?? null}
          onOpen={(resultId) => place.open(current.id, resultId)}
          marking={marking}
          onCall={call}
        />
      );
    }
    if (status === 'loading') return <CallListSkeleton />;
    if (status === 'failed') {
      const again = (
        <Button onClick={() => retryLive(assistantQueries.assistants, {})}>{t(($) => $.app.tryAgain)}</Button>
      );
      return <Empty title={t(($) => $.callAssistant.failed)} action={again} />;
    }
    const toCalls = (
      <Button onClick={() => void router.navigate({ to: '/' })}>{t(($) => $.callAssistant.toCalls)}</Button>
    );
    return (
      <div className="grid min-h-0 flex-1 place-items-center overflow-y-auto">
        <Empty
          title={t(($) => $.callAssistant.noAssistant)}
          text={t(($) => $.callAssistant.noAssistantText)}
          action={toCalls}
        />
      </div>
    );
  }
}

/** The row of a result in the list, if it is drawn; else the one that the Tab key leads to. */
function rowOf(resultId: string | null): HTMLElement | null {
  const own = resultId === null ? null : document.querySelector<HTMLElement>(`[data-result="${CSS.escape(resultId)}"]`);
  return own ?? document.querySelector<HTMLElement>('[data-result][tabindex="0"]');
}
