import { ArrowDown, ArrowUp } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { Button } from './Button.tsx';
import { Checkbox } from './Checkbox.tsx';
import { cn } from './cn.ts';
import { Icon } from './Icon.tsx';
import { AfterAMoment, Skeleton } from './Skeleton.tsx';

export interface Column<Row> {
  id: string;
  head: string;
  cell: (row: Row) => ReactNode;
  /** The value to sort by; without it the column is not sortable. */
  sort?: (row: Row) => string | number;
  align?: 'start' | 'end';
  /** Hidden while the window is narrower: 700 or 1000 px. */
  from?: 700 | 1000;
}

/** Rows that are ticked, by their keys. */
export interface Ticks<Row> {
  ticked: ReadonlySet<string>;
  onTick: (keys: readonly string[], isTicked: boolean) => void;
  /** The words of the box of a row, and of the one that ticks all that are shown. */
  label: (row: Row) => string;
  allLabel: string;
}

interface DataTableProps<Row> {
  /** Its name for screen readers. */
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  /** Opens a row; the first column is then a button. */
  onOpen?: (row: Row) => void;
  /** A box to tick before each row. */
  ticks?: Ticks<Row> | undefined;
  /** At the end of each row, such as a menu. */
  end?: (row: Row) => ReactNode;
  endLabel?: string;
  /** The row that is open beside the table. */
  current?: string | null;
  loading?: boolean;
  /** In place of rows where there are none. */
  empty: ReactNode;
  /** Words of the button that shows further rows. */
  moreLabel: string;
}

/** Rows drawn at a time; more come by a button, so that a table of any length stays quick. */
const pageRows = 200;
const denseAbove = 50;
const hidden = { 700: 'max-[699px]:hidden', 1000: 'max-[999px]:hidden' } as const;

/**
 * A table that is sorted by its heads. Up, Down, Home and End move between rows, Enter opens one; the table is one stop
 * of the Tab key, and the end of the focused row the next.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, columns, rowKey, onOpen, ticks, end, endLabel, current = null, loading = false, empty } = props;
  const [sorting, setSorting] = useState<{ id: string; down: boolean } | null>(null);
  const [shownRows, setShownRows] = useState(pageRows);
  const [focused, setFocused] = useState<string | null>(null);
  const body = useRef<HTMLTableSectionElement>(null);

  const sorted = useMemo(() => {
    const by = columns.find((column) => column.id === sorting?.id)?.sort;
    if (!by || !sorting) return rows;
    const order = (a: Row, b: Row) => compare(by(a), by(b)) * (sorting.down ? -1 : 1);
    return [...rows].sort(order);
  }, [rows, columns, sorting]);

  if (loading) return <TableSkeleton columns={columns.length} />;
  if (rows.length === 0) return <div className="grid flex-1 place-items-center">{empty}</div>;

  const shown = sorted.slice(0, shownRows);
  const stop = shown.some((row) => rowKey(row) === focused) ? focused : rowKey(shown[0] as Row);
  const onKeyDown = (event: KeyboardEvent) => {
    const stops = [...(body.current?.querySelectorAll<HTMLElement>('[data-row-stop]') ?? [])];
    const at = stops.indexOf(event.target as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: stops.length - 1 }[event.key];
    if (at === -1 || to === undefined) return;
    event.preventDefault();
    stops[Math.min(Math.max(to, 0), stops.length - 1)]?.focus();
  };

  return (
    <div className="relative min-h-0 flex-1 overflow-auto px-3 max-[559px]:px-0">
      <table className="w-full border-collapse" aria-label={label}>
        <thead>
          <tr>
            {ticks ? <TickHead ticks={ticks} keys={shown.map(rowKey)} /> : null}
            {columns.map((column) => (
              <Head
                key={column.id}
                column={column}
                sorted={sorting?.id === column.id ? (sorting.down ? 'descending' : 'ascending') : null}
                onSort={() => setSorting({ id: column.id, down: sorting?.id === column.id && !sorting.down })}
              />
            ))}
            {end ? (
              <th className="sticky top-0 z-sticky w-12 border-line border-b bg-canvas">
                <span className="sr-only">{endLabel}</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={onKeyDown}>
          {shown.map((row) => {
            const key = rowKey(row);
            const isStop = key === stop;
            return (
              <tr
                key={key}
                data-current={current === key || undefined}
                onFocus={() => setFocused(key)}
                onClick={(event) => {
                  const pressed = event.target as HTMLElement;
                  if (!pressed.closest('button, a, input, label, select, [role=menu]')) onOpen?.(row);
                }}
                className={cn(
                  'border-line border-b last:border-b-0 data-current:bg-accent-tint',
                  onOpen && 'hover:bg-hover data-current:hover:bg-accent-tint',
                )}
              >
                {ticks ? (
                  <td className="w-8 pl-3">
                    <Checkbox
                      hideLabel
                      label={ticks.label(row)}
                      tabIndex={isStop ? 0 : -1}
                      checked={ticks.ticked.has(key)}
                      onChange={(event) => ticks.onTick([key], event.target.checked)}
                    />
                  </td>
                ) : null}
                {columns.map((column, index) => (
                  <td
                    key={column.id}
                    className={cn(
                      'px-3',
                      rows.length > denseAbove ? 'h-9' : 'h-11',
                      index > 0 && 'text-ink-2',
                      column.align === 'end' && 'text-right',
                      column.from && hidden[column.from],
                    )}
                  >
                    {index === 0 ? (
                      <RowStop isStop={isStop} {...(onOpen ? { onOpen: () => onOpen(row) } : {})}>
                        {column.cell(row)}
                      </RowStop>
                    ) : (
                      column.cell(row)
                    )}
                  </td>
                ))}
                {end ? <td className="w-12 px-2 text-right">{end(row)}</td> : null}
              </tr>
            );
          })}
        </tbody>
      </table>
      {sorted.length > shown.length ? (
        <div className="flex justify-center p-3">
          <Button onClick={() => setShownRows(shownRows + pageRows)}>{props.moreLabel}</Button>
        </div>
      ) : null}
    </div>
  );
}

function TickHead<Row>({ ticks, keys }: { ticks: Ticks<Row>; keys: readonly string[] }) {
  const all = keys.every((key) => ticks.ticked.has(key));
  return (
    <th className="sticky top-0 z-sticky w-8 border-line border-b bg-canvas pl-3">
      <Checkbox
        hideLabel
        label={ticks.allLabel}
        checked={all}
        onChange={(event) => ticks.onTick(keys, event.target.checked)}
      />
    </th>
  );
}

function RowStop({ isStop, onOpen, children }: { isStop: boolean; onOpen?: () => void; children: ReactNode }) {
  const shared = { 'data-row-stop': '', tabIndex: isStop ? 0 : -1, className: 'block max-w-full rounded-s text-left' };
  if (onOpen) {
    return (
      <button type="button" {...shared} onClick={onOpen}>
        {children}
      </button>
    );
  }
  return <div {...shared}>{children}</div>;
}

interface HeadProps<Row> {
  column: Column<Row>;
  sorted: 'ascending' | 'descending' | null;
  onSort: () => void;
}

function Head<Row>({ column, sorted, onSort }: HeadProps<Row>) {
  return (
    <th
      scope="col"
      aria-sort={sorted ?? undefined}
      className={cn(
        'sticky top-0 z-sticky h-8 whitespace-nowrap border-line border-b bg-canvas px-3 text-left font-med text-12 text-ink-3',
        column.align === 'end' && 'text-right',
        column.from && hidden[column.from],
      )}
    >
      {column.sort ? (
        <button type="button" onClick={onSort} className="inline-flex items-center gap-1 rounded-xs hover:text-ink">
          {column.head}
          {sorted === null ? null : <Icon of={sorted === 'ascending' ? ArrowUp : ArrowDown} size={12} />}
        </button>
      ) : (
        column.head
      )}
    </th>
  );
}

function TableSkeleton({ columns }: { columns: number }) {
  const lines = Array.from({ length: 6 }, (_, line) => `line-${line}`);
  const cells = Array.from({ length: Math.min(columns, 5) }, (_, cell) => `cell-${cell}`);
  return (
    <div className="flex-1 px-6 pt-3" aria-busy="true">
      <AfterAMoment>
        {lines.map((line) => (
          <div key={line} className="flex h-11 items-center gap-8">
            {cells.map((cell) => (
              <Skeleton key={cell} className="h-3 flex-1" />
            ))}
          </div>
        ))}
      </AfterAMoment>
    </div>
  );
}

function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
}
