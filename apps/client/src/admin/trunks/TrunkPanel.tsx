import {
  calledNumberPlaces,
  callerIdPlaces,
  forwardedIdentities,
  type NewTrunk,
  newTrunk,
  type Trunk,
  trunkChange,
  trunkNumberForms,
  trunkSrtp,
} from '@sidetone/contract/entities/trunk.ts';
import { adminDeviceRoutes } from '@sidetone/contract/http/admin/device-routes.ts';
import { normalizeNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { Activity } from 'lucide-react';
import type { z } from 'zod';
import { useNumberPlace } from '#contacts/number-place.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Select } from '#ui/Select.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { Switch } from '#ui/Switch.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { trunkTones } from '../device-state.ts';
import { EditorPanel, Group } from '../EditorPanel.tsx';
import { formatMoment } from '../format.ts';
import { useEditor } from '../use-editor.ts';
import { AddressSwitches } from './AddressSwitches.tsx';
import { LineTestGroup } from './LineTestGroup.tsx';
import { ProviderChoice } from './ProviderChoice.tsx';
import { TrunkBasics } from './TrunkBasics.tsx';
import { TrunkFailure } from './TrunkFailure.tsx';
import { type TrunkValues, trunkBody, trunkValues } from './trunk-form.ts';
import { useTrunkTest } from './use-trunk-test.ts';

interface TrunkPanelProps {
  /** Null creates a new one. */
  trunk: Trunk | null;
  onClose: () => void;
}

/** A trunk: its server, its sign-in, and the format of numbers. */
export function TrunkPanel({ trunk, onClose }: TrunkPanelProps) {
  const { t } = useWords();
  const place = useNumberPlace();
  const editor = useEditor<TrunkValues, NewTrunk>({
    values: trunkValues(trunk),
    // A change is the same form: every field of it is sent, the password only where one was typed.
    schema: (trunk ? trunkChange : newTrunk) as unknown as z.ZodType<NewTrunk>,
    shape: (values) => trunkBody(values, (typed) => normalizeNumber(typed, place) ?? typed, trunk),
    save: async (body) => {
      if (trunk) await call(adminDeviceRoutes.changeTrunk, { params: { trunkId: trunk.id }, body });
      else await call(adminDeviceRoutes.createTrunk, { body });
      onClose();
    },
    saved: t(($) => $.admin.saved),
  });
  const { register, watch } = editor.form;

  return (
    <EditorPanel
      title={trunk?.name ?? t(($) => $.admin.trunks.add)}
      onClose={onClose}
      dirty={editor.dirty}
      busy={editor.busy}
      problem={editor.problem}
      onSubmit={() => void editor.submit()}
      extra={trunk ? <TestButton trunk={trunk} /> : null}
    >
      {trunk ? <Standing trunk={trunk} /> : <ProviderChoice form={editor.form} names />}
      <Field
        label={t(($) => $.admin.trunks.name)}
        autoComplete="off"
        autoFocus={trunk === null}
        error={editor.error('name')}
        {...register('name')}
      />
      <TrunkBasics editor={editor} hasPassword={trunk?.hasPassword ?? false} />
      <Group title={t(($) => $.admin.trunks.numbers)}>
        <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
          <Select
            label={t(($) => $.admin.trunks.numberForm)}
            options={choices(trunkNumberForms, (value) => t(($) => $.admin.trunks.numberForms[value]))}
            {...register('numberForm')}
          />
          <Field
            label={`${t(($) => $.admin.trunks.fixedNumber)} (${t(($) => $.admin.optional)})`}
            type="tel"
            help={t(($) => $.admin.trunks.fixedNumberHelp)}
            error={editor.error('fixedNumber')}
            {...register('fixedNumber')}
          />
          <Select
            label={t(($) => $.admin.trunks.callerIdIn)}
            options={choices(callerIdPlaces, (value) => t(($) => $.admin.trunks.callerIdPlaces[value]))}
            {...register('callerIdIn')}
          />
          <Select
            label={t(($) => $.admin.trunks.calledNumberIn)}
            options={choices(calledNumberPlaces, (value) => t(($) => $.admin.trunks.calledNumberPlaces[value]))}
            {...register('calledNumberIn')}
          />
          <Select
            label={t(($) => $.admin.trunks.forwardedAs)}
            help={t(($) => $.admin.trunks.forwardedAsHelp)}
            options={choices(forwardedIdentities, (value) => t(($) => $.admin.trunks.forwardedIdentities[value]))}
            {...register('forwardedAs')}
          />
        </div>
      </Group>
      <Group title={t(($) => $.admin.trunks.use)}>
        <Switch label={t(($) => $.admin.trunks.isEnabled)} {...register('isEnabled')} />
        <Switch
          label={t(($) => $.admin.trunks.isEmergency)}
          help={t(($) => $.admin.trunks.isEmergencyHelp)}
          {...register('isEmergency')}
        />
        <AddressSwitches sends={register('sendsAddress')} confirmed={register('addressConfirmed')} />
        <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
          <Field
            label={t(($) => $.admin.trunks.priority)}
            inputMode="numeric"
            help={t(($) => $.admin.trunks.priorityHelp)}
            error={editor.error('priority')}
            {...register('priority')}
          />
          <Field
            label={`${t(($) => $.admin.trunks.maxCalls)} (${t(($) => $.admin.optional)})`}
            inputMode="numeric"
            error={editor.error('maxCalls')}
            {...register('maxCalls')}
          />
        </div>
      </Group>
      <Group title={t(($) => $.admin.trunks.network)}>
        <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
          {watch('transport') === 'tls' ? (
            <Select
              label={t(($) => $.admin.trunks.srtp)}
              options={choices(trunkSrtp, (value) => t(($) => $.admin.trunks.srtpChoices[value]))}
              error={editor.error('srtp')}
              {...register('srtp')}
            />
          ) : null}
          <Field
            label={`${t(($) => $.admin.trunks.outboundProxy)} (${t(($) => $.admin.optional)})`}
            error={editor.error('outboundProxy')}
            {...register('outboundProxy')}
          />
        </div>
        <TextArea
          label={`${t(($) => $.admin.trunks.sourceAddresses)} (${t(($) => $.admin.optional)})`}
          rows={3}
          help={t(($) => $.admin.trunks.sourceAddressesHelp)}
          error={editor.error('sourceAddresses') ?? editor.error('sourceAddresses.0')}
          {...register('sourceAddresses')}
        />
      </Group>
    </EditorPanel>
  );
}

const choices = <Value extends string>(values: readonly Value[], word: (value: Value) => string) =>
  values.map((value) => ({ value, label: word(value) }));

function TestButton({ trunk }: { trunk: Trunk }) {
  const { t } = useWords();
  const { test, busy } = useTrunkTest();
  return (
    <Button disabled={busy} onClick={() => void test(trunk)}>
      <Icon of={Activity} />
      {t(($) => (busy ? $.admin.trunks.testing : $.admin.trunks.test))}
    </Button>
  );
}

/** The present state, since when, and a test of it. */
function Standing({ trunk }: { trunk: Trunk }) {
  const { t, language } = useWords();
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <StateBadge tone={trunkTones[trunk.state]}>{t(($) => $.admin.trunks.states[trunk.state])}</StateBadge>
        <span className="text-12 text-ink-3">
          {t(($) => $.admin.trunks.since, { since: formatMoment(trunk.stateSince, language) })}
        </span>
        <TrunkFailure trunk={trunk} className="w-full text-12 text-missed" />
      </p>
      <LineTestGroup trunk={trunk} />
    </>
  );
}
