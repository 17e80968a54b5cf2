import { Plus } from 'lucide-react';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';

interface AddButtonProps {
  label: string;
  /** The plan allows no more. */
  isFull: boolean;
  onAdd: () => void;
  onFull: () => void;
}

/** Adds one more to a list. At the limit it is disabled, stays in reach, and says why. SSET-045, SERR-046 */
export function AddButton({ label, isFull, onAdd, onFull }: AddButtonProps) {
  return (
    <Button
      tone="ghost"
      aria-disabled={isFull || undefined}
      onClick={isFull ? onFull : onAdd}
      className="self-start aria-disabled:opacity-45"
    >
      <Icon of={Plus} />
      {label}
    </Button>
  );
}
