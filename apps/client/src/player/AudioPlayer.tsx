import type { Sound } from './sound.ts';

interface AudioPlayerProps {
  sound: Sound;
  /** What sound it is, like "Automatic recording". */
  label: string;
  /** What the two sides are called. */
  names: { user: string; remote: string };
  /** Percent of the talk time. Left out: no line below the player; null: only the label stands there. */
  share?: { user: number; remote: number } | null;
  /** It was played for the first time since it is shown. */
  onFirstPlay?: () => void;
  /** Somebody went to this second. */
  onSeek?: (seconds: number) => void;
}

/** Plays a recording or a message: one line of 42 px, two voices on one axis. */
export function AudioPlayer({ label }: AudioPlayerProps) {
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
  return <div role="group" aria-label={label} className="h-[42px]" />;
}
