import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Select } from '#ui/Select.tsx';
import { Switch } from '#ui/Switch.tsx';
import { ConfirmDialog, type Question } from '../ConfirmDialog.tsx';
import { type Draft, draftOf, withColumn, withHeading } from './draft.ts';
import { type Separator, separators, type TableProblem, tableLimits } from './read-table.ts';
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
  const [problem, setProblem] = useState<TableProblem | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const readAgain = (read: () => ReturnType<typeof draftOf>) => {
    const next = read();
    setProblem('problem' in next ? next.problem : null);
    if (!('problem' in next)) onDraft(next);
  };
  /** Rows have other places then, so that what was corrected and left out is lost. */
  const askToRead = (read: () => ReturnType<typeof draftOf>) => {
    if (draft.corrected.size + draft.leftOut.size === 0) return readAgain(read);
    setQuestion({
      title: t(($) => $.admin.discard.title),
      text: t(($) => $.admin.people.readAgain),
      action: t(($) => $.admin.discard.action),
      run: () => readAgain(read),
    });
  };
  const separate = (separator: Separator) => askToRead(() => draftOf(draft.name, draft.text, separator));
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
          onChange={({ target: { checked } }) => askToRead(() => withHeading(draft, checked))}
        />
        <Switch
          label={t(($) => $.admin.people.byExtension)}
          help={t(($) => $.admin.people.byExtensionHelp)}
          checked={byExtension}
          onChange={(event) => onByExtension(event.target.checked)}
        />
      </div>
      {problem === null ? null : (
        <p role="alert" className="text-missed">
          {t(($) => $.admin.people.problems[problem], tableLimits)}
        </p>
      )}
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
      <ConfirmDialog question={question} onClose={() => setQuestion(null)} />
    </section>
  );
}

const columnCalled = (name: string): PersonColumn | null => personColumns.find((column) => column === name) ?? null;

const headingOf = ({ rows, isHeaded }: Draft, at: number): string | null =>
  (isHeaded ? rows[0]?.[at]?.slice(0, 60) : undefined) || null;
