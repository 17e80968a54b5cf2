import type { ReactNode } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { searchHotkey, settingsHotkey } from '#platform/shortcuts.ts';
import { Hint, Hints } from '#ui/Hints.tsx';
import { printedKeys } from '#ui/printed-keys.ts';

/** The keys of the list, printed at its foot. */
export function HintBar() {
  const { t } = useWords();
  return (
    <Hints>
      <Hint keys={['↑', '↓']} text={t(($) => $.inbox.hint.move)} />
      <Hint keys={['E']} text={t(($) => $.inbox.hint.resolve)} />
      <Hint keys={['C']} text={t(($) => $.inbox.hint.callBack)} />
      <Hint keys={['N']} text={t(($) => $.inbox.hint.note)} />
    </Hints>
  );
}

/** At the foot of an inbox that has no calls yet: the two keys to begin with, and anything else that belongs there. */
export function FirstHintBar({ children }: { children?: ReactNode }) {
  const { t } = useWords();
  return (
    <Hints>
      <Hint keys={printedKeys(searchHotkey)} text={t(($) => $.app.searchOrDial)} />
      <Hint keys={printedKeys(settingsHotkey)} text={t(($) => $.settings.title)} />
      <span className="flex-1" />
      {children}
    </Hints>
  );
}
