import {
  type MailSecurity,
  type MailServer,
  type MailServerChange,
  mailServerChange,
} from '@sidetone/contract/entities/mail.ts';
import { adminMailRoutes } from '@sidetone/contract/http/mail-routes.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Field } from '#ui/Field.tsx';
import { PasswordField } from '#ui/PasswordField.tsx';
import { Select } from '#ui/Select.tsx';
import { FormPart } from '../company/FormPart.tsx';
import { RemovalButton } from '../setting/RemovalButton.tsx';
import { useSettingEditor } from '../setting/use-setting-editor.ts';

interface ServerFormProps {
  server: MailServer | null;
  /** The sender that the operator set up; null: they have no mail server. */
  operatorFrom: string | null;
  onSaved: (server: MailServer | null) => void;
  /** Someone else has changed it. */
  onOutdated: () => void;
}

interface Values {
  host: string;
  port: string;
  security: MailSecurity;
  user: string;
  password: string;
  fromAddress: string;
  fromName: string;
}

/** The ports that mail servers usually have. */
const usualPorts: Readonly<Record<MailSecurity, string>> = { starttls: '587', tls: '465' };

/** By which server mail of the account goes out. */
export function ServerForm({ server, operatorFrom, onSaved, onOutdated }: ServerFormProps) {
  const { t } = useWords();
  const editor = useServerEditor(server, onSaved, onOutdated);
  const { register, setValue, getValues } = editor.form;
  const securities = (['starttls', 'tls'] as const).map((value) => ({
    value,
    label: t(($) => $.admin.mail.securities[value]),
  }));
  const choose = (security: MailSecurity) => {
    const isUsual = Object.values(usualPorts).includes(getValues('port'));
    setValue('security', security, { shouldDirty: true });
    if (isUsual) setValue('port', usualPorts[security], { shouldDirty: true });
  };
  const usesOperator = server === null && operatorFrom !== null;
  return (
    <div className="grid gap-3">
      <FormPart
        title={t(($) => $.admin.mail.server)}
        text={
          usesOperator
            ? t(($) => $.admin.mail.byOperator, { sender: operatorFrom })
            : t(($) => (server === null ? $.admin.mail.none : $.admin.mail.about))
        }
        editor={editor}
      >
        <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
          <Field
            label={t(($) => $.admin.mail.host)}
            placeholder="smtp.company.example"
            autoCapitalize="none"
            spellCheck={false}
            error={editor.error('host')}
            {...register('host')}
          />
          <Field
            label={t(($) => $.admin.mail.port)}
            inputMode="numeric"
            error={editor.error('port')}
            {...register('port')}
          />
          <Select
            label={t(($) => $.admin.mail.security)}
            options={securities}
            error={editor.error('security')}
            {...register('security')}
            onChange={(event) => choose(event.target.value === 'tls' ? 'tls' : 'starttls')}
          />
          <span className="max-[559px]:hidden" />
          <Field
            label={t(($) => $.admin.mail.user)}
            help={t(($) => $.admin.mail.userHelp)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={editor.error('user')}
            {...register('user')}
          />
          <PasswordField
            label={t(($) => $.admin.mail.password)}
            showLabel={t(($) => $.admin.mail.showPassword)}
            hideLabel={t(($) => $.admin.mail.hidePassword)}
            autoComplete="new-password"
            placeholder={server?.hasPassword ? t(($) => $.admin.mail.passwordKept) : undefined}
            error={editor.error('password')}
            {...register('password')}
          />
          <Field
            label={t(($) => $.admin.mail.fromAddress)}
            type="email"
            error={editor.error('fromAddress')}
            {...register('fromAddress')}
          />
          <Field
            label={`${t(($) => $.admin.mail.fromName)} (${t(($) => $.admin.optional)})`}
            error={editor.error('fromName')}
            {...register('fromName')}
          />
        </div>
      </FormPart>
      {server === null ? null : (
        <RemovalButton
          words={{
            title: t(($) => $.admin.mail.removeAsk.title),
            text: t(($) => (operatorFrom === null ? $.admin.mail.removeAsk.none : $.admin.mail.removeAsk.operator)),
            action: t(($) => $.admin.mail.remove),
            done: t(($) => $.admin.mail.removed),
          }}
          remove={async () => {
            await call(adminMailRoutes.removeMailServer, {});
            editor.form.reset();
            onSaved(null);
          }}
        />
      )}
    </div>
  );
}

function useServerEditor(
  server: MailServer | null,
  onSaved: ServerFormProps['onSaved'],
  onOutdated: ServerFormProps['onOutdated'],
) {
  const { t } = useWords();
  return useSettingEditor<MailServer | null, Values, MailServerChange>({
    setting: server,
    valuesOf,
    onOutdated,
    schema: mailServerChange,
    shape: (values) => ({
      ...values,
      rev: server?.rev ?? 0,
      port: Number(values.port),
      password: values.password === '' ? null : values.password,
    }),
    refusal: (path, reason) => {
      if (path === 'host' && reason === 'privateHost') return t(($) => $.admin.mail.privateHost);
      return path === 'password' ? t(($) => $.admin.mail.needsPassword) : undefined;
    },
    save: async (body) => {
      const { server: saved } = await call(adminMailRoutes.saveMailServer, { body });
      onSaved(saved);
    },
    saved: t(($) => $.admin.mail.saved),
  });
}

const valuesOf = (server: MailServer | null): Values => ({
  host: server?.host ?? '',
  port: String(server?.port ?? usualPorts.starttls),
  security: server?.security ?? 'starttls',
  user: server?.user ?? '',
  password: '',
  fromAddress: server?.fromAddress ?? '',
  fromName: server?.fromName ?? '',
});
