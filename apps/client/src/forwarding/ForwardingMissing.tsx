import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { useWords } from '#i18n/use-words.ts';
import { retryLive, useLive } from '#live/queries/live.ts';
import { Button } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';

/** In place of the user's own rules, until they are there: they load, or could not be loaded. */
export function ForwardingMissing() {
  const { t } = useWords();
  const { status } = useLive(phoneQueries.channelSettings, {});
  if (status !== 'failed') return <Skeleton className="h-24" />;
  return (
    <div role="alert" className="flex items-center gap-3">
      <span className="flex-1 text-missed">{t(($) => $.forwarding.loadFailed)}</span>
      <Button size="s" onClick={() => retryLive(phoneQueries.channelSettings, {})}>
        {t(($) => $.forwarding.retry)}
      </Button>
    </div>
  );
}
