import { type InboxRow, phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { slideOverDetailDelayMs } from '@sidetone/contract/rules/screen-timing.ts';
import { useEffect, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { retryLive, useLive } from '#live/queries/live.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { CallPage } from './CallPage.tsx';
import type { CallDetailProps } from './call-detail-props.ts';
import { DetailSkeleton } from './DetailSkeleton.tsx';
import { PlainHead } from './PlainHead.tsx';

/**
 * The page of a call: its notes, recordings and transcript, and the results of the analysis. It is loaded once a call
 * stays open for 200 ms, so that going through a list with the arrow keys asks for nothing in between.
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
