import { useWords } from '#i18n/use-words.ts';
import { AfterAMoment, Skeleton } from '#ui/Skeleton.tsx';
import { lineHeights } from './days.ts';

const widths = [
  [150, 230],
  [120, 250],
  [170, 180],
  [110, 240],
  [140, 210],
  [130, 190],
] as const;

/** Placeholders for the calls after the last one while they load. */
export const skeletonRows = 3;

/** The shape of the list while it loads. */
export function CallListSkeleton() {
  const { t } = useWords();
  return (
    <div
      role="status"
      aria-label={t(($) => $.app.loading)}
      className="min-h-0 flex-1 overflow-hidden px-3 pt-1 max-[559px]:px-1"
    >
      <AfterAMoment>
        <div className="my-2 flex h-6 items-center px-3">
          <Skeleton className="h-3 w-11" />
        </div>
        {widths.map((size) => (
          <RowShape key={size.join()} size={size} />
        ))}
      </AfterAMoment>
    </div>
  );
}

/** The shape of rows within the list, `top` px from its top. */
export function RowSkeleton({ top, rows = skeletonRows }: { top: number; rows?: number }) {
  return (
    <div
      aria-hidden
      className="absolute top-0 left-0 w-full"
      style={{ transform: `translateY(${top}px)`, height: rows * lineHeights.call }}
    >
      {widths.slice(0, rows).map((size) => (
        <RowShape key={size.join()} size={size} />
      ))}
    </div>
  );
}

function RowShape({ size: [name, summary] }: { size: readonly [number, number] }) {
  return (
    <div className="mb-2 flex h-13 items-center gap-3 px-3">
      <Skeleton className="size-4" />
      <Skeleton className="size-8 rounded-full" />
      <span className="min-w-0 flex-1">
        <Skeleton className="mb-2 h-3" style={{ width: name }} />
        <Skeleton className="h-3" style={{ width: summary }} />
      </span>
      <Skeleton className="h-3 w-9" />
    </div>
  );
}
