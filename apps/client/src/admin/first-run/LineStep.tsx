import { adminQueries } from '@sidetone/contract/documents/admin-queries.ts';
import { e164 } from '@sidetone/contract/entities/common.ts';
import {
  type AddressState,
  addressState,
  newTrunk,
  type Trunk,
  type TrunkState,
} from '@sidetone/contract/entities/trunk.ts';
import { adminDeviceRoutes } from '@sidetone/contract/http/admin/device-routes.ts';
import { normalizeNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { Link } from '@tanstack/react-router';
import { Activity, CircleCheck, CircleDashed, CircleX, LoaderCircle, type LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { useNumberPlace } from '#contacts/number-place.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { useLive } from '#live/queries/live.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { useAdminAccount, useNumbers } from '../directory.ts';
import { useNumberBlock } from '../numbers/use-number-block.ts';
import { AddressSwitches } from '../trunks/AddressSwitches.tsx';
import { ProviderChoice } from '../trunks/ProviderChoice.tsx';
import { TrunkBasics } from '../trunks/TrunkBasics.tsx';
import { TrunkFailure } from '../trunks/TrunkFailure.tsx';
import { type TrunkValues, trunkBody, trunkValues } from '../trunks/trunk-form.ts';
import { useTrunkTest } from '../trunks/use-trunk-test.ts';
import { useEditor } from '../use-editor.ts';
import { StepFrame, type StepMoves } from './StepFrame.tsx';
import { TrunkAddresses } from './TrunkAddresses.tsx';

const line = z.object({ trunk: newTrunk, first: e164.nullable(), last: e164.nullable() });

/** The trunk and its numbers, tested before the next step. */
export function LineStep({ moves }: { moves: StepMoves }) {
  const trunks = useLive(adminQueries.adminTrunks, {});
  const first = trunks.rows[0];
  if (trunks.status === 'loading') return null;
  return first ? <LineThere trunk={first} trunks={trunks.rows} moves={moves} /> : <NewLine moves={moves} />;
}

function NewLine({ moves }: { moves: StepMoves }) {
  const { t } = useWords();
  const runsServer = useAdminAccount()?.runsServer ?? false;
  const place = useNumberPlace();
  const { test } = useTrunkTest();
  const block = useNumberBlock();
  const editor = useEditor<TrunkValues & { first: string; last: string }, z.infer<typeof line>>({
    values: { ...trunkValues(null), isEmergency: true, first: '', last: '' },
    schema: line,
    shape: ({ first, last, ...values }) => ({
      trunk: trunkBody({ ...values, name: values.host }, (typed) => normalizeNumber(typed, place) ?? typed, null),
      first: block.read(first),
      last: block.read(last),
    }),
    save: async ({ trunk, first, last }) => {
      // The form goes once there is a trunk, and problems of the numbers would go with it.
      if (first !== null) await block.add({ first, last });
      await test(await call(adminDeviceRoutes.createTrunk, { body: trunk }));
    },
  });
  const { register, watch } = editor.form;
  const [firstTyped, lastTyped] = watch(['first', 'last']);
  return (
    <StepFrame
      moves={moves}
      title={t(($) => $.admin.firstRun.line.title)}
      text={t(($) => $.admin.firstRun.line.text)}
      hint={t(($) => $.admin.firstRun.line.hint)}
      busy={editor.busy}
      problem={editor.problem}
      submitLabel={t(($) => $.admin.firstRun.line.connect)}
      onSubmit={() => void editor.submit()}
    >
      <ProviderChoice form={editor.form as never} />
      <TrunkBasics
        editor={{
          form: editor.form as never,
          error: (path) => editor.error(`trunk.${path}`),
        }}
        hasPassword={false}
      />
      {runsServer ? (
        <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
          <Field
            label={`${t(($) => $.admin.firstRun.line.first)} (${t(($) => $.admin.optional)})`}
            type="tel"
            placeholder="+49 40 66969 0"
            error={editor.error('first')}
            // A problem of the last number was shown beside this one.
            {...register('first', { onChange: () => editor.form.clearErrors('last') })}
          />
          <Field
            label={`${t(($) => $.admin.firstRun.line.last)} (${t(($) => $.admin.optional)})`}
            type="tel"
            placeholder="+49 40 66969 99"
            help={block.meaning(firstTyped, lastTyped)}
            error={editor.error('last')}
            {...register('last')}
          />
        </div>
      ) : (
        <p className="text-ink-2">{t(($) => $.admin.numbers.fromServer)}</p>
      )}
      <section aria-label={t(($) => $.admin.firstRun.line.emergency)}>
        <AddressSwitches sends={register('sendsAddress')} confirmed={register('addressConfirmed')} />
      </section>
    </StepFrame>
  );
}

interface LineThereProps {
  /** The trunk that calls use first. */
  trunk: Trunk;
  trunks: readonly Trunk[];
  moves: StepMoves;
}

/** The existing trunk, with its state. */
function LineThere({ trunk, trunks, moves }: LineThereProps) {
  const { t } = useWords();
  const numbers = useNumbers().rows.length;
  const runsServer = useAdminAccount()?.runsServer ?? false;
  const address = addressState(trunks);
  const { test, busy } = useTrunkTest();
  const [answer, setAnswer] = useState<string | null>(null);
  const again = async () => {
    const found = await test(trunk);
    setAnswer(found && !found.isReachable ? found.answer : null);
  };
  return (
    <StepFrame
      moves={moves}
      title={t(($) => $.admin.firstRun.line.title)}
      text={
        <>
          {t(($) => $.admin.firstRun.line.there)}{' '}
          <Link
            to="/admin/$section"
            params={{ section: 'trunks' }}
            search={{ open: trunk.id }}
            className="font-med text-accent"
          >
            {t(($) => $.admin.firstRun.line.change)}
          </Link>
        </>
      }
      onSubmit={moves.next}
    >
      <ul className="rounded-m border border-line px-4">
        <Check look={looks[trunk.state]} name={t(($) => $.admin.trunks.states[trunk.state])}>
          {trunk.failure === null ? (answer ?? trunk.host) : <TrunkFailure trunk={trunk} />}
        </Check>
        <Check look={numbers > 0 ? 'good' : 'off'} name={t(($) => $.admin.sections.numbers)}>
          {numbers === 0 && !runsServer
            ? t(($) => $.admin.numbers.fromServer)
            : t(($) => $.admin.firstRun.line.numbers, { count: numbers })}
        </Check>
        <Check look={addressLooks[address]} name={t(($) => $.admin.firstRun.line.emergency)}>
          {t(($) => $.admin.firstRun.line.addressStates[address])}
        </Check>
      </ul>
      <div>
        <Button disabled={busy || !trunk.isEnabled} onClick={() => void again()}>
          <Icon of={Activity} />
          {t(($) => (busy ? $.admin.trunks.testing : $.admin.trunks.test))}
        </Button>
      </div>
      <TrunkAddresses trunks={trunks} />
    </StepFrame>
  );
}

const addressLooks: Record<AddressState, Look> = { sent: 'good', confirmed: 'good', untold: 'bad', noTrunk: 'bad' };

type Look = 'good' | 'bad' | 'runs' | 'off';

const looks: Record<TrunkState, Look> = {
  registered: 'good',
  reachable: 'good',
  failing: 'bad',
  trying: 'runs',
  off: 'off',
};

/** A spinner is shown only while something runs. */
const icons: Record<Look, { icon: LucideIcon; className: string }> = {
  good: { icon: CircleCheck, className: 'text-live' },
  bad: { icon: CircleX, className: 'text-missed' },
  runs: { icon: LoaderCircle, className: 'text-ring' },
  off: { icon: CircleDashed, className: 'text-ink-3' },
};

function Check({ look, name, children }: { look: Look; name: string; children: ReactNode }) {
  const { icon, className } = icons[look];
  return (
    <li className="flex min-h-12 items-center gap-3 border-line border-b py-2 last:border-b-0">
      <Icon of={icon} className={className} />
      <span className="w-36 flex-none font-med">{name}</span>
      <span className="min-w-0 flex-1 text-ink-2">{children}</span>
    </li>
  );
}
