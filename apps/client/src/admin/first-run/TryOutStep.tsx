import { adminAccountRoutes } from '@sidetone/contract/http/admin-account-routes.ts';
import { formatNumber } from '@sidetone/contract/rules/dialable.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { AudioLines, PhoneIncoming, PhoneOutgoing } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/http.ts';
import { Icon } from '#ui/Icon.tsx';
import { useNumbers } from '../directory.ts';
import { useRun } from '../run.ts';
import { StepFrame, type StepMoves } from './StepFrame.tsx';
import { firstRunSection } from './steps.ts';

/** Dialled to hear oneself. */
const echoTest = '*43';

/** Three calls to be sure of it, then what is next. */
export function TryOutStep({ moves }: { moves: StepMoves }) {
  const { t } = useWords();
  const navigate = useNavigate();
  const { run, busy } = useRun();
  const number = useNumbers().rows.find(({ channelId }) => channelId !== null)?.id;
  const finish = async () => {
    const body = { finished: true };
    if (await run(() => call(adminAccountRoutes.changeSetUp, { body }), null)) void navigate({ to: '/' });
  };
  // Kept by the server, for the link leads away from here.
  const tries = () => run(() => call(adminAccountRoutes.changeSetUp, { body: { tried: true } }), null);
  return (
    <StepFrame
      moves={moves}
      title={t(($) => $.admin.firstRun.tryOut.title)}
      text={t(($) => $.admin.firstRun.tryOut.text)}
      hint={t(($) => $.admin.firstRun.tryOut.hint)}
      busy={busy}
      submitLabel={t(($) => $.admin.firstRun.tryOut.finish)}
      onSubmit={() => void finish()}
    >
      <ul className="rounded-m border border-line px-4">
        <li className="flex min-h-14 items-center gap-3 border-line border-b">
          <Icon of={AudioLines} className="text-ink-3" />
          <span className="min-w-0 flex-1">
            <span className="block font-med">{t(($) => $.admin.firstRun.tryOut.echo)}</span>
            <span className="block text-12 text-ink-2">{t(($) => $.admin.firstRun.tryOut.echoText)}</span>
          </span>
          <Link
            to="/"
            search={{ dial: echoTest }}
            onClick={() => void tries()}
            className="flex-none font-med text-accent"
          >
            {t(($) => $.admin.firstRun.tryOut.dial, { number: echoTest })}
          </Link>
        </li>
        <li className="flex min-h-14 items-center gap-3 border-line border-b">
          <Icon of={PhoneOutgoing} className="text-ink-3" />
          <span className="min-w-0 flex-1">
            <span className="block font-med">{t(($) => $.admin.firstRun.tryOut.out)}</span>
            <span className="block text-12 text-ink-2">{t(($) => $.admin.firstRun.tryOut.outText)}</span>
          </span>
        </li>
        <li className="flex min-h-14 items-center gap-3">
          <Icon of={PhoneIncoming} className="text-ink-3" />
          <span className="min-w-0 flex-1">
            <span className="block font-med">{t(($) => $.admin.firstRun.tryOut.in)}</span>
            <span className="block text-12 text-ink-2">
              {number === undefined
                ? t(($) => $.admin.firstRun.tryOut.noNumber)
                : t(($) => $.admin.firstRun.tryOut.inText, { number: formatNumber(number) })}
            </span>
          </span>
        </li>
      </ul>
      <section aria-labelledby={`${firstRunSection}-next`}>
        <h2 id={`${firstRunSection}-next`} className="pb-2 font-semi">
          {t(($) => $.admin.firstRun.tryOut.next)}
        </h2>
        <ul className="grid gap-1.5">
          {(['phones', 'routing', 'company', 'backup'] as const).map((section) => (
            <li key={section}>
              <Link to="/admin/$section" params={{ section }} className="font-med text-accent">
                {t(($) => $.admin.firstRun.tryOut.ways[section])}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </StepFrame>
  );
}
