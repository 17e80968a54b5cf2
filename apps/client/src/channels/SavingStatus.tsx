import { Check } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Icon } from '#ui/Icon.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import type { Saving } from './use-saving.ts';

/** Beside the title: while a change takes long, and for a moment once it is saved. */
export function SavingStatus({ saving }: { saving: Saving }) {
  const { t } = useWords();
  return (
    <span role="status" className="flex flex-none items-center gap-1.5 font-med text-12">
      {saving === 'saving' ? (
        <>
          <Spinner />
          <span className="text-ink-2">{t(($) => $.channels.phone.saving)}</span>
        </>
      ) : saving === 'saved' ? (
        <>
          <Icon of={Check} size={14} className="text-live" />
          <span className="text-live">{t(($) => $.channels.saved)}</span>
        </>
      ) : null}
    </span>
  );
}
