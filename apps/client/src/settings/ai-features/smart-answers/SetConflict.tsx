import { CircleAlert } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';

/** The set was changed here and elsewhere: its user says which version stays. */
export function SetConflict({ onChoose }: { onChoose: (version: 'mine' | 'theirs') => void }) {
  const { t } = useWords();
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-m border border-missed-line bg-missed-tint px-4 py-2.5"
    >
      <Icon of={CircleAlert} className="text-missed" />
      <p className="min-w-0 flex-1 basis-60 text-pretty">{t(($) => $.smartAnswers.conflict.text)}</p>
      <span className="flex flex-wrap gap-2">
        <Button size="s" onClick={() => onChoose('mine')}>
          {t(($) => $.smartAnswers.conflict.mine)}
        </Button>
        <Button size="s" onClick={() => onChoose('theirs')}>
          {t(($) => $.smartAnswers.conflict.theirs)}
        </Button>
      </span>
    </div>
  );
}
