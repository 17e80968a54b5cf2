import {
  type SignOnGroup,
  type SingleSignOn,
  type SingleSignOnChange,
  signOnRefusals,
  singleSignOnChange,
} from '@sidetone/contract/entities/single-sign-on.ts';
import { adminSignOnRoutes } from '@sidetone/contract/http/sign-in/single-sign-on-routes.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Field } from '#ui/Field.tsx';
import { PasswordField } from '#ui/PasswordField.tsx';
import { Select } from '#ui/Select.tsx';
import { Switch } from '#ui/Switch.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { FormPart } from '../company/FormPart.tsx';
import { RemovalButton } from '../setting/RemovalButton.tsx';
import { useSettingEditor } from '../setting/use-setting-editor.ts';
import { GroupRows } from './GroupRows.tsx';

interface ProviderFormProps {
  settings: SingleSignOn | null;
  onSaved: (settings: SingleSignOn | null) => void;
  /** Someone else has changed it. */
  onOutdated: () => void;
}

interface Values {
  issuer: string;
  clientId: string;
  secret: string;
  isOn: boolean;
  /** One a line. */
  domains: string;
  isRequired: boolean;
  createsUsers: boolean;
  trustsAddresses: boolean;
  steps: SingleSignOn['steps'];
  groupClaim: string;
  groups: SignOnGroup[];
  endsAtProvider: boolean;
}

/** The provider, who may come from it, and what their groups give them. */
export function ProviderForm({ settings, onSaved, onOutdated }: ProviderFormProps) {
  const { t } = useWords();
  const editor = useProviderEditor(settings, onSaved, onOutdated);
  const { register, watch, setValue, formState } = editor.form;
  const steps = (['stated', 'always'] as const).map((value) => ({
    value,
    label: t(($) => $.admin.sso.steps[value]),
  }));
  // The list has an error for each faulty line, but there is only one field to show it.
  const ofDomains = formState.errors.domains as { message?: string } | undefined;
  return (
    <div className="grid gap-3">
      <FormPart title={t(($) => $.admin.sso.provider)} text={t(($) => $.admin.sso.about)} editor={editor}>
        <Switch label={t(($) => $.admin.sso.isOn)} {...register('isOn')} />
        <Field
          label={t(($) => $.admin.sso.issuer)}
          placeholder="https://login.company.example/realms/company"
          help={t(($) => $.admin.sso.issuerHelp)}
          autoCapitalize="none"
          spellCheck={false}
          error={editor.error('issuer')}
          {...register('issuer')}
        />
        <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
          <Field
            label={t(($) => $.admin.sso.clientId)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={editor.error('clientId')}
            {...register('clientId')}
          />
          <PasswordField
            label={t(($) => $.admin.sso.secret)}
            showLabel={t(($) => $.admin.sso.showSecret)}
            hideLabel={t(($) => $.admin.sso.hideSecret)}
            autoComplete="new-password"
            placeholder={settings?.hasSecret ? t(($) => $.admin.sso.secretKept) : undefined}
            error={editor.error('secret')}
            {...register('secret')}
          />
        </div>
        <TextArea
          label={t(($) => $.admin.sso.domains)}
          rows={2}
          placeholder="company.example"
          help={t(($) => $.admin.sso.domainsHelp)}
          error={ofDomains ? (ofDomains.message ?? t(($) => $.admin.sso.domainsWrong)) : undefined}
          {...register('domains')}
        />
        <Switch
          label={t(($) => $.admin.sso.createsUsers)}
          help={t(($) => $.admin.sso.createsUsersHelp)}
          {...register('createsUsers')}
        />
        <Switch
          label={t(($) => $.admin.sso.isRequired)}
          help={t(($) => $.admin.sso.isRequiredHelp)}
          {...register('isRequired')}
        />
        {editor.error('isRequired') === undefined ? null : (
          <p role="alert" className="text-12 text-missed">
            {editor.error('isRequired')}
          </p>
        )}
        <Switch
          label={t(($) => $.admin.sso.trustsAddresses)}
          help={t(($) => $.admin.sso.trustsAddressesHelp)}
          {...register('trustsAddresses')}
        />
        <Switch
          label={t(($) => $.admin.sso.endsAtProvider)}
          help={t(($) => $.admin.sso.endsAtProviderHelp)}
          {...register('endsAtProvider')}
        />
        <Select label={t(($) => $.admin.sso.stepsLabel)} options={steps} {...register('steps')} />
        <Field
          label={t(($) => $.admin.sso.groupClaim)}
          help={t(($) => $.admin.sso.groupClaimHelp)}
          autoCapitalize="none"
          spellCheck={false}
          error={editor.error('groupClaim')}
          {...register('groupClaim')}
        />
        <GroupRows
          groups={watch('groups')}
          error={editor.error}
          onChange={(groups) => setValue('groups', groups, { shouldDirty: true })}
        />
      </FormPart>
      {settings === null ? null : (
        <RemovalButton
          words={{
            title: t(($) => $.admin.sso.removeAsk.title),
            text: t(($) => $.admin.sso.removeAsk.text),
            action: t(($) => $.admin.sso.remove),
            done: t(($) => $.admin.sso.removed),
          }}
          remove={async () => {
            await call(adminSignOnRoutes.removeSingleSignOn, {});
            editor.form.reset();
            onSaved(null);
          }}
        />
      )}
    </div>
  );
}

function useProviderEditor(
  settings: SingleSignOn | null,
  onSaved: ProviderFormProps['onSaved'],
  onOutdated: ProviderFormProps['onOutdated'],
) {
  const { t } = useWords();
  return useSettingEditor<SingleSignOn | null, Values, SingleSignOnChange>({
    setting: settings,
    valuesOf,
    onOutdated,
    schema: singleSignOnChange,
    shape: (values) => ({
      ...values,
      rev: settings?.rev ?? 0,
      domains: values.domains.split(/[\s,;]+/).filter((domain) => domain !== ''),
      secret: values.secret === '' ? null : values.secret,
    }),
    place: (path) => (path.startsWith('domains') ? 'domains' : path),
    refusal: (_path, reason) => {
      const known = signOnRefusals.find((one) => one === reason);
      return known && t(($) => $.admin.sso.refusals[known]);
    },
    save: async (body) => {
      const { settings: saved } = await call(adminSignOnRoutes.saveSingleSignOn, { body });
      onSaved(saved);
    },
    saved: t(($) => $.admin.sso.saved),
  });
}

const valuesOf = (settings: SingleSignOn | null): Values => ({
  issuer: settings?.issuer ?? '',
  clientId: settings?.clientId ?? '',
  secret: '',
  isOn: settings?.isOn ?? true,
  domains: settings?.domains.join('\n') ?? '',
  isRequired: settings?.isRequired ?? false,
  createsUsers: settings?.createsUsers ?? true,
  trustsAddresses: settings?.trustsAddresses ?? false,
  steps: settings?.steps ?? 'stated',
  groupClaim: settings?.groupClaim ?? 'groups',
  groups: settings?.groups ?? [],
  endsAtProvider: settings?.endsAtProvider ?? false,
});
