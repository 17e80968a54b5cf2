import { EntryFrame } from './EntryFrame.tsx';
import { InsecurePage } from './InsecurePage.tsx';
import { useServerInfo } from './server-info.ts';

/** In place of a page on which a password is chosen. It leads to the same page over HTTPS where that can be opened. */
export function InsecureDoor() {
  const entry = useServerInfo()?.secureEntry ?? null;
  const here = entry?.startsWith('https:') ? new URL(location.pathname, entry).href : entry;
  return (
    <EntryFrame>
      <InsecurePage entry={here} />
    </EntryFrame>
  );
}
