import {
  type CheckedPerson,
  type PersonCell,
  type PersonProblem,
  personCells,
  type TypedPerson,
} from '@sidetone/contract/entities/people-import.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { Check, CircleAlert, Info, Pencil, X } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { cn } from '#ui/cn.ts';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import type { DraftRow } from './draft.ts';
import { longestCell } from './people-of-table.ts';
import type { PeopleCheckState } from './use-people-check.ts';

/** Rows drawn at a time, so that a long list stays quick. */
const pageRows = 100;

interface CheckTableProps {
  rows: readonly DraftRow[];
  check: PeopleCheckState;
  onCorrect: (place: number, what: Partial<TypedPerson>) => void;
  onLeaveOut: (place: number) => void;
}

/** The rows of a list with what is wrong about them; a cell with a problem is a field. */
export function CheckTable({ rows, check, onCorrect, onLeaveOut }: CheckTableProps) {
  const { t } = useWords();
  const [count, setCount] = useState(pageRows);
  const [open, setOpen] = useState<number | null>(null);
  return (
    <div className="min-h-0 flex-1 overflow-auto px-3 max-[559px]:px-0">
      <table className="w-full border-collapse" aria-label={t(($) => $.admin.people.title)}>
        <thead>
          <tr>
            <th scope="col" className="sticky top-0 z-sticky h-8 w-8 border-line border-b bg-canvas">
              <span className="sr-only">{t(($) => $.admin.numbers.state)}</span>
            </th>
            {personCells.map((cell) => (
              <th
                key={cell}
                scope="col"
                className="sticky top-0 z-sticky h-8 whitespace-nowrap border-line border-b bg-canvas px-2 text-left font-med text-12 text-ink-3"
              >
                {t(($) => $.admin.people.cells[cell])}
              </th>
            ))}
            <th className="sticky top-0 z-sticky w-18 border-line border-b bg-canvas">
              <span className="sr-only">{t(($) => $.admin.actions)}</span>
            </th>
          </tr>
        </thead>
        {rows.slice(0, count).map((row) => (
          <PersonRows
            key={row.place}
            row={row}
            checked={check.checked.get(row.place)}
            isOpen={open === row.place}
            onOpen={() => setOpen(open === row.place ? null : row.place)}
            onCorrect={(what) => onCorrect(row.place, what)}
            onLeaveOut={() => onLeaveOut(row.place)}
          />
        ))}
      </table>
      {rows.length > count ? (
        <div className="flex justify-center p-3">
          <Button onClick={() => setCount(count + pageRows)}>{t(($) => $.admin.more)}</Button>
        </div>
      ) : null}
    </div>
  );
}

interface PersonRowsProps {
  row: DraftRow;
  /** Undefined until the row is checked for the first time. */
  checked: CheckedPerson | undefined;
  /** All its cells are fields. */
  isOpen: boolean;
  onOpen: () => void;
  onCorrect: (what: Partial<TypedPerson>) => void;
  onLeaveOut: () => void;
}

function PersonRows({ row: { place, person }, checked, isOpen, onOpen, onCorrect, onLeaveOut }: PersonRowsProps) {
  const { t } = useWords();
  const problems = checked?.problems ?? [];
  // A cell stays a field while it is corrected, so that the focus does not go with the problem.
  const [fields, setFields] = useState<ReadonlySet<PersonCell>>(new Set());
  const isField = (cell: PersonCell) => isOpen || fields.has(cell) || problems.some((one) => one.cell === cell);
  const correct = (cell: PersonCell, value: string) => {
    setFields(new Set(fields).add(cell));
    onCorrect({ [cell]: value.slice(0, longestCell) });
  };
  return (
    <tbody className={cn('border-line border-b', problems.length > 0 && 'bg-missed-tint')}>
      <tr>
        <td className="px-2 text-center">
          <State checked={checked} />
        </td>
        {personCells.map((cell) => (
          <td key={cell} className="h-9 px-2">
            {isField(cell) ? (
              <Field
                className="min-w-24"
                labelHidden
                label={`${t(($) => $.admin.people.cells[cell])} ${place}`}
                aria-invalid={problems.some((one) => one.cell === cell) || undefined}
                value={person[cell]}
                placeholder={given(checked, cell)}
                onChange={(event) => correct(cell, event.target.value)}
              />
            ) : (
              <span
                className={cn(
                  cell === 'number' ? 'whitespace-nowrap' : 'wrap-anywhere',
                  cell === 'firstName' || cell === 'lastName' ? '' : 'text-ink-2',
                )}
              >
                {person[cell] || given(checked, cell)}
              </span>
            )}
          </td>
        ))}
        <td className="whitespace-nowrap px-2 text-right">
          <IconButton icon={Pencil} label={t(($) => $.admin.people.change, { place })} onClick={onOpen} />
          <IconButton icon={X} label={t(($) => $.admin.people.leaveOut, { place })} onClick={onLeaveOut} />
        </td>
      </tr>
      {problems.map((problem) => (
        <ProblemRow
          key={`${problem.cell} ${problem.problem} ${problem.detail}`}
          problem={problem}
          onUse={(suggestion) => correct(problem.cell, suggestion)}
        />
      ))}
    </tbody>
  );
}

function ProblemRow({ problem, onUse }: { problem: PersonProblem; onUse: (suggestion: string) => void }) {
  const { t } = useWords();
  const { cell, problem: code, detail, suggestion } = problem;
  return (
    <tr>
      <td />
      <td colSpan={personCells.length + 1} className="px-2 pb-2 text-12 text-missed">
        {t(($) => $.admin.people.issues[code], {
          cell: t(($) => $.admin.people.cells[cell]),
          detail: detail ?? '',
        })}{' '}
        {suggestion === null ? null : (
          <button type="button" className="font-med text-accent underline" onClick={() => onUse(suggestion)}>
            {t(($) => $.admin.people.use, { suggestion })}
          </button>
        )}
      </td>
    </tr>
  );
}

function State({ checked }: { checked: CheckedPerson | undefined }) {
  const { t } = useWords();
  if (checked === undefined) return null;
  const looks = {
    ready: { icon: Check, className: 'text-live', words: t(($) => $.admin.people.readyRow) },
    here: { icon: Info, className: 'text-ink-3', words: t(($) => $.admin.people.hereRow) },
    problem: { icon: CircleAlert, className: 'text-missed', words: t(($) => $.admin.people.wrongRow) },
  } as const;
  const { icon, className, words } = looks[checked.state];
  return (
    <span title={words}>
      <Icon of={icon} className={className} />
      <span className="sr-only">{words}</span>
    </span>
  );
}

/** What the row gets where it says nothing itself. */
function given(checked: CheckedPerson | undefined, cell: PersonCell): string {
  if (cell === 'extension') return checked?.extension ?? '';
  if (cell === 'number' && checked?.number != null) return formatNumber(checked.number);
  return '';
}
