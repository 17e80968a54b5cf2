import { ChevronDown, ChevronUp } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { IconButton } from '#ui/IconButton.tsx';

interface SearchLineProps {
  wanted: string;
  onWanted: (wanted: string) => void;
  /** The number of utterances that match, and the one that is shown, from 0. */
  count: number;
  at: number;
  onStep: (by: 1 | -1) => void;
  onClose: () => void;
}

/** Finds words in the transcript: Enter continues, with Shift back, Escape closes. */
export function SearchLine({ wanted, onWanted, count, at, onStep, onClose }: SearchLineProps) {
  const { t } = useWords();
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
    // Escape would close the whole panel.
    event.stopPropagation();
  };
  const found = count === 0 ? t(($) => $.transcript.foundNone) : t(($) => $.transcript.found, { at: at + 1, count });
  return (
    <div className="flex flex-none items-center gap-2 border-line border-b px-6 py-2 max-[559px]:px-4">
      <input
        type="search"
        // biome-ignore lint/a11y/noAutofocus: the user has just asked to search
        autoFocus
        value={wanted}
        aria-label={t(($) => $.transcript.search)}
        className="h-8 min-w-0 flex-1 rounded-s border border-line-control bg-raised px-2.5"
        onChange={(event) => onWanted(event.currentTarget.value)}
        onKeyDown={press}
      />
      <span role="status" className="min-w-16 flex-none text-right text-12 text-ink-3">
        {wanted.trim() === '' ? '' : found}
      </span>
      <IconButton
        icon={ChevronUp}
        label={t(($) => $.transcript.previous)}
        disabled={count === 0}
        onClick={() => onStep(-1)}
      />
      <IconButton
        icon={ChevronDown}
        label={t(($) => $.transcript.next)}
        disabled={count === 0}
        onClick={() => onStep(1)}
      />
    </div>
  );
}
