import { ArrowLeft, Copy, Ellipsis, Search, Trash2, X } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { Menu, MenuItem } from '#ui/Menu.tsx';

interface TranscriptHeadProps {
  /** The other side of the call, and its time. */
  name: string;
  when: string;
  searching: boolean;
  /** Null where there is nothing to search, to copy or to delete. */
  onSearch: (() => void) | null;
  onCopy: (() => void) | null;
  onDelete: (() => void) | null;
  onBack: () => void;
  onClose: (() => void) | undefined;
}

/** Head of the transcript: back to the call, and the actions for the text. */
export function TranscriptHead(props: TranscriptHeadProps) {
  const { name, when, searching, onSearch, onCopy, onDelete, onBack, onClose } = props;
  const { t } = useWords();
  return (
    <header className="flex h-14 flex-none items-center gap-2 border-line border-b pr-4 pl-6 max-[559px]:pl-4">
      <IconButton icon={ArrowLeft} label={t(($) => $.transcript.back)} onClick={onBack} />
      <h2 className="ml-2 flex-none font-semi text-16">{t(($) => $.transcript.title)}</h2>
      <span className="flex min-w-0 flex-1 justify-end text-12 text-ink-2">
        <span className="truncate">{name}</span>
        <span className="flex-none whitespace-pre">{` · ${when}`}</span>
      </span>
      {onSearch ? (
        <IconButton
          icon={Search}
          label={searching ? t(($) => $.transcript.searchClose) : t(($) => $.transcript.search)}
          tone={searching ? 'on' : 'default'}
          aria-expanded={searching}
          onClick={onSearch}
        />
      ) : null}
      {onCopy || onDelete ? (
        <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t(($) => $.transcript.more)} />}>
          {onCopy ? (
            <MenuItem icon={Copy} onSelect={onCopy}>
              {t(($) => $.transcript.copy)}
            </MenuItem>
          ) : null}
          {onDelete ? (
            <MenuItem icon={Trash2} onSelect={onDelete}>
              {t(($) => $.transcript.delete)}
            </MenuItem>
          ) : null}
        </Menu>
      ) : null}
      {onClose ? <IconButton icon={X} label={t(($) => $.transcript.close)} hotkey="Escape" onClick={onClose} /> : null}
    </header>
  );
}
