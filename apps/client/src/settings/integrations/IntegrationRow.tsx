import type { ConnectedIntegration, IntegrationProblem } from '@sidetone/contract/entities/integration.ts';
import { clockTickMs } from '@sidetone/contract/rules/screen-timing.ts';
import { CircleAlert, Info } from 'lucide-react';
import { isInPart, problemText } from '#contacts/integration-problem.ts';
import { formatTime } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { useNow } from '#platform/use-now.ts';
import { Button } from '#ui/Button.tsx';
import { Chip } from '#ui/Chip.tsx';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { Tooltip } from '#ui/Tooltip.tsx';
import { aboutWords } from './about-words.ts';
import { IntegrationTile } from './IntegrationTile.tsx';
import type { ListedIntegration, RowState } from './integration-list.ts';
import { agoOf } from './sync-time.ts';

interface IntegrationRowProps {
  listed: ListedIntegration;
  state: RowState;
  mayWrite: boolean;
  /** Opens the form, to connect or to sign in again. */
  onConnect: () => void;
  onDisconnect: () => void;
  /** Gives up a connection that is still being made, or a sign-in. */
  onCancel: () => void;
  /** Opens the sign-in page again while the row waits for it. */
  onOpenAgain: () => void;
}

/** One integration: its state, and its actions. */
export function IntegrationRow({ listed, state, mayWrite, ...acts }: IntegrationRowProps) {
  const { t } = useWords();
  const { integration } = listed;
  const name = integration.displayName;
  return (
    <li
      aria-label={name}
      className={cn(
        'flex min-h-15 items-center gap-3 border-line border-b py-2 max-[559px]:flex-wrap',
        integration.isTestAccountOnly && '-mx-2 bg-ring-tint px-2',
      )}
    >
      <IntegrationTile integration={integration} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2">
          <span className="font-med">{name}</span>
          {integration.isTestAccountOnly ? <Chip line>{t(($) => $.integrations.testOnly)}</Chip> : null}
          <span aria-live="polite">
            <State state={state} isBuiltIn={integration.isBuiltIn} />
          </span>
        </div>
        <div className="text-12 text-ink-3">
          <About {...listed} state={state} />
          <WaitingLogs {...listed} />
        </div>
      </div>
      {integration.landingPageUrl === null ? null : (
        <Tooltip text={t(($) => $.integrations.info, { name })}>
          <a
            href={integration.landingPageUrl}
            target="_blank"
            rel="noreferrer"
            aria-label={t(($) => $.integrations.info, { name })}
            className="inline-grid size-7 flex-none place-items-center rounded-s text-ink-3 hover:bg-hover hover:text-ink"
          >
            <Icon of={Info} />
          </a>
        </Tooltip>
      )}
      {mayWrite && !integration.isBuiltIn ? <Act state={state} name={name} {...acts} /> : null}
    </li>
  );
}

function State({ state, isBuiltIn }: { state: RowState; isBuiltIn: boolean }) {
  const { t } = useWords();
  switch (state) {
    case 'notConnected':
      return <StateBadge tone="off">{t(($) => $.integrations.state.notConnected)}</StateBadge>;
    case 'connected':
      return (
        <StateBadge tone={isBuiltIn ? 'off' : 'live'}>
          {t(($) => (isBuiltIn ? $.integrations.state.builtIn : $.integrations.state.connected))}
        </StateBadge>
      );
    case 'authenticationRequired':
      return (
        <span className="inline-flex items-center gap-1.5 whitespace-nowrap font-med text-12 text-missed">
          <Icon of={CircleAlert} size={14} />
          {t(($) => $.integrations.state.authenticationRequired)}
        </span>
      );
    case 'signingIn':
    case 'connecting':
    case 'disconnecting':
      return (
        <span className="inline-flex items-center gap-1.5 whitespace-nowrap font-med text-12 text-ink-2">
          <Spinner />
          {t(($) => $.integrations.state[state])}
        </span>
      );
  }
}

function About({ integration, connection, state }: ListedIntegration & { state: RowState }) {
  const { t, language } = useWords();
  const now = useNow(clockTickMs);
  if (state === 'signingIn') return t(($) => $.integrations.signIn.waiting);
  if (connection === null) return aboutWords(t, integration);
  if (state === 'disconnecting') return t(($) => $.integrations.removing);
  if (connection.problem !== null && state !== 'authenticationRequired') {
    const last = connection.lastSyncedAt === null ? null : syncedWords(connection.lastSyncedAt);
    return (
      <>
        {last === null ? null : `${last}. `}
        <span className="text-missed">
          {problemWords(t, integration.displayName, connection.lastSyncedAt, connection.problem)}
        </span>
      </>
    );
  }
  if (state === 'connecting') return <Progress progress={connection.progress} />;
  const contacts = t(($) => $.integrations.contacts, { count: connection.contactCount });
  if (integration.isBuiltIn) return `${contacts} · ${aboutWords(t, integration)}`;
  if (state === 'authenticationRequired') return `${contacts}, ${t(($) => $.integrations.syncFailed)}`;
  return connection.lastSyncedAt === null ? contacts : syncedWords(connection.lastSyncedAt);

  /** The number of contacts, and the time of their last update. */
  function syncedWords(at: string): string {
    const ago = agoOf(at, now, language);
    const synced = ago === null ? t(($) => $.integrations.syncedNow) : t(($) => $.integrations.synced, { when: ago });
    return `${t(($) => $.integrations.contacts, { count: connection?.contactCount ?? 0 })}, ${synced}`;
  }
}

/** Calls that are not logged there yet, and until when the CRM wants to be left alone. */
function WaitingLogs({ integration, connection }: ListedIntegration) {
  const { t, language } = useWords();
  const now = useNow(clockTickMs);
  if (connection === null || connection.waitingLogs === 0) return null;
  const { waitingLogs: count, busyUntil } = connection;
  const isBusy = busyUntil !== null && Date.parse(busyUntil) > now;
  return (
    <p className="text-ring">
      {t(($) => $.integrations.logsWait, { count })}
      {isBusy
        ? ` · ${t(($) => $.integrations.busyUntil, { name: integration.displayName, time: formatTime(busyUntil, language) })}`
        : null}
    </p>
  );
}

type Words = ReturnType<typeof useWords>['t'];

/** The problem of a connection. One that has worked is spelled correctly: its server is away, and is asked again. */
function problemWords(t: Words, name: string, lastSyncedAt: string | null, problem: IntegrationProblem): string {
  const isAway = problem.translationKey === 'unreachable' || problem.translationKey === 'timedOut';
  if (isAway && lastSyncedAt !== null) return t(($) => $.integrations.awayNow, { name });
  const why = problemText(t, problem);
  return isInPart(problem) ? why : t(($) => $.integrations.contactsNotRead, { name, why });
}

function Progress({ progress }: Pick<ConnectedIntegration, 'progress'>) {
  const { t } = useWords();
  if (progress === null || progress.done === 0) return t(($) => $.integrations.reading);
  const { done, total } = progress;
  if (total === null) return t(($) => $.integrations.readingCount, { count: done });
  const words = t(($) => $.integrations.readingOf, { done, total });
  return (
    <span className="flex items-center gap-2">
      <progress value={done} max={Math.max(total, 1)} aria-label={words} className="h-1 w-32 accent-accent" />
      {words}
    </span>
  );
}

interface ActProps {
  state: RowState;
  name: string;
  onConnect: () => void;
  onDisconnect: () => void;
  onCancel: () => void;
  onOpenAgain: () => void;
}

function Act({ state, name, onConnect, onDisconnect, onCancel, onOpenAgain }: ActProps) {
  const { t } = useWords();
  switch (state) {
    case 'notConnected':
      return (
        <Button size="s" aria-label={t(($) => $.integrations.connectName, { name })} onClick={onConnect}>
          {t(($) => $.integrations.connect)}
        </Button>
      );
    case 'signingIn':
      return (
        <>
          <Button
            tone="ghost"
            size="s"
            aria-label={t(($) => $.integrations.signIn.openAgainName, { name })}
            onClick={onOpenAgain}
          >
            {t(($) => $.integrations.signIn.openAgain)}
          </Button>
          <Button size="s" aria-label={t(($) => $.integrations.cancelName, { name })} onClick={onCancel}>
            {t(($) => $.integrations.cancel)}
          </Button>
        </>
      );
    case 'connecting':
      return (
        <Button size="s" aria-label={t(($) => $.integrations.cancelName, { name })} onClick={onCancel}>
          {t(($) => $.integrations.cancel)}
        </Button>
      );
    case 'connected':
      return (
        <Button size="s" aria-label={t(($) => $.integrations.disconnectName, { name })} onClick={onDisconnect}>
          {t(($) => $.integrations.disconnect)}
        </Button>
      );
    case 'authenticationRequired':
      return (
        <>
          <Button
            tone="ghost"
            size="s"
            aria-label={t(($) => $.integrations.disconnectName, { name })}
            onClick={onDisconnect}
          >
            {t(($) => $.integrations.disconnect)}
          </Button>
          <Button
            tone="primary"
            size="s"
            aria-label={t(($) => $.integrations.reconnectName, { name })}
            onClick={onConnect}
          >
            {t(($) => $.integrations.reconnect)}
          </Button>
        </>
      );
    case 'disconnecting':
      return null;
  }
}
