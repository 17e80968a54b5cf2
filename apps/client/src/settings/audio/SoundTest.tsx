import { playProgressWidthPx } from '@sidetone/contract/rules/screen-measures.ts';
import { type LucideIcon, Square } from 'lucide-react';
import type { Tone } from '#audio/tones.ts';
import { useTestSound } from '#audio/use-test-sound.ts';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';

interface SoundTestProps {
  tone: Tone;
  /** The output; null is the system's own. */
  outputs: readonly (string | null)[];
  icon: LucideIcon;
  label: string;
  stopLabel: string;
  disabled?: boolean;
}

/** A button that plays a sound once. While it plays it shows the progress, and stops it. */
export function SoundTest({ tone, outputs, icon, label, stopLabel, disabled = false }: SoundTestProps) {
  const { t } = useWords();
  const { progress, failed, play, stop } = useTestSound(tone, outputs);
  const isPlaying = progress !== null;
  return (
    <span className="flex min-h-9 min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      {isPlaying ? (
        <span
          role="progressbar"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(progress * 100)}
          style={{ width: playProgressWidthPx }}
          className="block h-1 max-w-full flex-none overflow-hidden rounded-full bg-press"
        >
          <span className="block h-full rounded-full bg-accent-fill" style={{ width: `${progress * 100}%` }} />
        </span>
      ) : null}
      {/* One button for both, so that the focus stays where it is when the sound is over. */}
      <Button
        key="button"
        size="l"
        tone={isPlaying ? 'ghost' : 'default'}
        disabled={disabled}
        aria-label={isPlaying ? stopLabel : undefined}
        title={isPlaying ? stopLabel : undefined}
        className={isPlaying ? 'w-9 px-0' : undefined}
        onClick={isPlaying ? stop : play}
      >
        <Icon of={isPlaying ? Square : icon} />
        {isPlaying ? null : label}
      </Button>
      {failed ? (
        <span role="alert" className="text-12 text-missed">
          {t(($) => $.audio.test.failed)}
        </span>
      ) : null}
    </span>
  );
}
