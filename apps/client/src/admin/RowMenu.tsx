import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { Menu } from '#ui/Menu.tsx';

/** The actions for one row of a table. */
export function RowMenu({ name, children }: { name: string; children: ReactNode }) {
  const { t } = useWords();
  return (
    <Menu
      align="end"
      trigger={<IconButton icon={Ellipsis} label={t(($) => $.admin.actionsFor, { name })} className="align-middle" />}
    >
      {children}
    </Menu>
  );
}
