import type { SearchType } from '@sidetone/contract/rules/defaults.ts';
import { memo, useEffect, useRef } from 'react';
import { cn } from '#ui/cn.ts';
import { lineId } from './ids.ts';
import { LineBody } from './LineBody.tsx';
import { LineEnd } from './LineEnd.tsx';
import type { ResultRow } from './rows.ts';
import type { Way } from './ways.ts';

interface ResultLineProps {
  type: SearchType;
  row: ResultRow;
  text: string;
  active: boolean;
  way: Way;
  onPoint: (key: string) => void;
  onChoose: (row: ResultRow) => void;
  onToggle: (row: ResultRow) => void;
}

const below: readonly ResultRow['kind'][] = ['number', 'email', 'colleagueNumber'];

/** One line of the results. The active one says what Enter does. */
export const ResultLine = memo(function ResultLine(props: ResultLineProps) {
  const { type, row, text, active, way, onPoint, onChoose, onToggle } = props;
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) element.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the field's, which names the active line
    <div
      ref={element}
      id={lineId(row.key)}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      aria-disabled={row.obstacle === null ? undefined : true}
      onMouseMove={active ? undefined : () => onPoint(row.key)}
      // The field keeps the focus, so that keys still work.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(row)}
      className={cn(
        'flex w-full cursor-default items-center gap-3 rounded-s px-3',
        below.includes(row.kind) ? 'min-h-9 pl-14' : 'min-h-11',
        active && 'bg-accent-tint outline-2 -outline-offset-2 outline-focus [--pbg:var(--accent-tint)]',
      )}
    >
      <LineBody row={row} text={text} />
      <LineEnd type={type} row={row} active={active} way={way} onToggle={() => onToggle(row)} />
    </div>
  );
});
