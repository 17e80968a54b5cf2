import { LoaderCircle } from 'lucide-react';
import { Icon } from './Icon.tsx';

interface SpinnerProps {
  size?: 14 | 16;
}

/** Turns while something runs that has no progress to show. */
export function Spinner({ size = 16 }: SpinnerProps) {
  return <Icon of={LoaderCircle} size={size} className="animate-spin motion-reduce:animate-none" />;
}
