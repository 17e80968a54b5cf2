import { Inside } from '#window/Inside.tsx';
import { Shell } from '#window/Shell.tsx';

// Whoever comes in needs all of these, so they come in one piece.
export { ChannelPage } from '#channel-pages/ChannelPage.tsx';
export { SignedInPage } from '#entry/SignedInPage.tsx';
export { StartPage } from '#entry/StartPage.tsx';

/** The window of a signed-in person. */
export function Window() {
  return (
    <Inside>
      <Shell />
    </Inside>
  );
}
