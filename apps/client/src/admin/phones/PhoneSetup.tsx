import {
  newPhoneSetup,
  type PhoneFirstStart,
  phoneVendors,
  type PhoneSetup as Setup,
} from '@sidetone/contract/entities/phone-setup.ts';
import { adminDeviceRoutes } from '@sidetone/contract/http/admin/device-routes.ts';
import { printedMac } from '@sidetone/contract/rules/phones/phone-setup-address.ts';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { z } from 'zod';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Select } from '#ui/Select.tsx';
import { toast } from '#ui/toasts.ts';
import { byEnter } from '../by-enter.ts';
import { ConfirmDialog, type Question } from '../ConfirmDialog.tsx';
import { Group } from '../EditorPanel.tsx';
import { formatMoment } from '../format.ts';
import { useRun } from '../run.ts';
import { useEditor } from '../use-editor.ts';
import { FirstStart } from './FirstStart.tsx';
import { KeysOfPhone } from './KeysOfPhone.tsx';
import { NeedsHttps } from './NeedsHttps.tsx';
import { type SetupValues, setupValues, takesDown } from './setup-form.ts';
import type { PhoneKeys } from './use-phone-keys.ts';

interface PhoneSetupProps {
  phoneId: string;
  /** Of the phone. */
  name: string;
  /** Null where somebody types the settings. */
  setup: Setup | null;
  isRegistered: boolean;
  /** As it said itself; null where it has not. */
  firmware: string | null;
  keys: PhoneKeys;
}

/** How a desk phone sets itself up: what it needs to begin, how it stands, and what its keys show. */
export function PhoneSetup(props: PhoneSetupProps) {
  const { setup, phoneId, keys, firmware } = props;
  const { t } = useWords();
  const [start, setStart] = useState<PhoneFirstStart | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const begin = (made: PhoneFirstStart) => {
    setStart(made);
    setIsOpen(false);
  };
  return (
    <Group title={t(($) => $.admin.phoneSetup.title)} text={t(($) => $.admin.phoneSetup.text)}>
      {setup === null ? null : <Standing setup={setup} firmware={firmware} />}
      {start === null || isOpen ? null : <FirstStart start={start} />}
      {isOpen || (setup === null && start === null) ? <SetupForm {...props} onStart={begin} /> : null}
      {setup === null ? null : (
        <Kept phoneId={phoneId} keys={keys} isOpen={isOpen} onAgain={() => setIsOpen(!isOpen)} />
      )}
    </Group>
  );
}

interface SetupFormProps extends PhoneSetupProps {
  onStart: (start: PhoneFirstStart) => void;
}

/** The vendor, the model and the address of a phone that is to set itself up, or to start over. */
function SetupForm({ phoneId, name, setup, isRegistered, keys, onStart }: SetupFormProps) {
  const { t } = useWords();
  const [question, setQuestion] = useState<Question | null>(null);
  const editor = useEditor<SetupValues, z.output<typeof newPhoneSetup>>({
    values: setupValues(setup),
    schema: newPhoneSetup,
    save: async (values) => {
      const body = { ...values, keys: keys.keys };
      try {
        const start = await call(adminDeviceRoutes.setUpDeskPhone, { params: { phoneId }, body });
        keys.took(body.keys);
        onStart(start);
      } catch (error) {
        keys.refuse(error);
        throw error;
      }
    },
  });
  const { register, formState } = editor.form;
  const submit = async () => {
    if (editor.busy || question !== null) return;
    const isAsked = takesDown(setup, isRegistered) && (await editor.form.trigger());
    if (!isAsked) return await editor.submit();
    setQuestion({
      title: t(($) => $.admin.phoneSetup.again.title, { name }),
      text: t(($) => $.admin.phoneSetup.again.text),
      action: t(($) => $.admin.phoneSetup.start),
      run: () => editor.submit(),
    });
  };
  // What the schema found has a type; what the server refused has words of its own.
  const isWrongMac = formState.errors.mac?.type !== undefined;
  return (
    <>
      <NeedsHttps beside="settings" />
      <Select
        label={t(($) => $.admin.phoneSetup.vendor)}
        options={phoneVendors.map((value) => ({ value, label: t(($) => $.admin.phoneSetup.vendors[value]) }))}
        {...register('vendor')}
      />
      <Field
        label={t(($) => $.admin.phoneSetup.model)}
        help={t(($) => $.admin.phoneSetup.modelHelp)}
        autoComplete="off"
        error={editor.error('model')}
        onKeyDown={byEnter(submit)}
        {...register('model')}
      />
      <Field
        label={t(($) => $.admin.phoneSetup.mac)}
        help={t(($) => $.admin.phoneSetup.macHelp)}
        autoComplete="off"
        spellCheck={false}
        error={isWrongMac ? t(($) => $.admin.phoneSetup.macWrong) : editor.error('mac')}
        onKeyDown={byEnter(submit)}
        {...register('mac')}
      />
      <div className="flex items-center gap-3">
        <Button disabled={editor.busy} onClick={() => void submit()}>
          {t(($) => $.admin.phoneSetup.start)}
        </Button>
        <span role="alert" className="text-12 text-missed">
          {editor.error('address') ?? editor.problem}
        </span>
      </div>
      <ConfirmDialog question={question} onClose={() => setQuestion(null)} />
    </>
  );
}

function Standing({ setup, firmware }: { setup: Setup; firmware: string | null }) {
  const { t, language } = useWords();
  const moment = setup.state === 'fetched' ? setup.fetchedAt : setup.waitsUntil;
  const at = moment === null ? '' : formatMoment(moment, language);
  return (
    <dl className="grid grid-cols-[172px_1fr] gap-y-2">
      <dt className="text-ink-3">{t(($) => $.admin.phoneSetup.model)}</dt>
      <dd>
        {t(($) => $.admin.phoneSetup.vendors[setup.vendor])} {setup.model}
      </dd>
      <dt className="text-ink-3">{t(($) => $.admin.phoneSetup.mac)}</dt>
      <dd>{printedMac(setup.mac)}</dd>
      <dt className="text-ink-3">{t(($) => $.admin.phones.state)}</dt>
      <dd>{t(($) => $.admin.phoneSetup.states[setup.state], { at })}</dd>
      {firmware === null ? null : (
        <>
          <dt className="text-ink-3">{t(($) => $.admin.phoneSetup.version)}</dt>
          <dd>{firmware}</dd>
        </>
      )}
      {setup.userAgent === null ? null : (
        <>
          <dt className="text-ink-3">{t(($) => $.admin.phoneSetup.asks)}</dt>
          <dd>{setup.userAgent}</dd>
        </>
      )}
    </dl>
  );
}

interface KeptProps {
  phoneId: string;
  keys: PhoneKeys;
  /** Whether the form for a new address is open. */
  isOpen: boolean;
  onAgain: () => void;
}

/** What can be done with a phone that sets itself up. */
function Kept({ phoneId, keys, isOpen, onAgain }: KeptProps) {
  const { t } = useWords();
  const { run, busy } = useRun();
  const sync = async () => {
    const answer = await run(() => call(adminDeviceRoutes.syncDeskPhone, { params: { phoneId } }), null);
    if (!answer) return;
    const title = t(($) => (answer.told > 0 ? $.admin.phoneSetup.synced : $.admin.phoneSetup.notSynced));
    toast({ tone: 'ok', title });
  };
  return (
    <>
      <p className="text-12 text-ink-3">{t(($) => $.admin.phoneSetup.keysText)}</p>
      <KeysOfPhone keys={keys.keys} error={keys.error} onChange={keys.choose} />
      <div className="flex flex-wrap gap-2">
        <Button disabled={keys.busy || !keys.dirty} onClick={() => void keys.save()}>
          {t(($) => $.admin.phoneSetup.saveKeys)}
        </Button>
        <Button disabled={busy} onClick={() => void sync()}>
          <Icon of={RefreshCw} />
          {t(($) => $.admin.phoneSetup.sync)}
        </Button>
        <Button aria-expanded={isOpen} onClick={onAgain}>
          {t(($) => $.admin.phoneSetup.again.action)}
        </Button>
      </div>
    </>
  );
}
