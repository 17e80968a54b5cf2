import { Plus } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';

interface LinesEditorProps<Line> {
  label: string;
  lines: readonly Line[];
  /** The line that is added next; null where there are as many as there may be. */
  next: Line | null;
  add: string;
  onChange: (lines: Line[]) => void;
  /** An item of the list; `remove` takes its line out. */
  children: (line: Line, at: number, remove: () => void) => ReactNode;
  /** What is wrong with the lines together. */
  problem?: ReactNode;
  /** What of a new line takes the focus. */
  first?: 'input' | 'select';
}

/** Lines that are added and removed one by one. A new one takes the focus; the list does where one is removed. */
export function LinesEditor<Line>({
  label,
  lines,
  next,
  add,
  onChange,
  children,
  problem,
  first = 'input',
}: LinesEditorProps<Line>) {
  const list = useRef<HTMLUListElement>(null);
  const append = (line: Line) => {
    onChange([...lines, line]);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`li:last-child ${first}`)?.focus());
  };
  const removeAt = (at: number) => {
    onChange(lines.filter((_, place) => place !== at));
    list.current?.focus();
  };
  return (
    <div className="grid gap-3">
      <ul ref={list} tabIndex={-1} aria-label={label} className="grid gap-2 outline-none empty:hidden">
        {lines.map((line, at) => children(line, at, () => removeAt(at)))}
      </ul>
      {problem}
      {next === null ? null : (
        <div>
          <Button onClick={() => append(next)}>
            <Icon of={Plus} />
            {add}
          </Button>
        </div>
      )}
    </div>
  );
}
