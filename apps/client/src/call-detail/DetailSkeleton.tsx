import { useWords } from '#i18n/use-words.ts';
import { AfterAMoment, Skeleton } from '#ui/Skeleton.tsx';

/** The placeholder for the page of a call that takes longer than half a second to load. */
export function DetailSkeleton() {
  const { t } = useWords();
  return (
    <AfterAMoment>
      <div role="status" aria-label={t(($) => $.callDetail.loading)} className="flex flex-col gap-5 px-6 py-5">
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-[42px] w-full" />
        <div className="flex flex-col gap-2">
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-3 w-full" />
          <Skeleton className="h-3 w-5/6" />
        </div>
        <Skeleton className="h-9 w-full" />
      </div>
    </AfterAMoment>
  );
}
