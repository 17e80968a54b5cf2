import {
  newPhoneSetup,
  type PhoneFirstStart,
  phoneVendors,
  type PhoneSetup as Setup,
} from '@sidetone/contract/entities/phone-setup.ts';
import { adminDeviceRoutes } from '@sidetone/contract/http/admin/device-routes.ts';
import { printedMac } from '@sidetone/contract/rules/phone-setup-address.ts';
import { RefreshCw } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import type { z } from 'zod';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Select } from '#ui/Select.tsx';
import { toast } from '#ui/toasts.ts';
import { ConfirmDialog, type Question } from '../ConfirmDialog.tsx';
import { Group } from '../EditorPanel.tsx';
import { formatMoment } from '../format.ts';
import { useRun } from '../run.ts';
import { useEditor } from '../use-editor.ts';
import { FirstStart } from './FirstStart.tsx';
import { KeysOfPhone } from './KeysOfPhone.tsx';
import { type SetupValues, setupValues } from './setup-form.ts';

interface PhoneSetupProps {
  phoneId: string;
  /** Of the phone. */
  name: string;
  /** Null where somebody types the settings. */
  setup: Setup | null;
}

/** How a desk phone sets itself up: what it needs to begin, how it stands, and what its keys show. */
export function PhoneSetup({ phoneId, name, setup }: PhoneSetupProps) {
  const { t } = useWords();
  const [start, setStart] = useState<PhoneFirstStart | null>(null);
  return (
    <Group title={t(($) => $.admin.phoneSetup.title)} text={t(($) => $.admin.phoneSetup.text)}>
      {setup === null ? null : <Standing setup={setup} />}
      {start === null ? null : <FirstStart start={start} />}
      {setup === null && start === null ? <NewSetup phoneId={phoneId} onStart={setStart} /> : null}
      {setup === null ? null : (
        <Kept key={setup.keys.join()} phoneId={phoneId} name={name} setup={setup} onStart={setStart} />
      )}
    </Group>
  );
}

/** The vendor, the model and the address of a phone that is to set itself up. */
function NewSetup({ phoneId, onStart }: { phoneId: string; onStart: (start: PhoneFirstStart) => void }) {
  const { t } = useWords();
  const editor = useEditor<SetupValues, z.output<typeof newPhoneSetup>>({
    values: setupValues(null),
    schema: newPhoneSetup,
    save: async (body) => onStart(await call(adminDeviceRoutes.setUpDeskPhone, { params: { phoneId }, body })),
  });
  const { register } = editor.form;
  // The form around it, if any, is about something else.
  const submitsByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    void editor.submit();
  };
  return (
    <>
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
        onKeyDown={submitsByEnter}
        {...register('model')}
      />
      <Field
        label={t(($) => $.admin.phoneSetup.mac)}
        help={t(($) => $.admin.phoneSetup.macHelp)}
        autoComplete="off"
        spellCheck={false}
        error={editor.error('mac')}
        onKeyDown={submitsByEnter}
        {...register('mac')}
      />
      <div className="flex items-center gap-3">
        <Button disabled={editor.busy} onClick={() => void editor.submit()}>
          {t(($) => $.admin.phoneSetup.start)}
        </Button>
        <span role="alert" className="text-12 text-missed">
          {editor.problem}
        </span>
      </div>
    </>
  );
}

function Standing({ setup }: { setup: Setup }) {
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
      {setup.userAgent === null ? null : (
        <>
          <dt className="text-ink-3">{t(($) => $.admin.phoneSetup.version)}</dt>
          <dd>{setup.userAgent}</dd>
        </>
      )}
    </dl>
  );
}

interface KeptProps {
  phoneId: string;
  name: string;
  setup: Setup;
  onStart: (start: PhoneFirstStart | null) => void;
}

/** What can be done with a phone that sets itself up. */
function Kept({ phoneId, name, setup, onStart }: KeptProps) {
  const { t } = useWords();
  const { run, busy } = useRun();
  const [keys, setKeys] = useState(setup.keys);
  const [question, setQuestion] = useState<Question | null>(null);
  const params = { phoneId };
  /** Asks the phone to fetch, or has what it fetches changed first. */
  const tell = async (work: () => Promise<{ told: number }>) => {
    const answer = await run(work, null);
    if (!answer) return;
    const title = t(($) => (answer.told > 0 ? $.admin.phoneSetup.synced : $.admin.phoneSetup.notSynced));
    toast({ tone: 'ok', title });
  };
  const askAgain = () =>
    setQuestion({
      title: t(($) => $.admin.phoneSetup.again.title, { name }),
      text: t(($) => $.admin.phoneSetup.again.text),
      action: t(($) => $.admin.phoneSetup.again.action),
      run: async () => {
        const body = setupValues(setup);
        onStart(await run(() => call(adminDeviceRoutes.setUpDeskPhone, { params, body }), null));
      },
    });
  return (
    <>
      <p className="text-12 text-ink-3">{t(($) => $.admin.phoneSetup.keysText)}</p>
      <KeysOfPhone keys={keys} onChange={setKeys} />
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={busy || keys.join() === setup.keys.join()}
          onClick={() => void tell(() => call(adminDeviceRoutes.changeDeskPhoneKeys, { params, body: { keys } }))}
        >
          {t(($) => $.admin.phoneSetup.saveKeys)}
        </Button>
        <Button disabled={busy} onClick={() => void tell(() => call(adminDeviceRoutes.syncDeskPhone, { params }))}>
          <Icon of={RefreshCw} />
          {t(($) => $.admin.phoneSetup.sync)}
        </Button>
        <Button disabled={busy} onClick={askAgain}>
          {t(($) => $.admin.phoneSetup.again.action)}
        </Button>
      </div>
      <ConfirmDialog question={question} onClose={() => setQuestion(null)} />
    </>
  );
}
