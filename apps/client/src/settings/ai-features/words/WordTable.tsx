import { maxCustomWordCharacters, maxCustomWords } from '@sidetone/contract/rules/limits.ts';
import { Plus, Search } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { fold } from '#ui/folded-text.ts';
import { Icon } from '#ui/Icon.tsx';
import { Keys } from '#ui/Kbd.tsx';
import { toast } from '#ui/toasts.ts';
import { WordRow } from './WordRow.tsx';
import { countOf, countOn, hasRoom, linesOf, problemsOf, type Rows } from './word-rows.ts';
import type { WordsDesk } from './words-desk.ts';

/** From so many words on it is told how many fit. SSET-046 */
const nearlyFull = maxCustomWords - 10;

/** The words in numbered rows, and what is done to all of them. */
export function WordTable({ desk, rows }: { desk: WordsDesk; rows: Rows }) {
  const { t } = useWords();
  const [filter, setFilter] = useState('');
  const [edited, setEdited] = useState<string | null>(null);
  const grid = useRef<HTMLOListElement>(null);
  const [all, isRoom, problems] = [countOf(rows), hasRoom(rows), problemsOf(rows)];
  const wanted = fold(filter.trim());
  // A row that somebody is in stays, whatever is typed into it.
  const shown = rows
    .map((row, at) => ({ row, number: at + 1 }))
    .filter(({ row }) => wanted === '' || row.id === edited || (row.value !== '' && fold(row.value).includes(wanted)));

  const fieldOf = (id: string | undefined) =>
    id === undefined ? null : (grid.current?.querySelector<HTMLInputElement>(`[data-word="${id}"]`) ?? null);
  const enter = (id: string | null) => {
    setEdited(id);
    desk.enter(id);
  };
  const add = () => {
    flushSync(() => setFilter(''));
    fieldOf(rows.at(-1)?.id)?.focus();
  };
  const step = (event: KeyboardEvent<HTMLInputElement>, id: string) => {
    const at = shown.findIndex(({ row }) => row.id === id);
    const by = stepOf(event, grid.current);
    if (by === null) return;
    event.preventDefault();
    fieldOf(shown[at + by]?.row.id)?.focus();
  };
  const paste = (id: string, text: string): boolean => {
    const lines = linesOf(text);
    if (lines === null) return false;
    const made = { value: desk.paste(id, lines) };
    const { last = null, leftOut = 0 } = made.value ?? {};
    // The rows are drawn by the time that the focus moves.
    requestAnimationFrame(() => fieldOf(last ?? undefined)?.focus());
    if (leftOut > 0) {
      toast({
        id: 'words-left-out',
        tone: 'warn',
        title: t(($) => $.customWords.leftOut, { count: leftOut }),
        text: t(($) => $.customWords.leftOutText, { most: maxCustomWordCharacters }),
      });
    }
    return true;
  };

  return (
    <section aria-label={t(($) => $.customWords.list)} className="@container">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <label className="relative block min-w-36 max-w-[280px] flex-1 basis-40">
          <span className="sr-only">{t(($) => $.customWords.filter)}</span>
          <Icon of={Search} className="pointer-events-none absolute top-2.5 left-2.5 text-ink-3" />
          <input
            type="search"
            value={filter}
            placeholder={t(($) => $.customWords.filter)}
            onChange={(event) => setFilter(event.target.value)}
            className="h-9 w-full rounded-s border border-line-control bg-raised pr-2.5 pl-9 text-ink placeholder:text-ink-3 focus-visible:outline-offset-[-1px]"
          />
        </label>
        <span className="ml-auto text-12 text-ink-3 tabular-nums">
          {t(($) => $.customWords.on, { on: countOn(rows), all })}
          {all >= nearlyFull ? ` · ${t(($) => $.customWords.ofMost, { all, most: maxCustomWords })}` : null}
        </span>
        <Button size="s" aria-label={t(($) => $.customWords.addLabel)} disabled={!isRoom} onClick={add}>
          <Icon of={Plus} size={14} />
          {t(($) => $.customWords.add)}
          <Keys hotkey="Enter" />
        </Button>
      </div>
      {isRoom ? null : (
        <p role="status" className="mb-3 text-12 text-ink-2">
          {t(($) => $.customWords.full)}
        </p>
      )}
      {shown.length === 0 ? (
        <p role="status" className="text-ink-2">
          {t(($) => $.customWords.noMatch, { text: filter.trim() })}
        </p>
      ) : null}
      <ol ref={grid} className="grid grid-cols-1 gap-x-8 gap-y-2 @min-[640px]:grid-cols-2">
        {shown.map(({ row, number }) => (
          <WordRow
            key={row.id}
            row={row}
            number={number}
            problem={problems.get(row.id) ?? null}
            onType={(value) => desk.type(row.id, value)}
            onTurn={(on) => desk.turn(row.id, on)}
            onPaste={(text) => paste(row.id, text)}
            onKey={(event) => step(event, row.id)}
            onEnter={() => enter(row.id)}
            onLeave={() => enter(null)}
          />
        ))}
      </ol>
    </section>
  );
}

/** How many rows a key goes on: Enter to the next word, the arrows up and down as the rows stand. */
function stepOf(event: KeyboardEvent, grid: HTMLElement | null): number | null {
  if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return null;
  const columns = grid === null ? 1 : getComputedStyle(grid).gridTemplateColumns.split(' ').length;
  if (event.key === 'Enter') return event.shiftKey ? -1 : 1;
  if (event.key === 'ArrowDown') return columns;
  return event.key === 'ArrowUp' ? -columns : null;
}
