import { useWords } from '#i18n/use-words.ts';
import { CallListSkeleton } from '#inbox/CallListSkeleton.tsx';
import { useNarrow } from '#platform/window-size.ts';

/** The window of a channel while the channels are loading: the places of the phone and of the list of calls. */
export function ChannelSkeleton() {
  const { t } = useWords();
  const narrow = useNarrow();
  return (
    <div className="flex h-full overflow-hidden bg-sidebar">
      <div aria-hidden className={narrow ? 'w-14 flex-none' : 'w-[264px] flex-none'} />
      <main className="flex min-h-0 min-w-0 flex-1 flex-col overflow-hidden bg-canvas">
        <p role="status" className="sr-only">
          {t(($) => $.app.starting)}
        </p>
        <div aria-hidden className="h-14 flex-none border-line border-b" />
        <CallListSkeleton />
      </main>
    </div>
  );
}
