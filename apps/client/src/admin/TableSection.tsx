import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { AdminTable, type AdminTableProps } from './AdminTable.tsx';
import { SectionFrame } from './SectionFrame.tsx';
import { useOpen } from './use-open.ts';

interface TableSectionProps<Row> extends Omit<AdminTableProps<Row>, 'label' | 'typed'> {
  /** Its title, and the name of its table. */
  title: string;
  /** Beside the title, such as a count. */
  note?: string | undefined;
  /** The name of the search field. */
  search: string;
  /** The button that adds a row, which the address then calls `new`. */
  add?: string | undefined;
  /** Buttons before that one. */
  actions?: (open: (name: string) => void) => ReactNode;
  /** A bar below the head, such as filters. */
  bar?: ReactNode;
  /** Below the table, such as what is done with the rows that are ticked. */
  foot?: ReactNode;
}

/** A section of the administration with one table: its head with a search, the table, and the panel beside it. */
export function TableSection<Row extends { readonly id: string }>(props: TableSectionProps<Row>) {
  const { title, note, search, add, actions, bar, foot, ...table } = props;
  const { setOpen } = useOpen();
  const [typed, setTyped] = useState('');
  return (
    <SectionFrame
      title={title}
      note={note}
      search={{ label: search, value: typed, onChange: setTyped }}
      actions={
        <>
          {actions?.(setOpen)}
          {add === undefined ? null : (
            <Button tone="primary" size="l" onClick={() => setOpen('new')}>
              <Icon of={Plus} />
              {add}
            </Button>
          )}
        </>
      }
      bar={bar}
    >
      <AdminTable {...table} label={title} typed={typed} />
      {foot}
    </SectionFrame>
  );
}
