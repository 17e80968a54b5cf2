import type { AiSettings, AiSettingsChange } from '@sidetone/contract/entities/ai-settings.ts';
import { adminAiRoutes } from '@sidetone/contract/http/admin/ai-routes.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Select } from '#ui/Select.tsx';
import { Switch } from '#ui/Switch.tsx';
import { Group } from '../EditorPanel.tsx';
import { useRun } from '../run.ts';

const soundHours = [0, 1, 6, 12, 24, 48, 72] as const;

/** How calls of the company are documented; each choice is taken immediately. */
export function CompanyForm({ settings }: { settings: AiSettings }) {
  const { t } = useWords();
  const { run, busy } = useRun();
  const change = (body: AiSettingsChange) =>
    void run(() => call(adminAiRoutes.changeAiSettings, { body }), { title: t(($) => $.admin.saved) });
  const { documentation, language } = settings;
  const hours = [...new Set([...soundHours, settings.soundHours])].sort((a, b) => a - b);
  return (
    <Group title={t(($) => $.admin.ai.company.title)}>
      <div className="grid max-w-[480px] gap-4">
        <Select
          label={t(($) => $.admin.ai.company.documentation)}
          help={t(($) => $.admin.ai.company.documentationHelp)}
          disabled={busy}
          value={documentation}
          options={(['all', 'recorded'] as const).map((value) => ({
            value,
            label: t(($) => $.admin.ai.company.documentations[value]),
          }))}
          onChange={(event) => change({ documentation: event.target.value as AiSettings['documentation'] })}
        />
        <Select
          label={t(($) => $.admin.ai.company.language)}
          disabled={busy}
          value={language}
          options={(['call', 'de', 'en'] as const).map((value) => ({
            value,
            label: t(($) => $.admin.ai.company.languages[value]),
          }))}
          onChange={(event) => change({ language: event.target.value as AiSettings['language'] })}
        />
        <Select
          label={t(($) => $.admin.ai.company.soundHours)}
          help={t(($) => $.admin.ai.company.soundHoursHelp)}
          disabled={busy}
          value={String(settings.soundHours)}
          options={hours.map((value) => ({
            value: String(value),
            label:
              value === 0
                ? t(($) => $.admin.ai.company.hours.none)
                : t(($) => $.admin.ai.company.hours.some, { hours: value }),
          }))}
          onChange={(event) => change({ soundHours: Number(event.target.value) })}
        />
        <Switch
          label={t(($) => $.admin.ai.company.redacts)}
          help={t(($) => $.admin.ai.company.redactsHelp)}
          disabled={busy}
          checked={settings.redacts}
          onChange={(event) => change({ redacts: event.target.checked })}
        />
      </div>
    </Group>
  );
}
