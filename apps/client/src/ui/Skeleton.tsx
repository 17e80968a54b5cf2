import { type CSSProperties, type ReactNode, useEffect, useState } from 'react';
import { cn } from './cn.ts';

/** How long something may take before a skeleton is shown, in milliseconds. */
const skeletonAfterMs = 500;

interface SkeletonProps {
  className?: string;
  style?: CSSProperties;
}

/** A still grey shape where text will be; it never shimmers. */
export function Skeleton({ className, style }: SkeletonProps) {
  return <span aria-hidden className={cn('block rounded-xs bg-hover', className)} style={style} />;
}

/** Shows its children only after half a second, so that fast answers never flash a skeleton. */
export function AfterAMoment({ children }: { children: ReactNode }) {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), skeletonAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return due ? children : null;
}
