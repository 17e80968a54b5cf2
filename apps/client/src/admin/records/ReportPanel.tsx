import { type ReportSettings, reportRhythms, reportSettings } from '@sidetone/contract/entities/alarm.ts';
import { adminAlarmRoutes } from '@sidetone/contract/http/admin/alarm-routes.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Select } from '#ui/Select.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { useCompanyFacts } from '../directory.ts';
import { EditorPanel } from '../EditorPanel.tsx';
import { addressesIn, problemOfLines } from '../health/address-lines.ts';
import { MailLanguageSelect } from '../health/MailLanguageSelect.tsx';
import { useSetting } from '../setting/use-setting.tsx';
import { useSettingEditor } from '../setting/use-setting-editor.ts';

const load = async () => (await call(adminAlarmRoutes.reportSettings, {})).settings;

/** Who gets a report of the calls of the company by email, and how often. */
export function ReportPanel({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  const { setting, reload, instead } = useSetting<ReportSettings>({
    load,
    name: 'the settings of reports',
    problem: t(($) => $.admin.alarms.settings.notLoaded),
  });
  if (setting) return <ReportForm settings={setting} onOutdated={reload} onClose={onClose} />;
  return (
    <EditorPanel title={t(($) => $.admin.alarms.reports.title)} onClose={onClose}>
      {instead}
    </EditorPanel>
  );
}

interface Values {
  rhythm: ReportSettings['rhythm'];
  emails: string;
  language: ReportSettings['language'];
}

interface ReportFormProps {
  settings: ReportSettings;
  onOutdated: () => void;
  onClose: () => void;
}

function ReportForm({ settings, onOutdated, onClose }: ReportFormProps) {
  const { t } = useWords();
  const editor = useSettingEditor<ReportSettings, Values, ReportSettings>({
    setting: settings,
    valuesOf,
    onOutdated,
    schema: reportSettings,
    shape: ({ emails, ...values }) => ({ ...values, emails: addressesIn(emails), rev: settings.rev }),
    save: async (body) => {
      await call(adminAlarmRoutes.saveReportSettings, { body });
      onClose();
    },
    saved: t(($) => $.admin.alarms.reports.saved),
  });
  const { register, formState } = editor.form;
  const sendsMail = useCompanyFacts()?.sendsMail ?? true;
  return (
    <EditorPanel
      title={t(($) => $.admin.alarms.reports.title)}
      subtitle={t(($) => $.admin.alarms.reports.text)}
      onClose={onClose}
      dirty={editor.dirty}
      busy={editor.busy}
      problem={editor.problem}
      onSubmit={() => void editor.submit()}
    >
      <Select
        label={t(($) => $.admin.alarms.reports.rhythm)}
        options={reportRhythms.map((value) => ({ value, label: t(($) => $.admin.alarms.reports.rhythms[value]) }))}
        {...register('rhythm')}
      />
      <TextArea
        label={t(($) => $.admin.alarms.settings.emails)}
        rows={3}
        help={t(($) => (sendsMail ? $.admin.alarms.settings.emailsHelp : $.admin.alarms.settings.noMail))}
        error={problemOfLines(formState.errors.emails)}
        {...register('emails')}
      />
      <MailLanguageSelect {...register('language')} />
    </EditorPanel>
  );
}

const valuesOf = ({ rhythm, emails, language }: ReportSettings): Values => ({
  rhythm,
  emails: emails.join('\n'),
  language,
});
