import { type InboxRow, phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { ThreadOf } from '@sidetone/contract/entities/thread.ts';
import { slideOverDetailDelayMs } from '@sidetone/contract/rules/screen-timing.ts';
import { useEffect, useState } from 'react';
import type { CallTarget } from '#contacts/call-target.ts';
import type { NumberActions } from '#contacts/number-actions.ts';
import { useWords } from '#i18n/use-words.ts';
import { retryLive, useLive } from '#live/live.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { CallPage } from './CallPage.tsx';
import { DetailSkeleton } from './DetailSkeleton.tsx';
import { PlainHead } from './PlainHead.tsx';

/** What of a call is shown: its page, or one of the views that are opened out of it. */
export type CallPart = 'transcript' | 'answers' | 'data';

export interface CallDetailProps {
  /** The channel's id, never an address like `private`. */
  channelId: string;
  docId: string;
  /** Null for the page itself. */
  part?: CallPart | null;
  /** The note wants the focus. */
  focusNote?: boolean;
  /** It has it. */
  onNoteFocused?: () => void;
  /** The call stands for its group, as in an inbox: resolving it resolves the group. */
  inGroup?: boolean;
  onClose: () => void;
  /** Goes to a view of the same call, or with null back to its page. */
  onPart?: (part: CallPart | null) => void;
  onCall?: (target: CallTarget) => void;
  onOpenThread?: (of: ThreadOf, topic: string | null) => void;
  /** Opens the page of the contact or colleague on the other side. */
  onOpenContact?: (contactId: string) => void;
  /** Goes to another call, such as the other half of a transfer. */
  onOpenCall?: (channelId: string, docId: string) => void;
  /** What can be done with a number that nobody is known for; null for who may not write contacts. */
  numberActions?: NumberActions | null;
}

/**
 * The page of a call: what people wrote and what was recorded, said and read out of it. It is loaded once a call stays
 * open for 200 ms, so that going through a list with the arrow keys asks for nothing in between.
 */
export function CallDetail(props: CallDetailProps) {
  const wanted = `${props.channelId} ${props.docId}`;
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), slideOverDetailDelayMs);
    return () => clearTimeout(timer);
  }, [wanted]);
  if (settled !== wanted) return <Waiting onClose={props.onClose} />;
  return <Loaded key={wanted} {...props} />;
}

function Loaded(props: CallDetailProps) {
  const { t } = useWords();
  const { channelId, docId, onClose } = props;
  const { rows, status, error } = useLive(phoneQueries.inboxEvent, { channelId, docId });
  const row: InboxRow | undefined = rows[0];
  if (row) return <CallPage {...props} row={row} />;
  if (status === 'loading') return <Waiting onClose={onClose} />;
  const missing = status === 'ready' || error?.code === 'NOT_FOUND' || error?.code === 'FORBIDDEN';
  return (
    <>
      <PlainHead onClose={onClose} />
      {missing ? (
        <p className="px-6 py-5">{t(($) => $.callDetail.notFound)}</p>
      ) : (
        <Empty
          title={t(($) => $.callDetail.failed.title)}
          action={
            <Button onClick={() => retryLive(phoneQueries.inboxEvent, { channelId, docId })}>
              {t(($) => $.app.tryAgain)}
            </Button>
          }
        />
      )}
    </>
  );
}

function Waiting({ onClose }: Pick<CallDetailProps, 'onClose'>) {
  return (
    <>
      <PlainHead onClose={onClose} />
      <DetailSkeleton />
    </>
  );
}
