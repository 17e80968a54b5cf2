import { UsersRound } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import type { ContactField } from './contact-values.ts';
import type { FormState } from './form-state.ts';

interface TheirChangesProps {
  theirs: NonNullable<FormState['theirs']>;
  onTake: (field: ContactField) => void;
}

/** Another user changed the contact while it was being changed here: their values for fields that both changed. */
export function TheirChanges({ theirs, onTake }: TheirChangesProps) {
  const { t } = useWords();
  return (
    <div role="alert" className="flex gap-3 rounded-m bg-well p-3">
      <Icon of={UsersRound} className="mt-0.5 text-ink-3" />
      <div className="min-w-0 flex-1">
        <p className="font-med">{t(($) => $.contactForm.theirs.title)}</p>
        {theirs.clashes.length === 0 ? (
          <p className="mt-0.5 text-12 text-ink-2">{t(($) => $.contactForm.theirs.merged)}</p>
        ) : (
          <ul className="mt-1 grid gap-1">
            {theirs.clashes.map((clash) => {
              const field = t(($) => $.contactForm.inText[clash.field]);
              const says =
                clash.theirs === ''
                  ? t(($) => $.contactForm.theirs.cleared, { field })
                  : t(($) => $.contactForm.theirs.clash, { field, value: clash.theirs });
              return (
                <li key={clash.field} className="flex flex-wrap items-center gap-2 text-12 text-ink-2">
                  <span className="min-w-0 flex-1">{says}</span>
                  <Button
                    size="s"
                    aria-label={`${t(($) => $.contactForm.theirs.take)}: ${field}`}
                    onClick={() => onTake(clash.field)}
                  >
                    {t(($) => $.contactForm.theirs.take)}
                  </Button>
                </li>
              );
            })}
          </ul>
        )}
      </div>
    </div>
  );
}
