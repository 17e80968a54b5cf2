import type { ReactNode } from 'react';

interface RowProps {
  /** Visible only: each control has its own name. */
  label: string;
  /** The chosen value. */
  children: ReactNode;
  /** A test of the choice, such as a meter. */
  side?: ReactNode;
}

/** One line of the audio settings: its name, the choice, and a test of it. */
export function Row({ label, children, side }: RowProps) {
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 border-line border-b py-2 last:border-b-0">
      <span aria-hidden className="w-[172px] flex-none font-med max-[759px]:w-full">
        {label}
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-3">
        <div className="flex w-[245px] max-w-full flex-none items-center gap-2">{children}</div>
        {side}
      </div>
    </div>
  );
}
