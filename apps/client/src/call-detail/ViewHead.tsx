import { ArrowLeft, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { IconButton } from '#ui/IconButton.tsx';

interface ViewHeadProps {
  title: string;
  /** Between the title and the cross. */
  end?: ReactNode;
  onBack: () => void;
  onClose: () => void;
}

/** Head of a view that is opened out of the page of a call. */
export function ViewHead({ title, end, onBack, onClose }: ViewHeadProps) {
  const { t } = useWords();
  return (
    <header className="flex h-14 flex-none items-center gap-2 border-line border-b pr-4 pl-6 max-[559px]:pl-4">
      <IconButton icon={ArrowLeft} label={t(($) => $.callDetail.back)} onClick={onBack} />
      <h2 className="ml-2 min-w-0 flex-1 truncate font-semi text-16">{title}</h2>
      {end}
      <IconButton icon={X} label={t(($) => $.callDetail.close)} hotkey="Escape" onClick={onClose} />
    </header>
  );
}
