import { Suspense } from 'react';
import { usePopupsToDraw } from './popups/parts.ts';
import type { DialogProps } from './popups/props.ts';
import { useOnceTrue } from './use-once-true.ts';

/** A dialog that traps the focus but leaves the dock reachable by the pointer: a running call is never covered. */
export function Dialog(props: DialogProps) {
  // Before it is open for the first time there is nothing to draw, and nothing to load.
  return useOnceTrue(props.open) ? (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  ) : null;
}

function Loaded(props: DialogProps) {
  const { RealDialog } = usePopupsToDraw();
  return <RealDialog {...props} />;
}
