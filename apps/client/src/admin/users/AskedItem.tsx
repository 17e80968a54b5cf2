import type { LucideIcon } from 'lucide-react';
import { MenuItem } from '#ui/Menu.tsx';
import type { ItemProps } from './item-props.ts';

interface AskedItemProps extends Pick<ItemProps, 'ask' | 'act'> {
  icon: LucideIcon;
  label: string;
  words: { title: string; text: string; action: string; done: string };
  work: () => Promise<unknown>;
}

/** An action of the menu of a user that is done after a question. */
export function AskedItem({ icon, label, words: { done, ...question }, work, ask, act }: AskedItemProps) {
  return (
    <MenuItem icon={icon} onSelect={() => ask({ ...question, run: () => act(work, { title: done }) })}>
      {label}
    </MenuItem>
  );
}
