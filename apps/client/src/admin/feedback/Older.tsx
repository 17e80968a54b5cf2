import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { type Listing, mostFeedback } from './listing.ts';

/** Loads more where there may be more. */
export function Older({ listing, count }: { listing: Listing; count: number }) {
  const { t } = useWords();
  if (count < listing.limit || listing.limit >= mostFeedback) return null;
  return (
    <div className="flex flex-none justify-center border-line border-t p-2">
      <Button onClick={listing.onMore}>{t(($) => $.admin.feedback.older)}</Button>
    </div>
  );
}
