import { ChevronDown, ChevronRight, Plus } from 'lucide-react';
import { useId } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import type { FavoriteHandlers } from './favorites/FavoriteMenu.tsx';
import { FavoriteStrip } from './favorites/FavoriteStrip.tsx';
import { useFavorites } from './favorites/favorites-store.ts';
import { useFoldState } from './favorites/fold-state.ts';
import { NoFavoritesDrawing } from './favorites/NoFavoritesDrawing.tsx';
import { useTeamMarks } from './favorites/use-team-marks.ts';

interface FavoritesProps extends FavoriteHandlers {
  /** Leads to the page where favorites are chosen. */
  onAdd: () => void;
}

/** The favorites above the inbox: open, folded away, or empty. This device remembers how the user left them. */
export function Favorites({ onAdd, ...handlers }: FavoritesProps) {
  const { t } = useWords();
  const { shown, status } = useFavorites();
  const [open, setOpen] = useFoldState();
  const panel = useId();
  useTeamMarks();
  return (
    <section aria-label={t(($) => $.favorites.title)} className="flex-none border-line border-b">
      <div className="flex h-8 items-center pr-4 pl-5 max-[559px]:pl-3">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={panel}
          onClick={() => setOpen(!open)}
          className="-ml-1 flex h-6 items-center gap-1.5 rounded-s pr-2 pl-1 font-semi text-12 text-ink-2 hover:bg-hover"
        >
          <Icon of={open ? ChevronDown : ChevronRight} size={14} className="text-ink-3" />
          {t(($) => $.favorites.title)}
          {shown.length === 0 ? null : <span className="font-normal text-ink-3 tabular-nums"> {shown.length}</span>}
        </button>
        <span className="flex-1" />
        <IconButton icon={Plus} label={t(($) => $.favorites.add)} onClick={onAdd} />
      </div>
      <div id={panel} hidden={!open}>
        {!open ? null : shown.length > 0 ? (
          <FavoriteStrip favorites={shown} onAdd={onAdd} {...handlers} />
        ) : status === 'ready' ? (
          <NoFavorites onAdd={onAdd} />
        ) : (
          <div className="h-11" />
        )}
      </div>
    </section>
  );
}

function NoFavorites({ onAdd }: { onAdd: () => void }) {
  const { t } = useWords();
  return (
    <div className="flex h-11 items-center gap-3 pr-5 pb-2 pl-6 max-[559px]:pl-4">
      <NoFavoritesDrawing />
      <span className="min-w-0 flex-1 truncate text-ink-2">
        <span className="sr-only">{t(($) => $.favorites.empty.title)}. </span>
        {t(($) => $.favorites.empty.short)}
      </span>
      <Button size="s" onClick={onAdd}>
        {t(($) => $.favorites.add)}
      </Button>
    </div>
  );
}
