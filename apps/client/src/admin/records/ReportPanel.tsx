import { type ReportSettings, reportRhythms, reportSettings } from '@sidetone/contract/entities/alarm.ts';
import { adminAlarmRoutes } from '@sidetone/contract/http/admin/alarm-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Select } from '#ui/Select.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { useAdminAccount } from '../directory.ts';
import { EditorPanel } from '../EditorPanel.tsx';
import { addressesIn, problemOfLines } from '../health/address-lines.ts';
import { useEditor } from '../use-editor.ts';

/** Who gets a report of the calls of the company by email, and how often. */
export function ReportPanel({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  const loaded = useQuery({
    queryKey: ['report-settings'],
    queryFn: async () => (await call(adminAlarmRoutes.reportSettings, {})).settings,
    // What somebody else saved meanwhile would be a conflict.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (loaded.data) return <ReportForm settings={loaded.data} onClose={onClose} />;
  return (
    <EditorPanel title={t(($) => $.admin.alarms.reports.title)} onClose={onClose}>
      {loaded.isError ? <p role="alert">{t(($) => $.admin.alarms.settings.notLoaded)}</p> : <Spinner />}
    </EditorPanel>
  );
}

interface Values {
  rhythm: ReportSettings['rhythm'];
  emails: string;
  language: ReportSettings['language'];
}

function ReportForm({ settings, onClose }: { settings: ReportSettings; onClose: () => void }) {
  const { t } = useWords();
  const editor = useEditor<Values, ReportSettings>({
    values: { rhythm: settings.rhythm, emails: settings.emails.join('\n'), language: settings.language },
    schema: reportSettings,
    shape: ({ emails, ...values }) => ({ ...values, emails: addressesIn(emails), rev: settings.rev }),
    save: async (body) => {
      await call(adminAlarmRoutes.saveReportSettings, { body });
      onClose();
    },
    saved: t(($) => $.admin.alarms.reports.saved),
  });
  const { register, formState } = editor.form;
  const sendsMail = useAdminAccount()?.sendsMail ?? true;
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
      <Select
        label={t(($) => $.admin.alarms.settings.language)}
        options={(['de', 'en'] as const).map((value) => ({
          value,
          label: t(($) => $.admin.alarms.settings.languages[value]),
        }))}
        {...register('language')}
      />
    </EditorPanel>
  );
}
