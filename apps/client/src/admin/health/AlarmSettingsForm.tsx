import {
  type AlarmKind,
  type AlarmSettings,
  alarmKinds,
  alarmSettings,
  serverAlarmKinds,
} from '@sidetone/contract/entities/alarm.ts';
import { adminAlarmRoutes } from '@sidetone/contract/http/admin/alarm-routes.ts';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Field } from '#ui/Field.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { CopyField } from '../CopyField.tsx';
import { FormPart } from '../company/FormPart.tsx';
import { useAdminAccount } from '../directory.ts';
import { useSettingEditor } from '../setting/use-setting-editor.ts';
import { AlarmTestButton } from './AlarmTestButton.tsx';
import { addressesIn, problemOfLines } from './address-lines.ts';
import { MailLanguageSelect } from './MailLanguageSelect.tsx';

interface Values {
  emails: string;
  language: 'de' | 'en';
  webhookUrl: string;
  mostWaiting: string;
  mostWaitSeconds: string;
  /** Kinds that are reported. */
  kinds: AlarmKind[];
}

interface AlarmSettingsFormProps {
  settings: AlarmSettings;
  onSaved: (settings: AlarmSettings) => void;
  onOutdated: () => void;
}

/** Where alarms are reported, and which of them. */
export function AlarmSettingsForm({ settings, onSaved, onOutdated }: AlarmSettingsFormProps) {
  const { t } = useWords();
  const [secret, setSecret] = useState<string | null>(null);
  const editor = useSettingsEditor(settings, onOutdated, (saved, made) => {
    setSecret(made);
    onSaved(saved);
  });
  const { register, formState } = editor.form;
  const sendsMail = useAdminAccount()?.sendsMail ?? true;
  const isOff = settings.emails.length === 0 && settings.webhookUrl === '';
  return (
    <div className="grid gap-3">
      <FormPart
        title={t(($) => $.admin.alarms.settings.title)}
        text={t(($) => (isOff ? $.admin.alarms.settings.off : $.admin.alarms.settings.text))}
        editor={editor}
      >
        <TextArea
          label={t(($) => $.admin.alarms.settings.emails)}
          rows={2}
          help={t(($) => (sendsMail ? $.admin.alarms.settings.emailsHelp : $.admin.alarms.settings.noMail))}
          error={problemOfLines(formState.errors.emails)}
          {...register('emails')}
        />
        <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
          <MailLanguageSelect {...register('language')} />
          <Field
            label={`${t(($) => $.admin.alarms.settings.webhook)} (${t(($) => $.admin.optional)})`}
            type="url"
            placeholder="https://"
            help={t(($) => $.admin.alarms.settings.webhookHelp)}
            error={editor.error('webhookUrl')}
            {...register('webhookUrl')}
          />
          {(['mostWaiting', 'mostWaitSeconds'] as const).map((limit) => (
            <Field
              key={limit}
              label={`${t(($) => $.admin.alarms.settings[limit])} (${t(($) => $.admin.optional)})`}
              inputMode="numeric"
              help={t(($) => $.admin.alarms.settings.limitHelp)}
              error={editor.error(limit)}
              {...register(limit)}
            />
          ))}
        </div>
        <Kinds register={register('kinds')} />
      </FormPart>
      {secret === null ? null : (
        <div className="grid gap-1">
          <CopyField label={t(($) => $.admin.alarms.secret.title)} value={secret} />
          <p className="text-12 text-ink-2">{t(($) => $.admin.alarms.secret.text)}</p>
        </div>
      )}
      {isOff ? null : <AlarmTestButton key={settings.rev} />}
    </div>
  );
}

/** What is reported; alarms of the server are for those who run it. */
function Kinds({ register }: { register: object }) {
  const { t } = useWords();
  const runsServer = useAdminAccount()?.runsServer ?? false;
  const shown = alarmKinds.filter((kind) => runsServer || !serverAlarmKinds.includes(kind));
  return (
    <fieldset className="grid grid-cols-2 gap-2 max-[559px]:grid-cols-1">
      <legend className="mb-1 font-med">{t(($) => $.admin.alarms.settings.kinds)}</legend>
      {shown.map((kind) => (
        <Checkbox key={kind} value={kind} label={t(($) => $.admin.alarms.settings.kindOf[kind])} {...register} />
      ))}
    </fieldset>
  );
}

function useSettingsEditor(
  settings: AlarmSettings,
  onOutdated: () => void,
  onSaved: (settings: AlarmSettings, secret: string | null) => void,
) {
  const { t } = useWords();
  const problems: Readonly<Record<string, string>> = {
    privateHost: t(($) => $.admin.alarms.settings.privateHost),
    notAnAddress: t(($) => $.admin.alarms.settings.notAnAddress),
    insecure: t(($) => $.admin.alarms.settings.insecure),
  };
  return useSettingEditor<AlarmSettings, Values, AlarmSettings>({
    setting: settings,
    valuesOf,
    onOutdated,
    schema: alarmSettings,
    shape: (values) => ({
      emails: addressesIn(values.emails),
      language: values.language,
      webhookUrl: values.webhookUrl,
      mostWaiting: countOrNull(values.mostWaiting),
      mostWaitSeconds: countOrNull(values.mostWaitSeconds),
      off: alarmKinds.filter((kind) => !values.kinds.includes(kind)),
      rev: settings.rev,
    }),
    refusal: (_path, reason) => problems[reason],
    save: async (body) => {
      const saved = await call(adminAlarmRoutes.saveAlarmSettings, { body });
      onSaved(saved.settings, saved.secret);
    },
    saved: t(($) => $.admin.alarms.settings.saved),
  });
}

const valuesOf = (settings: AlarmSettings): Values => ({
  emails: settings.emails.join('\n'),
  language: settings.language,
  webhookUrl: settings.webhookUrl,
  mostWaiting: settings.mostWaiting?.toString() ?? '',
  mostWaitSeconds: settings.mostWaitSeconds?.toString() ?? '',
  kinds: alarmKinds.filter((kind) => !settings.off.includes(kind)),
});

const countOrNull = (text: string) => (text.trim() === '' ? null : Number(text));
