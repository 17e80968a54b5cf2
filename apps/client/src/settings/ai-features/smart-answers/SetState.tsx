import { Check } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Icon } from '#ui/Icon.tsx';
import type { SetStatus } from './set-desk.ts';

/** How a set stands with the server: nothing before the first change, then always something. */
export function SetState({ status, hasSaved }: { status: SetStatus; hasSaved: boolean }) {
  const { t } = useWords();
  const said = status === 'waiting' ? 'saving' : status;
  const isQuiet = said === 'saved' || said === 'saving';
  return (
    <span role="status" className={`flex items-center gap-1 text-12 ${isQuiet ? 'text-ink-3' : 'text-missed'}`}>
      {said === 'saved' && !hasSaved ? null : (
        <>
          {said === 'saved' ? <Icon of={Check} size={14} className="text-live" /> : null}
          {t(($) => $.smartAnswers.state[said])}
        </>
      )}
    </span>
  );
}
