import { useWords } from '#i18n/use-words.ts';
import { AfterAMoment, Skeleton } from '#ui/Skeleton.tsx';
import { ContactRowShape } from './ContactRow.tsx';

/** The shape of the list while it loads. */
export function ContactsSkeleton() {
  const { t } = useWords();
  return (
    <div role="status" className="@container min-h-0 flex-1 overflow-hidden px-3 max-[559px]:px-1">
      <span className="sr-only">{t(($) => $.contacts.coming)}</span>
      <AfterAMoment>
        <div className="flex h-10 items-center px-3">
          <Skeleton className="h-3 w-4" />
        </div>
        {[0, 1, 2, 3, 4, 5].map((place) => (
          <ContactRowShape key={place} top={null} place={place} />
        ))}
      </AfterAMoment>
    </div>
  );
}
