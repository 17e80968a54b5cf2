import { X } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { IconButton } from '#ui/IconButton.tsx';

/** Head of the panel while there is no call to name: the way out. */
export function PlainHead({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  return (
    <header className="flex min-h-18 flex-none items-center justify-end border-line border-b pr-4 pl-6">
      <IconButton icon={X} label={t(($) => $.callDetail.close)} hotkey="Escape" onClick={onClose} />
    </header>
  );
}
