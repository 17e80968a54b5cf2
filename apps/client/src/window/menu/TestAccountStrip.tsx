import type { FlagName, Flags } from '@sidetone/contract/entities/flags.ts';
import { FlaskConical, X } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { useFlags } from '#live/queries/flags.ts';
import { setLocalFlag, useLocalFlag } from '#platform/local-flags.ts';
import { Button } from '#ui/Button.tsx';
import { RemovableChip } from '#ui/Chip.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';

/** The number of badges before the button for the rest. */
const shownAtFirst = 6;

/** Over the page on test accounts: that this is one, and its flags. Each can be hidden in this browser. */
export function TestAccountStrip() {
  const { t } = useWords();
  const flags = useFlags();
  const putAway = useLocalFlag('flagsPutAway');
  const [isWhole, setIsWhole] = useState(false);
  const [isClosed, setIsClosed] = useState(false);
  if (!flags.isTestAccount || isClosed) return null;
  const on = activeFlags(flags);
  const left = on.filter((name) => !putAway.includes(name));
  const shown = isWhole ? left : left.slice(0, shownAtFirst);
  // A flag that is off is forgotten: when it is switched on again it is shown.
  const dismiss = (name: FlagName) =>
    setLocalFlag('flagsPutAway', [...putAway.filter((other) => on.includes(other as FlagName)), name]);
  return (
    <section
      aria-label={t(($) => $.shell.test.account)}
      className="flex flex-none items-start gap-2 border-line border-b bg-well py-1.5 pr-2 pl-6 max-[559px]:pl-4"
    >
      <div className="flex min-h-7 min-w-0 flex-1 flex-wrap items-center gap-2">
        <span className="flex items-center gap-1.5 font-med text-12 text-ring">
          <Icon of={FlaskConical} size={14} />
          {t(($) => $.shell.test.account)}
        </span>
        {shown.map((name) => (
          <RemovableChip
            key={name}
            label={t(($) => $.shell.test.dismiss, { flag: name })}
            onRemove={() => dismiss(name)}
          >
            {name}
          </RemovableChip>
        ))}
        {left.length > shownAtFirst ? (
          <Button tone="ghost" size="s" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? t(($) => $.shell.test.less) : t(($) => $.shell.test.more, { count: left.length - shownAtFirst })}
          </Button>
        ) : null}
      </div>
      <IconButton icon={X} label={t(($) => $.shell.test.dismissAll)} onClick={() => setIsClosed(true)} />
    </section>
  );
}

/** All flags that are on, except that this is a test account. */
function activeFlags(flags: Flags): FlagName[] {
  return (Object.keys(flags) as FlagName[]).filter((name) => flags[name] && name !== 'isTestAccount');
}
