import { LoaderCircle } from 'lucide-react';
import { Icon } from './Icon.tsx';

/** Turns while something runs that has no progress to show. */
export function Spinner() {
  return <Icon of={LoaderCircle} className="animate-spin motion-reduce:animate-none" />;
}
