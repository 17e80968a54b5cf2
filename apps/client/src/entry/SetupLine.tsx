import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '#ui/Icon.tsx';

interface SetupLineProps {
  icon: LucideIcon;
  title: string;
  text: string;
  /** At its end: its state, or its action. */
  children?: ReactNode;
}

/** One item of the setup. */
export function SetupLine({ icon, title, text, children }: SetupLineProps) {
  return (
    <li className="flex items-center gap-4 border-line border-b py-3 last:border-b-0">
      <span className="grid size-9 flex-none place-items-center rounded-m bg-well text-ink-2">
        <Icon of={icon} size={18} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-med">{title}</span>
        <span className="block text-12 text-ink-2">{text}</span>
      </span>
      {children}
    </li>
  );
}
