import { useWords } from '#i18n/use-words.ts';
import { favoriteHotkeys } from '#platform/shortcuts.ts';
import { ContextMenu } from '#ui/ContextMenu.tsx';
import { cn } from '#ui/cn.ts';
import { joinedKeys } from '#ui/printed-keys.ts';
import { useCanCall } from '../can-call.ts';
import { FavoriteCall } from './FavoriteCall.tsx';
import { FavoriteFace, useStatusWord } from './FavoriteFace.tsx';
import { type FavoriteHandlers, FavoriteMenu } from './FavoriteMenu.tsx';
import { FavoritePopover } from './FavoritePopover.tsx';
import { digitOf, type ShownFavorite, shortNames } from './favorite-list.ts';
import { useFitting } from './use-fitting.ts';

interface FavoriteStripProps extends FavoriteHandlers {
  favorites: readonly ShownFavorite[];
  onAdd: () => void;
}

/** The most room that the button with the number of further favorites needs. */
const morePx = 48;

/** As many favorites as fit, and behind them the number of further ones. */
export function FavoriteStrip({ favorites, onAdd, ...handlers }: FavoriteStripProps) {
  const { t } = useWords();
  const usable = useCanCall();
  const { room, list, fits, endPx } = useFitting(favorites.length, morePx);
  const names = shortNames(favorites);
  const more = favorites.length - fits;
  return (
    <div className="h-11 pr-4 pl-5 max-[559px]:pl-3">
      <div ref={room} className="relative h-9 overflow-hidden">
        <ul ref={list} aria-label={t(($) => $.favorites.title)} className="flex w-max gap-1">
          {favorites.map((favorite, place) => (
            <ContextMenu
              key={favorite.contactId}
              area={<li className={cn('flex-none', place >= fits && 'invisible')} inert={place >= fits} />}
              list={
                <Chip
                  favorite={favorite}
                  word={names[place] ?? favorite.displayName}
                  place={place}
                  usable={usable}
                  onCall={handlers.onCall}
                />
              }
            >
              <FavoriteMenu favorite={favorite} usable={usable} {...handlers} />
            </ContextMenu>
          ))}
        </ul>
        {more === 0 ? null : (
          <FavoritePopover
            favorites={favorites}
            usable={usable}
            onAdd={onAdd}
            onCall={handlers.onCall}
            trigger={
              <button
                type="button"
                aria-label={t(($) => $.favorites.moreLabel, { count: more })}
                className="absolute top-1 h-7 rounded-s px-2 font-med text-ink-2 tabular-nums focus-visible:-outline-offset-2 hover:bg-hover hover:text-ink data-popup-open:bg-hover"
                style={{ left: endPx + 4 }}
              >
                {t(($) => $.favorites.more, { count: more })}
              </button>
            }
          />
        )}
      </div>
    </div>
  );
}

interface ChipProps {
  favorite: ShownFavorite;
  word: string;
  place: number;
  usable: boolean;
  onCall: FavoriteHandlers['onCall'];
}

function Chip({ favorite, word, place, usable, onCall }: ChipProps) {
  const { t } = useWords();
  const status = useStatusWord(favorite);
  const digit = digitOf(place);
  const keys = digit === null ? '' : ` (${joinedKeys(favoriteHotkeys(digit)[0])})`;
  const about = status === null ? '' : `, ${t(($) => $.people.presence[status])}`;
  return (
    <FavoriteCall
      favorite={favorite}
      usable={usable}
      onCall={onCall}
      title={`${favorite.displayName}${about}${keys}`}
      className={cn(
        'flex h-9 max-w-[180px] items-center gap-2 whitespace-nowrap rounded-full pr-2.5 pl-1 font-med text-ink-2 focus-visible:-outline-offset-2 [--pbg:var(--bg-canvas)]',
        usable && favorite.contact
          ? 'hover:bg-hover hover:text-ink hover:[--pbg:var(--bg-hover)] data-popup-open:bg-hover'
          : 'cursor-default opacity-45',
      )}
    >
      <FavoriteFace favorite={favorite} />
      <span className="truncate">{word}</span>
    </FavoriteCall>
  );
}
