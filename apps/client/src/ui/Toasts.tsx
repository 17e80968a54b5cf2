import { usePopups } from './popups/parts.ts';
import type { ToastsProps } from './popups/props.ts';

/** The corner in which toasts appear; those that come before its code is there wait for it. */
export function Toasts(props: ToastsProps) {
  const parts = usePopups();
  return parts ? <parts.RealToasts {...props} /> : null;
}
