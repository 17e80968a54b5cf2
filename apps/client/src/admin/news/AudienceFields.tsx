import { infoBannerProducts, infoBannerSystems } from '@sidetone/contract/entities/banner.ts';
import { integrationRoutes } from '@sidetone/contract/http/integration-routes.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { UseFormRegister } from 'react-hook-form';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Field } from '#ui/Field.tsx';
import { Switch } from '#ui/Switch.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { Group } from '../EditorPanel.tsx';
import type { BannerValues } from './banner-form.ts';

interface AudienceFieldsProps {
  editor: {
    form: { register: UseFormRegister<BannerValues> };
    error: (path: string) => string | undefined;
  };
  /** Integrations that the banner is for already. */
  chosen: readonly string[];
  /** Only the operator of the server speaks to other accounts. */
  runsServer: boolean;
}

/** The audience of a banner. */
export function AudienceFields({ editor, chosen, runsServer }: AudienceFieldsProps) {
  const { t } = useWords();
  const { register } = editor.form;
  const supported = useQuery({
    queryKey: ['supportedIntegrations', 'news'],
    queryFn: ({ signal }) => call(integrationRoutes.supportedIntegrations, {}, { signal }),
  });
  const offered = (supported.data?.integrations ?? []).filter(({ isBuiltIn }) => !isBuiltIn);
  const integrations = [
    ...offered.map(({ name, displayName }) => ({ value: name, label: displayName })),
    ...chosen.filter((name) => !offered.some((one) => one.name === name)).map((name) => ({ value: name, label: name })),
  ];
  const optional = (label: string) => `${label} (${t(($) => $.admin.optional)})`;
  return (
    <Group title={t(($) => $.admin.news.audience)} text={t(($) => $.admin.news.audienceText)}>
      {runsServer ? (
        <Switch
          label={t(($) => $.admin.news.isForAllAccounts)}
          help={t(($) => $.admin.news.isForAllAccountsHelp)}
          {...register('isForAllAccounts')}
        />
      ) : null}
      <Switch label={t(($) => $.admin.news.testAccountOnly)} {...register('testAccountOnly')} />
      <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
        <Field
          label={optional(t(($) => $.admin.news.fromVersion))}
          placeholder="1.0.0"
          error={editor.error('fromVersion')}
          {...register('fromVersion')}
        />
        <Field
          label={optional(t(($) => $.admin.news.toVersion))}
          placeholder="1.4.0"
          help={t(($) => $.admin.news.versionHelp)}
          error={editor.error('toVersion')}
          {...register('toVersion')}
        />
      </div>
      <Choices legend={t(($) => $.admin.news.os)}>
        {infoBannerSystems.map((value) => (
          <Checkbox key={value} value={value} label={t(($) => $.admin.news.systems[value])} {...register('os')} />
        ))}
      </Choices>
      <Choices legend={t(($) => $.admin.news.product)}>
        {infoBannerProducts.map((value) => (
          <Checkbox key={value} value={value} label={t(($) => $.admin.news.products[value])} {...register('product')} />
        ))}
      </Choices>
      {integrations.length === 0 ? null : (
        <Choices legend={t(($) => $.admin.news.crm)}>
          {integrations.map(({ value, label }) => (
            <Checkbox key={value} value={value} label={label} {...register('crm')} />
          ))}
        </Choices>
      )}
      <TextArea
        label={optional(t(($) => $.admin.news.registrars))}
        rows={2}
        help={t(($) => $.admin.news.registrarsHelp)}
        error={editor.error('registrars') ?? editor.error('registrars.0')}
        {...register('registrars')}
      />
    </Group>
  );
}

function Choices({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-1 font-med text-12 text-ink-2">{legend}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">{children}</div>
    </fieldset>
  );
}
