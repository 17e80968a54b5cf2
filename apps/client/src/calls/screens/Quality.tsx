import { useWords } from '#i18n/use-words.ts';
import { cn } from '#ui/cn.ts';
import type { CallQuality } from '../core/call.ts';

/** How good the connection is, as three bars; the words say it too. Four of four and three of four look the same. */
export function Quality({ quality }: { quality: CallQuality | null }) {
  const { t } = useWords();
  if (quality === null) return null;
  const shown = Math.min(3, Math.max(1, quality.bars));
  const colour = shown === 3 ? 'bg-live' : shown === 2 ? 'bg-ring-fill' : 'bg-missed';
  const label = t(($) => $.calls.quality.label, { bars: quality.bars });
  return (
    <span role="img" aria-label={label} title={label} className="inline-flex h-3 flex-none items-end gap-0.5">
      {['h-1', 'h-[7px]', 'h-2.5'].map((height, place) => (
        <i key={height} className={cn('w-[3px] rounded-[1px]', height, place < shown ? colour : 'bg-line-strong')} />
      ))}
    </span>
  );
}

/** Whether the user should be told about the connection while they talk. */
export function isWeak(quality: CallQuality | null): boolean {
  return quality !== null && quality.bars <= 1;
}
