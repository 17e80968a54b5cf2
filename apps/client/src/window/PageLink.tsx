import { Link, useRouterState } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { Tooltip } from '#ui/Tooltip.tsx';

interface PageLinkProps {
  to: '/main/contacts' | '/main/ai-assistant' | '/main/ai-chat' | '/main/statistics';
  name: string;
  icon: LucideIcon;
}

const useIsHere = (to: string): boolean =>
  useRouterState({ select: ({ location }) => `${location.pathname}/`.startsWith(`${to}/`) });

/** A page in the left column that is not a channel. */
export function PageLink({ to, name, icon, end }: PageLinkProps & { end?: ReactNode }) {
  const isHere = useIsHere(to);
  return (
    <Link
      to={to}
      aria-current={isHere ? 'page' : undefined}
      className={cn(
        'flex h-8 w-full items-center gap-2 rounded-s px-2 font-med focus-inset',
        isHere ? 'bg-press text-ink' : 'text-ink-2 hover:bg-hover',
      )}
    >
      <Icon of={icon} className={isHere ? 'text-accent' : 'text-ink-3'} />
      <span className="truncate">{name}</span>
      {end}
    </Link>
  );
}

/** The same in the rail: a symbol. */
export function PageRailLink({ to, name, icon, end }: PageLinkProps & { end?: ReactNode }) {
  const isHere = useIsHere(to);
  return (
    <Tooltip text={name} side="right">
      <Link
        to={to}
        aria-current={isHere ? 'page' : undefined}
        className={cn(
          'relative grid h-9 w-10 flex-none place-items-center rounded-s',
          isHere ? 'bg-press text-accent' : 'text-ink-3 hover:bg-hover',
        )}
      >
        <Icon of={icon} size={18} />
        <span className="sr-only">{name}</span>
        {end}
      </Link>
    </Tooltip>
  );
}
