import { volumeMeterSegments, volumeMeterWidthPx } from '@sidetone/contract/rules/screen-measures.ts';
import { useInputLevel } from '#audio/use-input-level.ts';
import { useWords } from '#i18n/use-words.ts';
import { cn } from '#ui/cn.ts';

const segments = Array.from({ length: volumeMeterSegments }, (_, at) => at + 1);

/**
 * The level of the chosen microphone, live. Nothing where it cannot be opened: a dead meter would look like silence.
 */
export function InputMeter() {
  const { t } = useWords();
  const reached = useInputLevel(volumeMeterSegments);
  if (reached === null) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the segments of the browser's own meter cannot be styled
    <div
      role="meter"
      aria-label={t(($) => $.audio.level)}
      aria-valuemin={0}
      aria-valuemax={volumeMeterSegments}
      aria-valuenow={reached}
      style={{ width: volumeMeterWidthPx }}
      className="flex h-3 max-w-full flex-none gap-0.5"
    >
      {segments.map((at) => (
        <i key={at} className={cn('flex-1 rounded-[1px]', at <= reached ? 'bg-live-fill' : 'bg-press')} />
      ))}
    </div>
  );
}
