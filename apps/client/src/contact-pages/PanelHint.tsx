import { slideOverHintMaxCount } from '@sidetone/contract/rules/limits.ts';
import { useEffect, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { localFlags, setLocalFlag } from '#platform/local-flags.ts';
import { useCompact } from '#platform/window-size.ts';

/** How to get back from a panel to the page under it; shown the first few times that one opens in this browser. */
export function PanelHint() {
  const { t } = useWords();
  const [shown] = useState(() => localFlags.getState().panelHintsShown < slideOverHintMaxCount);
  const compact = useCompact();
  useEffect(() => {
    if (shown) setLocalFlag('panelHintsShown', localFlags.getState().panelHintsShown + 1);
  }, [shown]);
  if (!shown) return null;
  return (
    <p role="note" className="flex-none border-line border-t bg-canvas px-6 py-2 text-12 text-ink-3">
      {t(($) => (compact ? $.shell.panelHintAlone : $.shell.panelHint))}
    </p>
  );
}
