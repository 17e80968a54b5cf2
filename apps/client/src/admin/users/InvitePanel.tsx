import { type MadeLink, type NewUser, newUser } from '@sidetone/contract/entities/admin-user.ts';
import { adminUserRoutes } from '@sidetone/contract/http/admin-user-routes.ts';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/http.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import { Switch } from '#ui/Switch.tsx';
import { toast } from '#ui/toasts.ts';
import { useAdminAccount, useAdminChannels } from '../directory.ts';
import { EditorPanel, Group } from '../EditorPanel.tsx';
import { useEditor } from '../use-editor.ts';
import { LinkDialog } from './LinkDialog.tsx';
import { needsHandover } from './made-link.ts';

/** A new person: invited to choose a password, by mail or by a link that the administrator hands over. */
export function InvitePanel({ onClose }: { onClose: () => void }) {
  const { t, language } = useWords();
  const account = useAdminAccount();
  const shared = useAdminChannels().rows.filter((channel) => channel.type === 'acd');
  const [invited, setInvited] = useState<{ made: MadeLink; name: string } | null>(null);

  const editor = useEditor<
    {
      firstName: string;
      lastName: string;
      email: string;
      locale: string;
      admin: boolean;
      extension: string;
      channelIds: string[];
    },
    NewUser
  >({
    values: { firstName: '', lastName: '', email: '', locale: language, admin: false, extension: '', channelIds: [] },
    schema: newUser,
    shape: (values) => ({
      ...values,
      extension: values.extension.trim() === '' ? null : values.extension.trim(),
      channelIds: values.channelIds || [],
    }),
    save: async (body) => {
      const { invitation } = await call(adminUserRoutes.createUser, { body });
      const name = `${body.firstName} ${body.lastName}`;
      if (invitation && needsHandover(invitation)) setInvited({ made: invitation, name });
      else {
        toast({ tone: 'ok', title: t(($) => $.admin.users.mailSent, { email: body.email }) });
        onClose();
      }
    },
  });
  const { register } = editor.form;

  if (invited) {
    return (
      <LinkDialog
        title={t(($) => $.admin.users.invitedNow, { name: invited.name })}
        name={invited.name}
        made={invited.made}
        onClose={onClose}
      />
    );
  }
  return (
    <EditorPanel
      title={t(($) => $.admin.users.invite)}
      subtitle={account ? t(($) => (account.sendsMail ? $.admin.users.byMail : $.admin.users.byLink)) : undefined}
      onClose={onClose}
      dirty={editor.dirty}
      busy={editor.busy}
      problem={editor.problem}
      onSubmit={() => void editor.submit()}
      submitLabel={t(($) => $.admin.users.invite)}
    >
      <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
        <Field
          label={t(($) => $.admin.users.firstName)}
          autoComplete="off"
          autoFocus
          error={editor.error('firstName')}
          {...register('firstName')}
        />
        <Field
          label={t(($) => $.admin.users.lastName)}
          autoComplete="off"
          error={editor.error('lastName')}
          {...register('lastName')}
        />
      </div>
      <Field
        label={t(($) => $.admin.users.email)}
        type="email"
        autoComplete="off"
        error={editor.error('email')}
        {...register('email')}
      />
      <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
        <Select
          label={t(($) => $.admin.users.language)}
          options={[
            { value: 'de', label: 'Deutsch' },
            { value: 'en', label: 'English' },
          ]}
          {...register('locale')}
        />
        <Field
          label={`${t(($) => $.admin.users.extensionLong)} (${t(($) => $.admin.optional)})`}
          inputMode="numeric"
          autoComplete="off"
          help={t(($) => $.admin.users.extensionHelp)}
          error={editor.error('extension')}
          {...register('extension')}
        />
      </div>
      <Switch
        label={t(($) => $.admin.users.isAdmin)}
        help={t(($) => $.admin.users.isAdminHelp)}
        {...register('admin')}
      />
      {shared.length > 0 ? (
        <Group title={t(($) => $.admin.users.channels)} text={t(($) => $.admin.users.channelsHelp)}>
          <div className="grid grid-cols-2 gap-2 max-[559px]:grid-cols-1">
            {shared.map((channel) => (
              <Checkbox key={channel.id} label={channel.name} value={channel.id} {...register('channelIds')} />
            ))}
          </div>
        </Group>
      ) : null}
    </EditorPanel>
  );
}
