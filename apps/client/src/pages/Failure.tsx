import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { track } from '#live/line/analytics.ts';
import { componentStackOf } from '#platform/component-stacks.ts';
import { isDebugMode } from '#platform/debug-mode.ts';
import { bridge } from '#platform/desktop-bridge.ts';
import { exportLog } from '#platform/log-book.ts';
import { Button } from '#ui/Button.tsx';
import { Logo } from '#ui/Logo.tsx';
import { PartNotLoaded } from '#ui/patient-load.ts';
import { toast } from '#ui/toasts.ts';

/**
 * Shown where the window, or a page of it, failed to draw; in debug mode with the error itself. A page that could not
 * be loaded can be asked for again, so that users need not reload the app in a call.
 */
export function Failure({ error, reset }: ErrorComponentProps) {
  const { t } = useWords();
  const [leaving, setLeaving] = useState(false);
  const isMissing = error instanceof PartNotLoaded;
  const reload = async () => {
    setLeaving(true);
    await track({ name: 'RELOAD_FROM_ERROR' });
    bridge().forceReload();
  };
  const keepLog = () =>
    exportLog().catch((cause: unknown) => {
      console.error('[app] log not exported', cause);
      toast({ tone: 'error', title: t(($) => $.shell.failed.notExported) });
    });
  return (
    <div role="alert" className="grid h-full min-h-0 flex-1 place-items-center overflow-auto bg-canvas">
      <div className="flex max-w-[min(640px,100%)] flex-col items-center gap-1 p-6 text-center">
        <Logo className="size-9" />
        <h1 className="mt-5 font-semi text-16">
          {t(($) => (isMissing ? $.shell.failed.notLoaded : $.shell.failed.title))}
        </h1>
        <p className="max-w-[300px] text-ink-2">
          {t(($) => (isMissing ? $.shell.failed.notLoadedText : $.shell.failed.text))}
        </p>
        <div className="mt-4 flex flex-wrap justify-center gap-2">
          {isMissing ? (
            <Button tone="primary" onClick={reset}>
              {t(($) => $.shell.failed.again)}
            </Button>
          ) : null}
          <Button tone={isMissing ? 'default' : 'primary'} disabled={leaving} onClick={() => void reload()}>
            {t(($) => $.shell.failed.reload)}
          </Button>
          <Button onClick={() => void keepLog()}>{t(($) => $.shell.failed.exportLog)}</Button>
        </div>
        {isDebugMode() ? <Details error={error} /> : null}
      </div>
    </div>
  );
}

function Details({ error }: { error: unknown }) {
  const { t } = useWords();
  const [stack, setStack] = useState('');
  // The place where it was caught is known once this is drawn.
  useEffect(() => setStack(componentStackOf(error)), [error]);
  return (
    <dl className="mt-6 w-full max-w-full text-left text-12">
      <dt className="font-med">{t(($) => $.shell.failed.message)}</dt>
      <dd className="mb-3">{error instanceof Error ? error.message : String(error)}</dd>
      <dt className="font-med">{t(($) => $.shell.failed.stack)}</dt>
      <dd>
        <pre className="max-h-60 overflow-auto rounded-m bg-well p-3 text-11">{stack}</pre>
      </dd>
    </dl>
  );
}

/** The same in a panel beside a page that still works: a message says so as well. */
export function PanelFailure(props: ErrorComponentProps) {
  useFailureToast();
  return <Failure {...props} />;
}

interface GuardProps {
  /** The key of the content; with another one, drawing is tried again. */
  of: string | null;
  children: ReactNode;
}

/** A panel whose failure leaves the page under it unchanged. */
export function PanelGuard({ of, children }: GuardProps) {
  return (
    <CatchBoundary getResetKey={() => of ?? ''} errorComponent={PanelFailure}>
      {children}
    </CatchBoundary>
  );
}

/** A dialog whose failure leaves the page under it unchanged, and closes it. */
export function DialogGuard({ of, onFailed, children }: GuardProps & { onFailed: () => void }) {
  return (
    <CatchBoundary getResetKey={() => of ?? ''} errorComponent={DialogFailure} onCatch={onFailed}>
      {children}
    </CatchBoundary>
  );
}

/** A small part of a page that is loaded separately; where it fails, the page works without it. */
export function PartGuard({ of, instead = null, children }: GuardProps & { instead?: ReactNode }) {
  return (
    <CatchBoundary getResetKey={() => of ?? ''} errorComponent={DialogFailure}>
      <Suspense fallback={instead}>{children}</Suspense>
    </CatchBoundary>
  );
}

function DialogFailure() {
  useFailureToast();
  return null;
}

function useFailureToast(): void {
  const { t } = useWords();
  const title = t(($) => $.shell.failed.panel);
  const text = t(($) => $.shell.failed.panelText);
  useEffect(() => {
    toast({ id: 'draw-failed', tone: 'error', title, text });
  }, [title, text]);
}
