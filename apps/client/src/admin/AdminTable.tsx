import type { ReactNode } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { type Column, DataTable, type Ticks } from '#ui/DataTable.tsx';
import { Empty } from '#ui/Empty.tsx';
import { matches } from './format.ts';
import { useOpen } from './use-open.ts';

/** The panel that is open beside a table. */
interface Opened<Row> {
  /** Undefined where the address names no row, such as `new`. */
  readonly row: Row | undefined;
  readonly name: string;
  readonly close: () => void;
}

export interface AdminTableProps<Row> {
  /** Its name for screen readers. */
  label: string;
  rows: readonly Row[];
  isLoading: boolean;
  columns: readonly Column<Row>[];
  /** The search text, and the texts of a row that are searched. */
  typed: string;
  texts: (row: Row) => readonly (string | null | undefined)[];
  /** The rows that a filter lets through; without it all. */
  passes?: (row: Row) => boolean;
  /** A box to tick before each row. */
  ticks?: Ticks<Row> | undefined;
  /** The menu of a row. */
  menu?: (row: Row) => ReactNode;
  /** The words where there are no rows at all; without them, and where none is found, that nothing matches. */
  empty?: { readonly title: string; readonly text: string };
  panel: (opened: Opened<Row>) => ReactNode;
}

/** A table of the administration whose rows open beside it, as the address says. */
export function AdminTable<Row extends { readonly id: string }>(props: AdminTableProps<Row>) {
  const { label, rows, isLoading, columns, typed, texts, passes = () => true, ticks, menu, empty, panel } = props;
  const { t } = useWords();
  const { open, setOpen } = useOpen();
  const nothingFound = { title: t(($) => $.admin.noMatch), text: t(($) => $.admin.noMatchText) };
  const { title, text } = rows.length === 0 && empty ? empty : nothingFound;
  const row = rows.find(({ id }) => id === open);
  return (
    <>
      <DataTable
        label={label}
        rows={rows.filter((one) => passes(one) && matches(typed, texts(one)))}
        columns={columns}
        rowKey={({ id }) => id}
        onOpen={({ id }) => setOpen(id)}
        current={open}
        loading={isLoading}
        ticks={ticks}
        {...(menu ? { end: menu, endLabel: t(($) => $.admin.actions) } : {})}
        moreLabel={t(($) => $.admin.more)}
        empty={<Empty title={title} text={text} />}
      />
      {open === null ? null : panel({ row, name: open, close: () => setOpen(null) })}
    </>
  );
}
