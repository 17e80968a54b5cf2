import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { SetUpState, SetUpStep } from '@sidetone/contract/entities/admin-account.ts';
import { adminAccountRoutes } from '@sidetone/contract/http/admin/account-routes.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { echoTestCode } from '@sidetone/contract/rules/numbers/feature-codes.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import {
  AudioLines,
  Building2,
  Cable,
  CircleCheck,
  ListTree,
  type LucideIcon,
  PhoneIncoming,
  PhoneOutgoing,
  Siren,
  UserPlus,
  UsersRound,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useChannels } from '#channels/channels.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { useLive } from '#live/queries/live.ts';
import { setLocalFlag } from '#platform/local-flags.ts';
import { Button } from '#ui/Button.tsx';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { useNumbers } from '../directory.ts';
import { useRun } from '../run.ts';
import { StepFrame, type StepMoves } from './StepFrame.tsx';
import { firstRunSection, useFirstRun } from './steps.ts';
import { heardEcho } from './tried-calls.ts';
import { useStateText } from './use-state-text.ts';

const stepIcons: Record<SetUpStep, LucideIcon> = {
  company: Building2,
  line: Cable,
  'emergency-address': Siren,
  people: UserPlus,
  queue: UsersRound,
  'voice-menu': ListTree,
  'try-out': AudioLines,
};

/** Waiting and failed items come before open ones. */
const isUrgent: Record<SetUpState, boolean> = {
  done: false,
  open: false,
  skipped: false,
  failed: true,
  waiting: true,
};

const wayLook =
  'inline-flex h-7 flex-none items-center rounded-s border border-line-strong bg-raised px-2.5 font-med hover:bg-hover';

/** Whether the user heard the echo test. The newest calls are enough: the three are made one after the other. */
function useHeardEcho() {
  const { rows } = useLive(phoneQueries.inbox, { channelId: useChannels().own?.id ?? '-', limit: 50 });
  return heardEcho(rows.map(({ call }) => call));
}

/** Three test calls, then the next steps. */
export function TryOutStep({ moves }: { moves: StepMoves }) {
  const { t } = useWords();
  const navigate = useNavigate();
  const { run, busy } = useRun();
  const echo = useHeardEcho();
  const { open, stateOf, isEnded, tried } = useFirstRun('try-out');
  const stateText = useStateText();
  const number = useNumbers().rows.find(({ channelId }) => channelId !== null)?.id;
  const left = open.filter((step) => step !== 'try-out');
  const set = (finished: boolean) => call(adminAccountRoutes.changeSetUp, { body: { finished } });
  const goToApp = () => {
    // Users who heard themselves have a working microphone and speaker: the page that sets them up is done.
    if (echo) setLocalFlag('audioSetupCompleted', true);
    void navigate({ to: '/' });
  };
  const end = async () => {
    const done = {
      title: t(($) => $.admin.firstRun.tryOut.ended),
      text: t(($) => $.admin.firstRun.tryOut.hint),
      action: { label: t(($) => $.app.undo), run: () => void run(() => set(false), null) },
    };
    if (await run(() => set(true), done)) goToApp();
  };
  // Leaving ends the set-up only where nothing is left of it.
  const leave = async () => {
    if (open.length > 0 || (await run(() => set(true), null))) goToApp();
  };
  return (
    <StepFrame
      moves={moves}
      title={t(($) => $.admin.firstRun.tryOut.title)}
      text={t(($) => $.admin.firstRun.tryOut.text)}
      hint={t(($) => $.admin.firstRun.tryOut.hint)}
      extra={
        open.length > 0 && !isEnded ? (
          <Button tone="ghost" disabled={busy} onClick={() => void end()}>
            {t(($) => $.admin.firstRun.tryOut.end)}
          </Button>
        ) : null
      }
      busy={busy}
      submitLabel={t(($) => $.admin.firstRun.tryOut.finish)}
      onSubmit={() => void leave()}
    >
      <ul className="rounded-m border border-line px-4">
        <Try icon={AudioLines} name="echo" isDone={echo} text={t(($) => $.admin.firstRun.tryOut.echoText)}>
          <Link
            to="/admin/$section"
            params={{ section: firstRunSection }}
            // It is dialled over this page, which stays.
            search={
              {
                open: 'try-out',
                dialog: 'omnibar',
                searchType: 'click2Dial',
                targetPhoneNumber: echoTestCode,
              } as never
            }
            className={wayLook}
          >
            {t(($) => $.admin.firstRun.tryOut.dial, { number: echoTestCode })}
          </Link>
        </Try>
        <Try icon={PhoneOutgoing} name="out" isDone={tried.out} text={t(($) => $.admin.firstRun.tryOut.outText)} />
        <Try
          icon={PhoneIncoming}
          name="in"
          isDone={tried.in}
          text={
            number === undefined
              ? t(($) => $.admin.firstRun.tryOut.noNumber)
              : t(($) => $.admin.firstRun.tryOut.inText, { number: formatNumber(number) })
          }
        />
      </ul>
      {left.length === 0 ? null : (
        <section aria-labelledby={`${firstRunSection}-left`}>
          <h2 id={`${firstRunSection}-left`} className="pb-2 font-med text-12 text-ink-2">
            {t(($) => $.admin.firstRun.tryOut.left)}
          </h2>
          <ul className="border-line border-y">
            {left.map((step) => (
              <li key={step} className="flex min-h-14 items-center gap-4 border-line border-b py-2 last:border-b-0">
                <span
                  className={cn(
                    'grid size-9 flex-none place-items-center rounded-m',
                    isUrgent[stateOf(step)] ? 'bg-ring-tint text-ring' : 'bg-well text-ink-2',
                  )}
                >
                  <Icon of={stepIcons[step]} size={18} />
                </span>
                <span className="min-w-0 flex-1">
                  <span className="block font-med">{t(($) => $.admin.firstRun.steps[step].name)}</span>
                  <span className="block text-12 text-ink-2">{stateText(step, stateOf(step))}</span>
                </span>
                <Link
                  to="/admin/$section"
                  params={{ section: firstRunSection }}
                  search={{ open: step }}
                  className={wayLook}
                >
                  {t(($) => $.admin.firstRun.tryOut.open)}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <WhatIsNext />
    </StepFrame>
  );
}

/** Further suggestions, in one line. */
function WhatIsNext() {
  const { t } = useWords();
  return (
    <section aria-labelledby={`${firstRunSection}-next`} className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <h2 id={`${firstRunSection}-next`} className="text-12 text-ink-2">
        {t(($) => $.admin.firstRun.tryOut.next)}
      </h2>
      <ul className="flex flex-wrap gap-x-3 gap-y-1 text-12">
        {(['phones', 'routing', 'company', 'backup'] as const).map((section) => (
          <li key={section}>
            <Link to="/admin/$section" params={{ section }} className="font-med text-accent">
              {t(($) => $.admin.firstRun.tryOut.ways[section])}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface TryProps {
  icon: LucideIcon;
  name: 'echo' | 'out' | 'in';
  isDone: boolean;
  /** What to do while it is not done. */
  text: string;
  children?: ReactNode;
}

/** One of the three calls; it is ticked off by itself after such a call. */
function Try({ icon, name, isDone, text, children }: TryProps) {
  const { t } = useWords();
  return (
    <li className="flex min-h-11 items-center gap-3 border-line border-b py-1.5 last:border-b-0">
      <Icon of={isDone ? CircleCheck : icon} className={isDone ? 'text-live' : 'text-ink-3'} />
      <span role="status" className="grid min-w-0 flex-1 grid-cols-[136px_1fr] gap-x-3 max-[699px]:grid-cols-1">
        <span className="font-med">{t(($) => $.admin.firstRun.tryOut[name])}</span>
        <span className="text-ink-2">{isDone ? t(($) => $.admin.firstRun.tryOut.done[name]) : text}</span>
      </span>
      {children}
    </li>
  );
}
