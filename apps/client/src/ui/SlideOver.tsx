import { Suspense } from 'react';
import { usePopupsToDraw } from './popups/parts.ts';
import type { SlideOverProps } from './popups/props.ts';
import { useOnceTrue } from './use-once-true.ts';

/** Work about one thing of a list, over the list's right side; the phone at the left can still be reached. */
export function SlideOver(props: SlideOverProps) {
  // Before it is open for the first time there is nothing to draw, and nothing to load.
  return useOnceTrue(props.open) ? (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  ) : null;
}

function Loaded(props: SlideOverProps) {
  const { RealSlideOver } = usePopupsToDraw();
  return <RealSlideOver {...props} />;
}
