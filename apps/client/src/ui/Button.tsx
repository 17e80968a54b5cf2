import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

type ButtonTone = 'default' | 'primary' | 'ghost' | 'quiet' | 'call' | 'hang' | 'held' | 'danger';
type ButtonSize = 's' | 'm' | 'l' | 'xl';

interface ButtonProps extends ComponentProps<'button'> {
  tone?: ButtonTone;
  size?: ButtonSize;
}

const base =
  'inline-flex flex-none items-center justify-center gap-2 whitespace-nowrap border font-med transition-colors duration-(--d-fast) disabled:opacity-45';

const tones: Record<ButtonTone, string> = {
  default: 'border-line-strong bg-raised text-ink hover:bg-hover',
  primary: 'border-transparent bg-accent-fill text-accent-on hover:bg-accent-fill-2',
  ghost: 'border-transparent text-ink-2 hover:bg-hover hover:text-ink',
  quiet: 'border-transparent bg-well text-ink hover:bg-hover',
  call: 'border-transparent bg-live-fill text-live-on hover:brightness-95',
  hang: 'border-transparent bg-missed-fill text-missed-on hover:brightness-95',
  held: 'border-transparent bg-held-fill text-held-on hover:brightness-95',
  danger: 'border-line-strong bg-raised text-missed hover:bg-hover',
};

const sizes: Record<ButtonSize, string> = {
  s: 'h-7 rounded-s px-2.5',
  m: 'h-8 rounded-s px-3',
  l: 'h-9 rounded-s px-4',
  xl: 'h-11 rounded-m px-5 font-semi',
};

interface LinkButtonProps extends ComponentProps<'a'> {
  tone?: ButtonTone;
  size?: ButtonSize;
  href: string;
}

/** A link that looks like a button. */
export function LinkButton({ tone = 'default', size = 'm', className, ...rest }: LinkButtonProps) {
  return <a className={cn(base, tones[tone], sizes[size], className)} {...rest} />;
}

/** A button with words. One primary button per view. */
export function Button({ tone = 'default', size = 'm', className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={cn(base, tones[tone], sizes[size], className)} {...rest} />;
}
