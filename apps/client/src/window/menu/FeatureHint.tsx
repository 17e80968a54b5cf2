import { useRouterState } from '@tanstack/react-router';
import { Gift, X } from 'lucide-react';
import { useCallsView } from '#calls/calls.ts';
import { useWords } from '#i18n/use-words.ts';
import { setLocalFlag, useLocalFlag } from '#platform/local-flags.ts';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { presentHint } from './present-hint.ts';

interface FeatureHintProps {
  /** The menu that it points at was opened. */
  found: boolean;
  compact: boolean;
}

/** A hint about a new feature, beside its place: until it is closed, or the menu was opened. */
export function FeatureHint({ found, compact }: FeatureHintProps) {
  const { t } = useWords();
  const closed = useLocalFlag('featureHintClosed') === presentHint;
  // Nothing is new to new users.
  const isNewcomer = useLocalFlag('introSeenAt') === null;
  const { calls } = useCallsView();
  const inAdmin = useRouterState({ select: ({ location }) => location.pathname.startsWith('/admin') });
  // Beside the rail it is over the page, where a form of the administration may have a field.
  const isInTheWay = compact && inAdmin;
  // A call needs the room.
  if (closed || isNewcomer || found || isInTheWay || calls.length > 0) return null;
  return (
    <section
      aria-label={t(($) => $.shell.hint.label)}
      className={cn(
        'flex items-start gap-2.5 rounded-m border border-line bg-raised py-2.5 pr-1.5 pl-3',
        compact ? 'absolute bottom-0 left-full z-hint ml-3 w-64 shadow-e3' : 'mt-1',
      )}
    >
      <Icon of={Gift} className="mt-0.5 text-accent" />
      <div className="min-w-0 flex-1">
        <p className="font-med">{t(($) => $.shell.hint.title)}</p>
        <p className="text-12 text-ink-2">{t(($) => $.shell.hint.text)}</p>
      </div>
      <IconButton
        icon={X}
        label={t(($) => $.shell.hint.close)}
        onClick={() => setLocalFlag('featureHintClosed', presentHint)}
        className="-my-1"
      />
    </section>
  );
}
