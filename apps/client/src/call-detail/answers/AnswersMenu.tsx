import { Ellipsis, RefreshCw, Settings, Trash2 } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/Menu.tsx';

interface AnswersMenuProps {
  /** Each is null where it cannot be done. */
  onConfigure: (() => void) | null;
  onRegenerate: (() => void) | null;
  onDelete: (() => void) | null;
}

/** What can be done with all answers of a call. SSMART-011 */
export function AnswersMenu({ onConfigure, onRegenerate, onDelete }: AnswersMenuProps) {
  const { t } = useWords();
  return (
    <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t(($) => $.smartAnswers.view.menu)} />}>
      {onConfigure === null ? null : (
        <MenuItem icon={Settings} onSelect={onConfigure}>
          {t(($) => $.smartAnswers.view.configure)}
        </MenuItem>
      )}
      <MenuItem icon={RefreshCw} disabled={onRegenerate === null} onSelect={() => onRegenerate?.()}>
        {t(($) => $.smartAnswers.view.regenerate)}
      </MenuItem>
      {onDelete === null ? null : (
        <>
          <MenuSeparator />
          <MenuItem icon={Trash2} className="text-missed [&>svg]:text-missed" onSelect={onDelete}>
            {t(($) => $.smartAnswers.view.deleteAll)}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
