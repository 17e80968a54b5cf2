import { ArrowUp } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Icon } from '#ui/Icon.tsx';

interface ArrivedButtonProps {
  /** Calls that came in above while the list stood still. */
  arrived: number;
  onPress: () => void;
}

/** Says how many calls came in above the window, and leads to them. */
export function ArrivedButton({ arrived, onPress }: ArrivedButtonProps) {
  const { t } = useWords();
  return (
    <span role="status" className="pointer-events-none absolute inset-x-0 top-10 z-sticky flex justify-center">
      {arrived > 0 ? (
        <button
          type="button"
          onClick={onPress}
          className="pointer-events-auto inline-flex h-7 items-center gap-1.5 rounded-full bg-accent-fill px-3 font-med text-12 text-accent-on shadow-e2 hover:bg-accent-fill-2"
        >
          <Icon of={ArrowUp} size={14} />
          {t(($) => $.inbox.arrived, { count: arrived })}
        </button>
      ) : null}
    </span>
  );
}
