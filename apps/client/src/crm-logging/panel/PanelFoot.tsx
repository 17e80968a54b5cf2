import { closeAfterSeconds } from '@sidetone/contract/rules/crm/log-limits.ts';
import { Pause } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Keys } from '#ui/Kbd.tsx';
import { leftOf } from '../countdown.ts';
import type { Panel, PanelEvent } from '../panel.ts';

/** How often the seconds are counted. */
const tickMs = 200;

interface PanelFootProps {
  panel: Panel;
  tell: (event: PanelEvent) => void;
  crm: string;
  /** Takes the call out of its CRM; null where it is not in one. */
  onTakeAway: (() => void) | null;
}

/** How the panel closes: by itself after a countdown, or by the button that logs the call. */
export function PanelFoot({ panel, tell, crm, onTakeAway }: PanelFootProps) {
  const { t } = useWords();
  const now = useClock(panel.countdown.is === 'runs', (at) => tell({ is: 'ticked', now: at }));
  const left = leftOf(panel.countdown, now);
  const { isOver, isUpdate, leaving } = panel;
  return (
    <footer className="flex-none border-line border-t">
      {left === null ? null : (
        <div aria-hidden className="h-0.5 bg-line">
          <div className="h-0.5 bg-accent-fill" style={{ width: `${left.passed * 100}%` }} />
        </div>
      )}
      <div className="flex min-h-14 flex-wrap items-center gap-2 px-6 py-2.5 max-[559px]:px-4">
        <span className="min-w-48 flex-1 text-ink-2">
          {left === null ? (
            <span role={panel.hasFailed ? 'alert' : undefined}>{line()}</span>
          ) : (
            <Counting seconds={left.seconds} />
          )}
        </span>
        {onTakeAway === null ? null : (
          <Button tone="danger" disabled={leaving !== null} onClick={onTakeAway}>
            {t(($) => $.crmLogging.takeAway)}
          </Button>
        )}
        {left === null ? null : (
          <Button onClick={() => tell({ is: 'touched' })}>
            <Icon of={Pause} />
            {t(($) => $.crmLogging.pause)}
          </Button>
        )}
        <Button tone="primary" disabled={!isOver || leaving !== null} onClick={() => tell({ is: 'logged' })}>
          {isUpdate ? t(($) => $.crmLogging.done) : t(($) => $.crmLogging.log)}
          {/* It stays while the countdown is paused by the press on this button: a button that shrinks under it is missed. */}
          {isOver && !isUpdate && panel.config.logOnClose && !panel.hasFailed ? (
            <span aria-hidden>
              <Keys hotkey="Escape" inherit />
            </span>
          ) : null}
        </Button>
      </div>
    </footer>
  );

  function line() {
    if (leaving !== null) return t(($) => $.crmLogging.foot.waits);
    if (panel.hasFailed) return t(($) => $.crmLogging.foot.failed);
    if (isUpdate) return t(($) => $.crmLogging.foot.update, { crm });
    if (!isOver) return t(($) => $.crmLogging.foot[panel.config.autoClose ? 'closesLater' : 'running']);
    return t(($) => $.crmLogging.foot[panel.countdown.is === 'paused' ? 'paused' : 'draft']);
  }
}

/** The time, while it counts. */
function useClock(runs: boolean, onTick: (now: number) => void): number {
  const [now, setNow] = useState(Date.now);
  const tick = useEffectEvent(() => {
    const at = Date.now();
    setNow(at);
    onTick(at);
  });
  useEffect(() => {
    if (!runs) return;
    tick();
    const timer = setInterval(tick, tickMs);
    return () => clearInterval(timer);
  }, [runs]);
  return now;
}

/** The seconds that are left. Screen readers hear of them once, and of what stops them. */
function Counting({ seconds }: { seconds: number }) {
  const { t } = useWords();
  return (
    <>
      <span aria-hidden className="tabular-nums">
        {t(($) => $.crmLogging.foot.closesIn, { seconds })}
      </span>
      <span role="status" className="sr-only">
        {t(($) => $.crmLogging.foot.closesIn, { seconds: closeAfterSeconds })}
      </span>
    </>
  );
}
