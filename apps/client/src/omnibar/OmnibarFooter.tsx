import { useWords } from '#i18n/use-words.ts';
import { Kbd } from '#ui/Kbd.tsx';
import type { SearchType } from './results.ts';

interface OmnibarFooterProps {
  type: SearchType;
  /** Who waits in the running call while somebody is asked to join. */
  waiting: string | null;
  empty: boolean;
  /** There is a line that Enter acts on. */
  calls: boolean;
}

/** The keys that work here. */
export function OmnibarFooter({ type, waiting, empty, calls }: OmnibarFooterProps) {
  const { t } = useWords();
  return (
    <div className="flex h-11 flex-none items-center justify-end gap-3.5 border-line border-t bg-well px-3.5 text-12 text-ink-3">
      {type === 'addParticipant' && waiting !== null ? (
        <span className="mr-auto min-w-0 truncate">{t(($) => $.omnibar.waits, { name: waiting })}</span>
      ) : null}
      {calls ? (
        <>
          <span className="inline-flex gap-1.5">
            <Kbd>↑</Kbd>
            <Kbd>↓</Kbd>
          </span>
          <span className="inline-flex items-center gap-1.5">
            <Kbd>↵</Kbd>
            {type === 'addParticipant' ? t(($) => $.omnibar.hint.ask) : t(($) => $.omnibar.hint.call)}
          </span>
        </>
      ) : null}
      <span className="inline-flex items-center gap-1.5">
        <Kbd>Esc</Kbd>
        {t(($) => (empty ? $.omnibar.hint.close : $.omnibar.hint.clear))}
      </span>
    </div>
  );
}
