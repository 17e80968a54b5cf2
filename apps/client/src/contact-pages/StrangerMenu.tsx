import { UserPlus } from 'lucide-react';
import { NumberMenuItems } from '#contacts/NumberMenuItems.tsx';
import { useWords } from '#i18n/use-words.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { Menu } from '#ui/Menu.tsx';
import { useNumberActions } from './contact-hotkeys.ts';

/** In a call with an unknown number: the actions for it. Nothing without the permission. */
function StrangerMenu({ number }: { number: string }) {
  const { t } = useWords();
  const actions = useNumberActions();
  if (actions === null) return null;
  return (
    <Menu
      side="top"
      align="end"
      trigger={<IconButton icon={UserPlus} label={t(($) => $.contactForm.actions.whoIsIt)} className="-my-0.5" />}
    >
      <NumberMenuItems number={number} actions={actions} withKeys />
    </Menu>
  );
}

/** The same for the dock, which knows nothing of contacts. */
export const strangerMenu = (number: string) => <StrangerMenu number={number} />;
