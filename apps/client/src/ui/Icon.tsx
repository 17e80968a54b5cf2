import type { LucideIcon } from 'lucide-react';
import { cn } from './cn.ts';

interface IconProps {
  of: LucideIcon;
  /** 16 px everywhere, 18 on call keys and the rail, 14 in small buttons, 12 in checks. */
  size?: 12 | 14 | 16 | 18 | 20;
  className?: string;
}

const strokes = { 12: 2, 14: 1.75, 16: 1.75, 18: 1.75, 20: 1.6 };

/** An ornament beside a text: hidden from screen readers, coloured by the text around it. */
export function Icon({ of: Drawing, size = 16, className }: IconProps) {
  return <Drawing aria-hidden size={size} strokeWidth={strokes[size]} className={cn('block flex-none', className)} />;
}
