import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';

interface EmptyProps {
  icon?: LucideIcon;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
}

/** What stands where nothing is: why, and what to do next. */
export function Empty({ icon, title, text, action }: EmptyProps) {
  return (
    <div className="flex flex-col items-center gap-1 p-8 text-center">
      {icon ? <Icon of={icon} size={20} className="text-ink-3" /> : null}
      <h2 className="mt-3 font-semi text-14">{title}</h2>
      {text === undefined ? null : <p className="max-w-[300px] text-ink-2">{text}</p>}
      {action === undefined ? null : <div className="mt-3">{action}</div>}
    </div>
  );
}
