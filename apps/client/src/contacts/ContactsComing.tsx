import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { contactsLoadingTextMs } from '@sidetone/contract/rules/screen-timing.ts';
import { useEffect, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/queries/live.ts';
import { cn } from '#ui/cn.ts';
import { Spinner } from '#ui/Spinner.tsx';
import { Tooltip } from '#ui/Tooltip.tsx';

/**
 * Says that contacts of an address book are loading for the first time: in words, and after 4 s only as a symbol
 * (specification 4.6); as a symbol from the start where the column is `narrow`.
 */
export function ContactsComing({ narrow = false }: { narrow?: boolean }) {
  const { rows } = useLive(phoneQueries.integrations, {});
  const coming = rows.find(({ state, lastSyncedAt }) => state === 'CONNECTING' && lastSyncedAt === null);
  return coming ? <Coming key={coming.id} source={coming.displayName} narrow={narrow} /> : null;
}

function Coming({ source, narrow }: { source: string; narrow: boolean }) {
  const { t } = useWords();
  const [isNew, setIsNew] = useState(true);
  useEffect(() => afterReading(() => setIsNew(false)), []);
  const inWords = isNew && !narrow;
  const text = t(($) => $.contacts.comingFrom, { source });
  return (
    <Tooltip text={text} side="right">
      <span
        role="status"
        className={cn('flex min-w-0 items-center gap-1.5 text-12 text-ink-3', narrow ? 'p-1' : 'ml-auto')}
      >
        <span className={inWords ? 'truncate' : 'sr-only'}>{inWords ? t(($) => $.contacts.coming) : text}</span>
        <Spinner />
      </span>
    </Tooltip>
  );
}

/** Collapses the words once they have been shown for long enough; the returned function stops that. */
export function afterReading(collapse: () => void): () => void {
  const timer = setTimeout(collapse, contactsLoadingTextMs);
  return () => clearTimeout(timer);
}
