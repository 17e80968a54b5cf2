import { useWords } from '#i18n/use-words.ts';
import { Kbd } from '#ui/Kbd.tsx';

interface OmnibarFooterProps {
  empty: boolean;
  /** There is a line that Enter acts on. */
  calls: boolean;
}

/** The keys that work here. */
export function OmnibarFooter({ empty, calls }: OmnibarFooterProps) {
  const { t } = useWords();
  return (
    <div className="flex h-11 flex-none items-center justify-end gap-3.5 border-line border-t bg-well px-3.5 text-12 text-ink-3">
      {calls ? (
        <>
          <span className="inline-flex gap-1.5">
            <Kbd>↑</Kbd>
            <Kbd>↓</Kbd>
          </span>
          <span className="inline-flex items-center gap-1.5">
            <Kbd>↵</Kbd>
            {t(($) => $.omnibar.hint.call)}
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
