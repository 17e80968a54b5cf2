import { adminQueries } from '@sidetone/contract/documents/admin-queries.ts';
import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { SetUpStep } from '@sidetone/contract/entities/admin-account.ts';
import { Link } from '@tanstack/react-router';
import { BookUser, Check, type LucideIcon, UserPlus, UsersRound, Waypoints } from 'lucide-react';
import { SetupLine } from '#entry/SetupLine.tsx';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/queries/live.ts';
import { useDialogs } from '#pages/dialogs.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';

const steps = {
  line: Waypoints,
  people: UserPlus,
  queue: UsersRound,
} as const satisfies Partial<Record<SetUpStep, LucideIcon>>;

/** The next steps of a company with only an administrator, under their first inbox; nothing once all are done. */
export function FirstSteps() {
  const { t } = useWords();
  const dialogs = useDialogs();
  const setUp = useLive(adminQueries.adminSetUp, {}).rows[0];
  const integrations = useLive(phoneQueries.integrations, {});
  if (setUp === undefined || integrations.status !== 'ready') return null;
  const isConnected = integrations.rows.some(({ isBuiltIn }) => !isBuiltIn);
  const isDone = (step: SetUpStep) => setUp.steps.some((one) => one.step === step && one.state === 'done');
  if (isConnected && (['line', 'people', 'queue'] as const).every(isDone)) return null;
  const lineState = setUp.steps.find((one) => one.step === 'line')?.state;
  /** A line that is done shows its state, and leads to the page. */
  const trouble = lineState === 'failed' || lineState === 'waiting' ? lineState : null;
  const step = (name: keyof typeof steps) => (
    <SetupLine
      icon={steps[name]}
      title={t(($) => $.start.firstSteps[name].title)}
      text={t(($) =>
        name === 'line' && trouble !== null
          ? $.start.firstSteps.line[trouble]
          : isDone(name)
            ? $.start.firstSteps[name].done
            : $.start.firstSteps[name].open,
      )}
    >
      {isDone(name) ? (
        <Done />
      ) : (
        <Link
          to="/admin/$section"
          params={{ section: 'first-run' }}
          search={{ open: name }}
          className="inline-flex h-7 flex-none items-center rounded-s border border-line-strong bg-raised px-2.5 font-med hover:bg-hover"
        >
          {t(($) =>
            name === 'line' && trouble !== null ? $.start.firstSteps.line.look : $.start.firstSteps[name].action,
          )}
        </Link>
      )}
    </SetupLine>
  );
  return (
    <ul
      aria-label={t(($) => $.start.firstSteps.label)}
      className="mt-8 w-full max-w-[560px] border-line border-y text-left"
    >
      {step('line')}
      <SetupLine
        icon={BookUser}
        title={t(($) => $.start.firstSteps.contacts.title)}
        text={t(($) => $.start.firstSteps.contacts.open)}
      >
        {isConnected ? (
          <Done />
        ) : (
          <Button size="s" onClick={() => dialogs.open('settings/integrations')}>
            {t(($) => $.start.firstSteps.contacts.action)}
          </Button>
        )}
      </SetupLine>
      {step('people')}
      {step('queue')}
    </ul>
  );
}

function Done() {
  const { t } = useWords();
  return (
    <span className="inline-flex flex-none items-center gap-1.5 font-med text-12 text-live">
      <Icon of={Check} size={14} />
      {t(($) => $.start.firstSteps.ready)}
    </span>
  );
}
