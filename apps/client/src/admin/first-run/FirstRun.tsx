import type { SetUpStep } from '@sidetone/contract/entities/admin-account.ts';
import { adminAccountRoutes } from '@sidetone/contract/http/admin/account-routes.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentType, useEffect } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { useAdminAccount } from '../directory.ts';
import { useRun } from '../run.ts';
import { AddressStep } from './AddressStep.tsx';
import { CompanyStep } from './CompanyStep.tsx';
import { LineStep } from './LineStep.tsx';
import { MenuStep } from './MenuStep.tsx';
import { PeopleStep } from './PeopleStep.tsx';
import { QueueStep } from './QueueStep.tsx';
import type { StepMoves } from './StepFrame.tsx';
import { firstRunSection, isLeft, neighbour, useFirstRun } from './steps.ts';
import { TryOutStep } from './TryOutStep.tsx';

const pages: Record<SetUpStep, ComponentType<{ moves: StepMoves }>> = {
  company: CompanyStep,
  line: LineStep,
  'emergency-address': AddressStep,
  people: PeopleStep,
  queue: QueueStep,
  'voice-menu': MenuStep,
  'try-out': TryOutStep,
};

/**
 * The next steps of a new company, one question after the other. The server keeps which are answered, so administrators
 * can continue on any machine.
 */
export function FirstRun() {
  const { t } = useWords();
  const { open } = useSearch({ strict: false });
  const navigate = useNavigate();
  const account = useAdminAccount();
  const { run } = useRun();
  const { ready, current, skipped, stateOf } = useFirstRun(open);
  const title = t(($) => $.admin.firstRun.title);
  useEffect(() => {
    document.title = `${title} · Sidetone`;
  }, [title]);
  // Without a step in its address the set-up begins at the first that is left, and stays there when that is done: by a
  // switch, by a trunk that registers, by a colleague.
  useEffect(() => {
    if (!ready || open === current) return;
    void navigate({
      to: '/admin/$section',
      params: { section: firstRunSection },
      search: { open: current },
      replace: true,
    });
  }, [ready, open, current, navigate]);

  const go = (step: SetUpStep | null) => {
    if (step === null) void navigate({ to: '/' });
    else void navigate({ to: '/admin/$section', params: { section: firstRunSection }, search: { open: step } });
  };
  const next = neighbour(current, 1);
  const back = neighbour(current, -1);
  const later = async () => {
    if (isLeft[stateOf(current)]) {
      await run(() => call(adminAccountRoutes.changeSetUp, { body: { skipped: [...skipped, current] } }), null);
    }
    go(next);
  };

  if (!ready || !account) return null;
  const Page = pages[current];
  return (
    <Page
      key={current}
      moves={{
        next: () => go(next),
        back: back === null ? null : () => go(back),
        later: next === null ? null : () => void later(),
      }}
    />
  );
}
