import { useParams, useRouter } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { CallTarget } from '#contacts/call-target.ts';
import { useWords } from '#i18n/use-words.ts';
import { useWide } from '#platform/window-size.ts';
import { SidePanel } from '#ui/SidePanel.tsx';
import { threadLink } from './thread-link.ts';
import type { OpenCall } from './use-open-call.ts';

const CallDetail = lazy(() =>
  import('#call-detail/CallDetail.tsx').then(({ CallDetail }) => ({ default: CallDetail })),
);

interface CallSlideOverProps {
  /** The id of the channel that the page shows; null while it is not known. */
  channelId: string | null;
  openCall: OpenCall;
  /** Rows of the page stand for groups of calls. */
  inGroups?: boolean;
  onCall: (target: CallTarget) => void;
  /** The page with the list of calls. */
  children: ReactNode;
}

/** A page with a list of calls, and the call of it that is open at its right. */
export function CallSlideOver({ channelId, openCall, inGroups = false, onCall, children }: CallSlideOverProps) {
  const { t } = useWords();
  const wide = useWide();
  const router = useRouter();
  const { channelId: address } = useParams({ strict: false });
  const { docId, part, focusNote, close, show } = openCall;
  // What was open last, so that the focus finds back to its row.
  const [last, setLast] = useState(docId);
  if (docId !== null && docId !== last) setLast(docId);
  return (
    <SidePanel
      open={docId !== null && channelId !== null}
      label={t(($) => $.callDetail.panel)}
      beside={wide}
      onClose={close}
      focusToken={openCall.focusToken}
      keepsFocus={(focused) => focused.closest('[data-call]') !== null}
      returnFocus={() => (last === null ? null : rowOf(last))}
      panel={
        docId === null || channelId === null ? null : (
          <Suspense fallback={null}>
            <CallDetail
              channelId={channelId}
              docId={docId}
              part={part}
              focusNote={focusNote}
              onNoteFocused={openCall.noteFocused}
              inGroup={inGroups}
              onClose={close}
              onPart={show}
              onCall={onCall}
              onOpenThread={(of, topic) => router.history.push(threadLink(address ?? channelId, of, topic))}
              onOpenCall={(otherChannel, otherCall) => {
                if (otherChannel === channelId) openCall.open(otherCall);
                else {
                  void router.navigate({
                    to: '/main/channels/$channelId',
                    params: { channelId: otherChannel },
                    search: { call: otherCall },
                  });
                }
              }}
            />
          </Suspense>
        )
      }
    >
      {children}
    </SidePanel>
  );
}

/** The row of a call in the list, as far as it is drawn. */
function rowOf(docId: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-call="${CSS.escape(docId)}"]`);
}
