import { Inside } from './Inside.tsx';
import { Shell } from './Shell.tsx';

// Whoever comes in needs all of these, so they come in one piece.
export { ChannelPage } from './ChannelPage.tsx';
export { SignedInPage } from './SignedInPage.tsx';
export { StartPage } from './StartPage.tsx';

/** The window of a signed-in person. */
export function Window() {
  return (
    <Inside>
      <Shell />
    </Inside>
  );
}
