import { maxFavorites } from '@sidetone/contract/rules/limits.ts';
import { popoverDelayMs } from '@sidetone/contract/rules/screen-timing.ts';
import { Phone, Plus, StarOff } from 'lucide-react';
import { type KeyboardEvent, type ReactElement, useRef, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { favoriteHotkeys } from '#platform/shortcuts.ts';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Kbd } from '#ui/Kbd.tsx';
import { Popover } from '#ui/Popover.tsx';
import { printedKeys } from '#ui/printed-keys.ts';
import type { CallTarget } from '../call-target.ts';
import { standardNumber } from '../contact-numbers.ts';
import { FavoriteCall } from './FavoriteCall.tsx';
import { FavoriteFace, useStatusWord } from './FavoriteFace.tsx';
import { digitOf, type ShownFavorite } from './favorite-list.ts';
import { useFavoriteActions } from './use-favorite-actions.ts';

interface FavoritePopoverProps {
  trigger: ReactElement<Record<string, unknown>>;
  favorites: readonly ShownFavorite[];
  usable: boolean;
  onCall: (target: CallTarget) => void;
  onAdd: () => void;
}

const rowMark = 'data-favorite';

/** All favorites below each other: arrows go from one to the next, Delete removes, Escape closes. */
export function FavoritePopover({ trigger, favorites, usable, onCall, onAdd }: FavoritePopoverProps) {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const { remove } = useFavoriteActions();

  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>(`[${rowMark}]`) ?? [])];
  const focusRow = (place: number) => rows().at(place)?.focus();
  const removeAt = (place: number) => {
    const favorite = favorites[place];
    if (!favorite) return;
    // The row disappears immediately, and the focus with it.
    focusRow(place + 1 < favorites.length ? place + 1 : place - 1);
    void remove(favorite);
  };
  const press = (event: KeyboardEvent) => {
    const all = rows();
    const here = all.findIndex((row) => row.closest('li')?.contains(event.target as Node));
    const step = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: -1 }[event.key];
    if (step !== undefined) focusRow(step >= all.length ? 0 : step);
    else if (event.key === 'Delete' && here >= 0) removeAt(here);
    else return;
    // A button with several numbers would open its menu on an arrow key.
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <Popover
      trigger={trigger}
      label={t(($) => $.favorites.all)}
      align="center"
      open={open}
      onOpenChange={setOpen}
      hoverDelayMs={popoverDelayMs}
      className="flex max-h-[min(480px,var(--available-height))] w-[336px] flex-col p-1"
    >
      <div className="flex h-8 flex-none items-center px-2 text-12">
        <span className="font-semi text-ink-2">{t(($) => $.favorites.title)}</span>
        <span className="ml-1.5 text-ink-3 tabular-nums">
          {t(($) => $.favorites.countOf, { count: favorites.length, max: maxFavorites })}
        </span>
        <span className="flex-1" />
        <span className="flex items-center gap-1.5 text-ink-3">
          <DigitKeys />
          {t(($) => $.favorites.calls)}
        </span>
      </div>
      <ul
        ref={list}
        aria-label={t(($) => $.favorites.all)}
        onKeyDownCapture={press}
        className="min-h-0 flex-1 overflow-y-auto"
      >
        {favorites.map((favorite, place) => (
          <Row
            key={favorite.contactId}
            favorite={favorite}
            digit={digitOf(place)}
            usable={usable}
            onCall={(target) => {
              setOpen(false);
              onCall(target);
            }}
            onRemove={() => removeAt(place)}
          />
        ))}
      </ul>
      <div className="my-1 h-px flex-none bg-line" />
      <button
        type="button"
        onClick={() => {
          setOpen(false);
          onAdd();
        }}
        className="flex min-h-8 flex-none items-center gap-2.5 rounded-s px-2 text-ink-2 focus-visible:-outline-offset-2 hover:bg-hover"
      >
        <Icon of={Plus} />
        {t(($) => $.favorites.add)}
      </button>
    </Popover>
  );
}

/** The keys that call, with all digits in one. */
function DigitKeys() {
  const parts = printedKeys(favoriteHotkeys('1')[0]);
  return (
    <span aria-hidden className="flex gap-0.5">
      {parts.map((part) => (
        <Kbd key={part}>{part === '1' ? '1–0' : part}</Kbd>
      ))}
    </span>
  );
}

interface RowProps {
  favorite: ShownFavorite;
  digit: string | null;
  usable: boolean;
  onCall: (target: CallTarget) => void;
  onRemove: () => void;
}

function Row({ favorite, digit, usable, onCall, onRemove }: RowProps) {
  const { t } = useWords();
  const status = useStatusWord(favorite);
  const { contact, displayName: name } = favorite;
  const callable = contact !== null && standardNumber(contact) !== null;
  const works = usable && callable;
  const marked = { [rowMark]: '' };
  const organization = contact?.organization === name ? null : contact?.organization;
  const beside = organization || (status && t(($) => $.people.presence[status]));
  return (
    <li className="group relative flex items-center rounded-s hover:bg-hover hover:[--pbg:var(--bg-hover)]">
      <FavoriteCall
        favorite={favorite}
        usable={usable}
        onCall={onCall}
        {...marked}
        {...(digit === null ? {} : { 'aria-keyshortcuts': favoriteHotkeys(digit)[0].replace(/\[Digit(\d)\]/, '$1') })}
        className={cn(
          'flex min-h-9 min-w-0 flex-1 items-center gap-2.5 rounded-s px-2 text-left focus-visible:-outline-offset-2',
          !works && 'cursor-default opacity-45',
        )}
      >
        <FavoriteFace favorite={favorite} />
        <span className="min-w-0 flex-1 truncate">
          <span className="font-med">{name}</span>{' '}
          <span className="text-12 text-ink-3">{callable ? beside : t(($) => $.favorites.gone)}</span>
        </span>
        {works ? (
          <Icon of={Phone} className="text-live opacity-0 group-focus-within:opacity-100 group-hover:opacity-100" />
        ) : null}
      </FavoriteCall>
      <IconButton
        icon={StarOff}
        label={t(($) => $.favorites.removeName, { name })}
        onClick={onRemove}
        className="opacity-0 focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100"
      />
      <span aria-hidden className="grid w-8 flex-none place-items-center">
        {digit === null ? null : <Kbd>{digit}</Kbd>}
      </span>
    </li>
  );
}
