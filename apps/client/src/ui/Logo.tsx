import { cn } from './cn.ts';

/** The mark: your voice above, the other side below. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      strokeWidth="3.4"
      strokeLinecap="round"
      aria-hidden="true"
      className={cn('size-[22px] flex-none', className)}
    >
      <path className="stroke-accent" d="M19 7.2C17.8 4.6 15.2 3 12 3 7.9 3 5 5.3 5 8.1c0 2 1.4 3.2 3.4 3.9" />
      <path className="stroke-ink" d="M5 16.8C6.2 19.4 8.8 21 12 21c4.1 0 7-2.3 7-5.1 0-2-1.4-3.2-3.4-3.9" />
    </svg>
  );
}
