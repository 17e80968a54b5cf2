import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

/** The keys of a telephone, row by row, with their letters (ITU-T E.161). */
export const dialKeys: readonly (readonly [key: string, letters: string])[] = [
  ['1', ''],
  ['2', 'ABC'],
  ['3', 'DEF'],
  ['4', 'GHI'],
  ['5', 'JKL'],
  ['6', 'MNO'],
  ['7', 'PQRS'],
  ['8', 'TUV'],
  ['9', 'WXYZ'],
  ['*', ''],
  ['0', ''],
  ['#', ''],
];

interface DialKeyProps extends Omit<ComponentProps<'button'>, 'type'> {
  /** Left out for a key with an icon. */
  letters?: string;
}

/** A key of a telephone, or another one beside them. */
export function DialKey({ letters, className, children, ...button }: DialKeyProps) {
  return (
    <button
      type="button"
      className={cn(
        'flex h-11 flex-col items-center justify-center rounded-m bg-well font-[560] text-16 leading-[18px] transition-colors duration-(--d-fast) hover:bg-hover active:bg-press',
        className,
      )}
      {...button}
    >
      {children === '*' ? <Star /> : children}
      {letters === undefined ? null : (
        <small aria-hidden className="min-h-2.5 font-medium text-[9px] text-ink-3 leading-2.5 tracking-[0.08em]">
          {letters}
        </small>
      )}
    </button>
  );
}

/** A star that is as tall as a digit, and read as one. */
function Star() {
  return (
    <>
      <span aria-hidden>✱</span>
      <span className="sr-only">*</span>
    </>
  );
}
