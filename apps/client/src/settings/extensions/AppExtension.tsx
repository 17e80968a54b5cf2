import { AppWindow } from 'lucide-react';
import { useState } from 'react';
import { order, useCallsView } from '#calls/calls.ts';
import { useWords } from '#i18n/use-words.ts';
import { useOnline } from '#platform/online.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { StateBadge, type StateTone } from '#ui/StateBadge.tsx';
import { toast } from '#ui/toasts.ts';
import { type ExtensionState, extensionState } from './extension-state.ts';

const tones: Record<ExtensionState, StateTone> = {
  connected: 'live',
  elsewhere: 'live',
  connecting: 'ring',
  lost: 'missed',
  missing: 'missed',
};

/** The app as a telephone: its state, and a button to connect it again. */
export function AppExtension() {
  const { t } = useWords();
  const view = useCallsView();
  const online = useOnline();
  const [isAsking, setAsking] = useState(false);
  const state = extensionState(view);
  const isThere = state === 'connected' || state === 'elsewhere';
  async function reconnect() {
    if (isAsking) return;
    if (state !== 'missing') return void order('reconnect');
    setAsking(true);
    // A failure is reported by the phone itself.
    const problem = await order('setUp');
    setAsking(false);
    if (problem === null) toast({ tone: 'ok', title: t(($) => $.extensions.app.reconnected) });
  }
  return (
    <section
      aria-label={t(($) => $.extensions.app.title)}
      className="flex flex-wrap items-center gap-3 rounded-m border border-line bg-raised p-4"
    >
      <span aria-hidden className="grid size-9 flex-none place-items-center rounded-m bg-well text-ink-2">
        <Icon of={AppWindow} size={18} />
      </span>
      <span className="min-w-[220px] flex-1">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="font-med">{t(($) => $.extensions.app.title)}</span>
          <span role="status">
            <StateBadge tone={tones[state]}>{t(($) => $.extensions.app.states[state])}</StateBadge>
          </span>
        </span>
        <span className="block text-12 text-ink-3">
          {t(($) => $.extensions.app.help)} {t(($) => $.extensions.app.about[state])}
        </span>
      </span>
      {isThere ? null : (
        <Button aria-disabled={isAsking} disabled={!online} onClick={() => void reconnect()}>
          {isAsking ? <Spinner /> : null}
          {isAsking ? t(($) => $.extensions.app.connecting) : t(($) => $.extensions.app.reconnect)}
        </Button>
      )}
    </section>
  );
}
