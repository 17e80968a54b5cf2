import { Suspense } from 'react';
import { usePopupsToDraw } from './popups/parts.ts';
import type { LargeDialogProps } from './popups/props.ts';
import { useOnceTrue } from './use-once-true.ts';

/** A dialog with pages of its own, over whatever page there is. */
export function LargeDialog(props: LargeDialogProps) {
  // Before it is open for the first time there is nothing to draw, and nothing to load.
  return useOnceTrue(props.open) ? (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  ) : null;
}

function Loaded(props: LargeDialogProps) {
  const { RealLargeDialog } = usePopupsToDraw();
  return <RealLargeDialog {...props} />;
}
