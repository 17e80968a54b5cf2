import { X } from 'lucide-react';
import type { EndedCall } from '#calls/ended-calls.ts';
import { useWords } from '#i18n/use-words.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { IconButton } from '#ui/IconButton.tsx';

interface DialogHeadProps {
  title: string;
  /** The other side, where it is about a call. */
  person?: EndedCall['person'];
  text?: string;
  onClose: () => void;
}

/** Title and cross of a dialog that names itself to screen readers already. */
export function DialogHead({ title, person, text, onClose }: DialogHeadProps) {
  const { t } = useWords();
  return (
    <div className="flex flex-none items-center gap-3 pt-4 pr-4 pb-2 pl-6">
      {person ? (
        <Avatar
          name={person.known ? person.name : null}
          imageUrl={person.imageUrl}
          size="m"
          square={person.square}
          anonymous={person.anonymous}
        />
      ) : null}
      <div className="min-w-0 flex-1">
        <p aria-hidden className="font-semi text-16">
          {title}
        </p>
        {text === undefined ? null : <p className="truncate text-12 text-ink-3">{text}</p>}
      </div>
      <IconButton icon={X} label={t(($) => $.feedback.close)} onClick={onClose} />
    </div>
  );
}
