import { Check } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Icon } from '#ui/Icon.tsx';

/** Beside the title of a page: a change was saved. Screen readers read it when they are free. */
export function SavedMark({ saved }: { saved: boolean }) {
  const { t } = useWords();
  return (
    <span role="status" className="flex items-center gap-1 text-12 text-live">
      {saved ? (
        <>
          <Icon of={Check} size={14} />
          {t(($) => $.preferences.saved)}
        </>
      ) : null}
    </span>
  );
}
