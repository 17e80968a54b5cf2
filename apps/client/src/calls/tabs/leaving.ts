import type { Call } from '../core/call.ts';
import { isOver } from '../core/call-machine.ts';

interface Shown {
  readonly calls: readonly Call[];
  /** Another tab has the phone. */
  readonly elsewhere: boolean;
}

/** Has the browser ask before a page is left that carries a call: the other side would hear nothing from then on. */
export function askBeforeLeaving(shown: () => Shown, page: EventTarget = window): () => void {
  const ask = (event: Event) => {
    const { calls, elsewhere } = shown();
    if (!elsewhere && calls.some(({ state }) => !isOver(state))) event.preventDefault();
  };
  page.addEventListener('beforeunload', ask);
  return () => page.removeEventListener('beforeunload', ask);
}
