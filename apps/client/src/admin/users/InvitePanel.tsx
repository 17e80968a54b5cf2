import { type MadeLink, type NewUser, newUser } from '@sidetone/contract/entities/admin-user.ts';
import { adminUserRoutes } from '@sidetone/contract/http/admin/user-routes.ts';
import { useState } from 'react';
import { languageOptions } from '#i18n/language-options.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import { toast } from '#ui/toasts.ts';
import { useCompanyFacts, useNumbers } from '../directory.ts';
import { EditorPanel } from '../EditorPanel.tsx';
import { useEditor } from '../use-editor.ts';
import { ChannelTicks } from './ChannelTicks.tsx';
import { LinkDialog } from './LinkDialog.tsx';
import { needsHandover } from './made-link.ts';
import { NumberChoice } from './NumberChoice.tsx';
import { choosableNumbers, proposeExtensions, proposeNumbers } from './propose-numbers.ts';
import { RightsFields } from './RightsFields.tsx';
import { useTakenExtensions } from './taken-extensions.ts';

interface InviteValues {
  firstName: string;
  lastName: string;
  email: string;
  locale: string;
  admin: boolean;
  roles: string[];
  extension: string;
  /** Undefined: the proposed one. */
  chosen: string | null | undefined;
  channelIds: string[];
}

const nobody: Omit<InviteValues, 'locale'> = {
  firstName: '',
  lastName: '',
  email: '',
  admin: false,
  roles: [],
  extension: '',
  chosen: undefined,
  channelIds: [],
};

/** A new user: invited to choose a password, by mail or by a link that the administrator hands over. */
export function InvitePanel({ onClose }: { onClose: () => void }) {
  const { t, language } = useWords();
  const account = useCompanyFacts();
  const [invited, setInvited] = useState<{ made: MadeLink; name: string } | null>(null);

  const { numbers, nextExtension, numberOf } = useProposal();
  const editor = useEditor<InviteValues, NewUser>({
    values: { ...nobody, locale: language },
    schema: newUser,
    shape: ({ chosen, extension, roles, channelIds, ...values }) => ({
      ...values,
      extension: extension.trim() === '' ? null : extension.trim(),
      number: numberOf(extension, chosen),
      roles: values.admin ? [] : roles || [],
      channelIds: channelIds || [],
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
  const { register, watch, setValue } = editor.form;
  const [extension, chosen] = watch(['extension', 'chosen']);

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
        <Select label={t(($) => $.admin.users.language)} options={languageOptions} {...register('locale')} />
        <Field
          label={`${t(($) => $.admin.users.extensionLong)} (${t(($) => $.admin.optional)})`}
          inputMode="numeric"
          autoComplete="off"
          placeholder={nextExtension}
          help={t(($) => $.admin.users.extensionHelp)}
          error={editor.error('extension')}
          {...register('extension')}
        />
        {numbers.length > 0 ? (
          <NumberChoice
            label={t(($) => $.admin.users.number)}
            choosable={choosableNumbers(numbers)}
            value={numberOf(extension, chosen)}
            error={editor.error('number')}
            onChange={(number) => {
              setValue('chosen', number, { shouldDirty: true });
              editor.form.clearErrors('number' as never);
            }}
          />
        ) : null}
      </div>
      <RightsFields isAdmin={watch('admin')} admin={register('admin')} roles={register('roles')} />
      <ChannelTicks field={register('channelIds')} />
    </EditorPanel>
  );
}

/** The extension and the number that a new user gets by default. */
function useProposal() {
  const numbers = useNumbers().rows;
  const { isTaken } = useTakenExtensions();
  const [nextExtension = ''] = proposeExtensions(1, isTaken);
  return {
    numbers,
    nextExtension,
    numberOf: (extension: string, chosen: string | null | undefined): string | null =>
      proposeNumbers(numbers, [{ extension: extension.trim() || nextExtension, chosen }])[0] ?? null,
  };
}
