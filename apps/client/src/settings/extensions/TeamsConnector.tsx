import type { PresenceConnector } from '@sidetone/contract/entities/presence-connector.ts';
import { ArrowLeftRight } from 'lucide-react';
import { dayOf, formatLongDay } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { StateBadge, type StateTone } from '#ui/StateBadge.tsx';
import { useTeamsConnector } from './use-teams-connector.ts';

const tones: Record<PresenceConnector['state'], StateTone> = {
  connected: 'live',
  reconnect: 'missed',
  disconnected: 'off',
  unavailable: 'off',
};

/** Connects Microsoft Teams: each of the two shows what the user does in the other. */
export function TeamsConnector() {
  const { t } = useWords();
  const { connector, hasFailed, isWaiting, isBusy, connect, disconnect, retry } = useTeamsConnector();
  if (hasFailed) {
    return (
      <div role="alert" className="flex items-center gap-3">
        <span className="flex-1 text-missed">{t(($) => $.extensions.teams.loadFailed)}</span>
        <Button size="s" onClick={retry}>
          {t(($) => $.extensions.teams.retry)}
        </Button>
      </div>
    );
  }
  if (connector === null) return null;
  const { state } = connector;
  return (
    <section aria-label={t(($) => $.extensions.teams.name)} className="rounded-m border border-line bg-raised p-4">
      <div className="flex flex-wrap items-center gap-3">
        <span
          aria-hidden
          className="grid size-9 flex-none place-items-center rounded-m bg-well font-semi text-ink-2 text-16"
        >
          T
        </span>
        <span className="min-w-[220px] flex-1">
          <span className="flex flex-wrap items-center gap-x-2">
            <span className="font-med">{t(($) => $.extensions.teams.name)}</span>
            <span role="status">
              <StateBadge tone={tones[state]}>{t(($) => $.extensions.teams.states[state])}</StateBadge>
            </span>
          </span>
          <About connector={connector} />
        </span>
        {state === 'disconnected' || state === 'reconnect' ? (
          <Button aria-disabled={isBusy} onClick={() => void connect()}>
            {t(($) => (state === 'reconnect' ? $.extensions.teams.signInAgain : $.extensions.teams.connect))}
          </Button>
        ) : null}
        {state === 'connected' || state === 'reconnect' ? (
          <Button aria-disabled={isBusy} onClick={() => void disconnect()}>
            {t(($) => $.extensions.teams.disconnect)}
          </Button>
        ) : null}
      </div>
      {isWaiting ? (
        <p role="status" className="mt-3 text-12 text-ink-2">
          {t(($) => $.extensions.teams.waiting)}
        </p>
      ) : null}
      {state === 'connected' ? <WhatIsShown /> : null}
    </section>
  );
}

/** What there is to know of the state, and who has to do what. */
function About({ connector }: { connector: PresenceConnector }) {
  const { t, language } = useWords();
  const line = 'block text-12 text-ink-3';
  switch (connector.state) {
    case 'unavailable':
      return (
        <>
          <span className={line}>{t(($) => $.extensions.teams.about)}</span>
          {connector.lacks.map((lack) => (
            <span key={lack} className="block text-12 text-ink-2">
              {t(($) => $.extensions.teams.lacks[lack])}
            </span>
          ))}
        </>
      );
    case 'disconnected':
      return (
        <span className={line}>
          {t(($) => $.extensions.teams.about)} {t(($) => $.extensions.teams.signIn)}
        </span>
      );
    case 'connected':
    case 'reconnect': {
      const day = formatLongDay(dayOf(new Date(connector.since)), language, new Date().getFullYear());
      return (
        <>
          <span className={cn(line, 'break-words')}>
            {t(($) => $.extensions.teams.since, { account: connector.account, day })}
          </span>
          {connector.state === 'reconnect' ? (
            <span className="block text-12 text-missed">{t(($) => $.extensions.teams.reasons[connector.problem])}</span>
          ) : null}
        </>
      );
    }
  }
}

/** Which state in Teams means what in Sidetone, and the other way round. */
function WhatIsShown() {
  const { t } = useWords();
  return (
    <>
      <div className="mt-4 grid grid-cols-[1fr_32px_1fr] items-center gap-3 max-[559px]:grid-cols-1">
        <States
          title={t(($) => $.extensions.teams.inTeams)}
          busy={t(($) => $.extensions.teams.meeting)}
          quiet={t(($) => $.extensions.teams.doNotDisturb)}
        />
        <span aria-hidden className="grid place-items-center text-ink-3 max-[559px]:rotate-90">
          <Icon of={ArrowLeftRight} />
        </span>
        <States
          title={t(($) => $.extensions.teams.inSidetone)}
          busy={t(($) => $.extensions.teams.busy)}
          quiet={t(($) => $.extensions.teams.quiet)}
        />
      </div>
      <p className="mt-3 text-12 text-ink-3">
        {t(($) => $.extensions.teams.back)} {t(($) => $.extensions.teams.note)}
      </p>
    </>
  );
}

interface StatesProps {
  title: string;
  busy: string;
  quiet: string;
}

function States({ title, busy, quiet }: StatesProps) {
  return (
    <div className="rounded-m bg-well p-3">
      <p className="mb-1.5 text-12 text-ink-2">{title}</p>
      <p className="flex min-h-6 items-center gap-2">
        <i aria-hidden className="size-[9px] flex-none rounded-[3px] bg-missed-fill" />
        {busy}
      </p>
      <p className="flex min-h-6 items-center gap-2">
        <i aria-hidden className="presence-dnd size-[9px] flex-none rounded-full" />
        {quiet}
      </p>
    </div>
  );
}
