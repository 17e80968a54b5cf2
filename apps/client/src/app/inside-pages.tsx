import { Inside } from '#window/Inside.tsx';
import { Shell } from '#window/Shell.tsx';

// Users who sign in need all of these, so they are loaded together.
export { ChannelPage } from '#channel-pages/ChannelPage.tsx';
export { SignedInPage } from '#entry/SignedInPage.tsx';
export { StartPage } from '#entry/StartPage.tsx';

/** The window of a signed-in user. */
export function Window() {
  return (
    <Inside>
      <Shell />
    </Inside>
  );
}
