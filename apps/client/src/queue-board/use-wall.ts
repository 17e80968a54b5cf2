import { useEffect, useState } from 'react';
import { isSilenced } from '#platform/shortcuts.ts';

/** What a key is typed into, so that it is no command. */
const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/**
 * Whether the board fills the window, by its button or the key F. The browser is asked for the whole screen as well; where
 * it refuses, the window is filled all the same. Escape ends both.
 */
export function useWall(): { isWall: boolean; setWall: (isWall: boolean) => void } {
  const [isWall, setIsWall] = useState(false);
  const setWall = (next: boolean) => {
    setIsWall(next);
    // The whole page: a call that comes is shown over the board.
    if (next) document.documentElement.requestFullscreen?.().catch(() => undefined);
    else if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
  };
  useEffect(
    () => () => {
      if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
    },
    [],
  );
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isSilenced(event)) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (event.key.toLowerCase() === 'f' && !event.shiftKey && !isTypedInto(event.target)) {
        event.preventDefault();
        setWall(!isWall);
      } else if (event.key === 'Escape' && isWall) setWall(false);
    };
    // The browser takes Escape for itself where it gave the whole screen.
    const onScreen = () => {
      if (document.fullscreenElement === null) setIsWall(false);
    };
    addEventListener('keydown', onKey);
    document.addEventListener('fullscreenchange', onScreen);
    return () => {
      removeEventListener('keydown', onKey);
      document.removeEventListener('fullscreenchange', onScreen);
    };
  });
  return { isWall, setWall };
}
