import { Check } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Icon } from '#ui/Icon.tsx';
import type { SetStatus } from './set-desk.ts';

interface SetStateProps {
  status: SetStatus;
  hasSaved: boolean;
  /** A question has a title without a text, which the server does not get. */
  isIncomplete: boolean;
}

/** How a set stands with the server: nothing before the first change, then always something. */
export function SetState({ status, hasSaved, isIncomplete }: SetStateProps) {
  const { t } = useWords();
  const said = status === 'waiting' ? 'saving' : status === 'saved' && isIncomplete ? 'incomplete' : status;
  const isQuiet = said === 'saved' || said === 'saving' || said === 'incomplete';
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
