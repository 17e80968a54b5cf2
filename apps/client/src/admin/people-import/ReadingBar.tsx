import { useWords } from '#i18n/use-words.ts';
import { Select } from '#ui/Select.tsx';
import { Switch } from '#ui/Switch.tsx';
import { type Draft, draftOf, withColumn, withHeading } from './draft.ts';
import { type Separator, separators } from './read-table.ts';
import { type PersonColumn, personColumns } from './table-columns.ts';

interface ReadingBarProps {
  draft: Draft;
  byExtension: boolean;
  onByExtension: (isOn: boolean) => void;
  onDraft: (draft: Draft) => void;
}

/** How a list is read: its separator, its heading, and what each column holds. */
export function ReadingBar({ draft, byExtension, onByExtension, onDraft }: ReadingBarProps) {
  const { t } = useWords();
  const separate = (separator: Separator) => {
    const next = draftOf(draft.name, draft.text, separator);
    if (!('problem' in next)) onDraft(next);
  };
  const meanings = [
    { value: '', label: t(($) => $.admin.people.leftOut) },
    ...personColumns.map((value) => ({ value, label: t(($) => $.admin.people.cells[value]) })),
  ];
  return (
    <section
      aria-label={t(($) => $.admin.people.columns)}
      className="grid max-h-[40%] flex-none gap-3 overflow-y-auto border-line border-b px-6 py-3 max-[559px]:px-4"
    >
      <div className="flex flex-wrap items-end gap-x-6 gap-y-2">
        <Select
          label={t(($) => $.admin.people.separator)}
          small
          value={draft.separator}
          onChange={(event) => separate(separators.find((one) => one === event.target.value) ?? 'auto')}
          options={separators.map((value) => ({ value, label: t(($) => $.admin.people.separators[value]) }))}
        />
        <Switch
          label={t(($) => $.admin.people.heading)}
          checked={draft.isHeaded}
          onChange={(event) => onDraft(withHeading(draft, event.target.checked))}
        />
        <Switch
          label={t(($) => $.admin.people.byExtension)}
          help={t(($) => $.admin.people.byExtensionHelp)}
          checked={byExtension}
          onChange={(event) => onByExtension(event.target.checked)}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        {draft.columns.map((column, at) => (
          <Select
            // biome-ignore lint/suspicious/noArrayIndexKey: a column has no identity but its place
            key={at}
            className="w-40"
            small
            label={headingOf(draft, at) ?? t(($) => $.admin.people.column, { number: at + 1 })}
            value={column ?? ''}
            options={meanings}
            onChange={(event) => onDraft(withColumn(draft, at, columnCalled(event.target.value)))}
          />
        ))}
      </div>
    </section>
  );
}

const columnCalled = (name: string): PersonColumn | null => personColumns.find((column) => column === name) ?? null;

const headingOf = ({ rows, isHeaded }: Draft, at: number): string | null =>
  (isHeaded ? rows[0]?.[at]?.slice(0, 60) : undefined) || null;
