import { cn } from '#ui/cn.ts';

interface LetterHeadProps {
  letter: string;
  /** In px from the top of the list; null for the head that stays on top of it. */
  top: number | null;
  place: number;
  size: number;
}

/** The head of all contacts whose names begin with a letter. */
export function LetterHead({ letter, top, place, size }: LetterHeadProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the list is virtual, its items are placed one by one
    <div
      role="listitem"
      aria-posinset={place}
      aria-setsize={size}
      className={cn('bg-canvas py-2', top === null ? 'sticky top-0 z-sticky' : 'absolute top-0 left-0 w-full')}
      style={top === null ? undefined : { transform: `translateY(${top}px)` }}
    >
      <h2 className="flex h-6 items-center gap-2 px-3 font-semi text-12">
        {letter}
        <span aria-hidden className="h-px flex-1 bg-line" />
      </h2>
    </div>
  );
}
