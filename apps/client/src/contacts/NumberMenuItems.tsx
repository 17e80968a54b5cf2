import { UserPlus, UserRoundPen } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { addNumberHotkey, newContactHotkey } from '#platform/shortcuts.ts';
import { MenuItem } from '#ui/Menu.tsx';
import type { NumberActions } from './number-actions.ts';

interface NumberMenuItemsProps {
  /** In E.164 form; for anything else, and for null, there are no entries. */
  number: string | null;
  /** Null for users who may not write contacts. */
  actions: NumberActions | null;
  /** The keys act on this number too, as in a call. */
  withKeys?: boolean;
}

/** Entries of a menu about an unknown caller: a new contact, or another number for one. */
export function NumberMenuItems({ number, actions, withKeys = false }: NumberMenuItemsProps) {
  const { t } = useWords();
  if (number === null || !number.startsWith('+') || actions === null) return null;
  return (
    <>
      <MenuItem
        icon={UserPlus}
        {...(withKeys ? { hotkey: newContactHotkey } : {})}
        onSelect={() => actions.create(number)}
      >
        {t(($) => $.contactForm.actions.create)}
      </MenuItem>
      <MenuItem
        icon={UserRoundPen}
        {...(withKeys ? { hotkey: addNumberHotkey } : {})}
        onSelect={() => actions.addTo(number)}
      >
        {t(($) => $.contactForm.actions.addTo)}
      </MenuItem>
    </>
  );
}
