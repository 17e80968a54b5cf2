import { privateChannelId } from '@sidetone/contract/rules/limits.ts';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { track } from '#live/line/analytics.ts';
import { LinkButton } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Kbd } from '#ui/Kbd.tsx';
import { Stepper } from './Stepper.tsx';
import { type SetupStep, waysFrom } from './setup-steps.ts';

interface SetupFooterProps {
  step: SetupStep;
  /** The setup ends, at the sound or in the app: pending changes are kept first. */
  onEnd: () => Promise<void>;
  busy: boolean;
  /** The name of the page, read with the button that leads on. */
  headingId: string;
  /** The button that leads on has the focus from the start. */
  takesFocus: boolean;
  /** At its left, where there is no way back. */
  children?: ReactNode;
}

const app = `/main/channels/${privateChannelId}`;

/** The foot of the setup: back, the progress, skip, and on. */
export function SetupFooter({ step, onEnd, busy, headingId, takesFocus, children }: SetupFooterProps) {
  const { t } = useWords();
  const { back, next, skip, counted } = waysFrom(step);
  const goOn = useRef<HTMLAnchorElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step is a page of its own
  useEffect(() => {
    if (takesFocus) goOn.current?.focus();
  }, [step, takesFocus]);
  const end = (event: MouseEvent) => {
    // Beside the app in a tab of its own there is nothing to wait for.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    if (!busy) void onEnd();
  };
  const skipped = () => {
    void track({ name: 'ONBOARDING_SKIP_STEP' });
    void track({ name: 'App Setup Step Skipped' });
  };
  return (
    <footer className="grid min-h-16 flex-none grid-cols-[1fr_auto_1fr] items-center gap-3 border-line border-t bg-raised px-8 py-3 max-[759px]:flex max-[759px]:flex-wrap max-[759px]:px-4">
      <div className="flex items-center">
        {back === null ? (
          children
        ) : (
          <Link
            to="/setup/$"
            params={{ _splat: back }}
            onClick={() => void track({ name: 'ONBOARDING_GO_BACK' })}
            className="inline-flex h-9 items-center gap-2 rounded-s px-3 font-med text-ink-2 hover:bg-hover hover:text-ink"
          >
            <Icon of={ArrowLeft} />
            {t(($) => $.start.setup.goBack)}
          </Link>
        )}
      </div>
      {counted ? <Stepper current={step} /> : <span />}
      <div className="flex flex-wrap items-center justify-end gap-2 max-[759px]:flex-1">
        {skip === null ? null : (
          <Link
            to="/setup/$"
            params={{ _splat: skip }}
            onClick={skipped}
            className="inline-flex h-9 items-center rounded-s px-3 font-med text-ink-2 hover:bg-hover hover:text-ink"
          >
            {t(($) => $.start.setup.skip)}
          </Link>
        )}
        {next === 'sound' || next === 'app' ? (
          <LinkButton
            tone="primary"
            size="l"
            href={app}
            aria-disabled={busy}
            onClick={end}
            ref={goOn}
            aria-describedby={headingId}
          >
            {t(($) => (next === 'app' ? $.start.setup.startApp : $.start.setup.next))}
            <Kbd inherit>↵</Kbd>
          </LinkButton>
        ) : (
          <Link
            to="/setup/$"
            params={{ _splat: next }}
            ref={goOn}
            aria-describedby={headingId}
            className="inline-flex h-9 items-center gap-2 rounded-s bg-accent-fill px-4 font-med text-accent-on hover:bg-accent-fill-2"
          >
            {t(($) => $.start.setup.next)}
            <Kbd inherit>↵</Kbd>
          </Link>
        )}
      </div>
    </footer>
  );
}
