import { withheldSenders } from '@sidetone/contract/entities/sender.ts';
import {
  type AdminSipAccount,
  type NewSipAccount,
  newSipAccount,
  sipAccountChange,
} from '@sidetone/contract/entities/sip-account.ts';
import { adminSipAccountRoutes } from '@sidetone/contract/http/admin/sip-account-routes.ts';
import { formatNumber, normalizeNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { Link, useSearch } from '@tanstack/react-router';
import type { z } from 'zod';
import { useNumberPlace } from '#contacts/number-place.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import { useUsers } from '../directory.ts';
import { EditorPanel, Group } from '../EditorPanel.tsx';
import { useEditor } from '../use-editor.ts';
import { SipAccountNumbers } from './SipAccountNumbers.tsx';
import { SipAccountStanding } from './SipAccountStanding.tsx';
import {
  callerIdOfAccount,
  callerIdsOf,
  firstCallerId,
  type SipAccountValues,
  sipAccountBody,
  sipAccountValues,
} from './sip-account-form.ts';
import { UserSelect } from './UserSelect.tsx';

interface SipAccountPanelProps {
  /** Null creates a new one. */
  account: AdminSipAccount | null;
  onClose: () => void;
}

/** A user's SIP account: its owner, the provider's data, its numbers and caller ID, and where its calls go. */
export function SipAccountPanel({ account, onClose }: SipAccountPanelProps) {
  const { t } = useWords();
  const { status } = useUsers();
  const { user: wanted } = useSearch({ strict: false });
  // The users may load after the address that names one of them.
  if (status === 'loading') return null;
  return (
    <SipAccountForm
      account={account}
      userId={wanted ?? ''}
      title={account?.name ?? t(($) => $.admin.sipAccounts.add)}
      onClose={onClose}
    />
  );
}

interface SipAccountFormProps extends SipAccountPanelProps {
  userId: string;
  title: string;
}

function SipAccountForm({ account, userId, title, onClose }: SipAccountFormProps) {
  const { t } = useWords();
  const place = useNumberPlace();
  const readNumber = (typed: string) => normalizeNumber(typed, place) ?? typed;
  const editor = useEditor<SipAccountValues, NewSipAccount>({
    values: sipAccountValues(account, userId),
    // A change is the same form: every field of it is sent, the password only where one was typed.
    schema: (account ? sipAccountChange : newSipAccount) as unknown as z.ZodType<NewSipAccount>,
    shape: (values) => sipAccountBody(values, account, readNumber),
    save: async (body) => {
      if (account) await call(adminSipAccountRoutes.changeSipAccount, { params: { sipAccountId: account.id }, body });
      else await call(adminSipAccountRoutes.createSipAccount, { body });
      onClose();
    },
    saved: t(($) => $.admin.sipAccounts.saved),
  });
  const { register, control, watch } = editor.form;
  const callerIds = callerIdsOf({ phoneNumbers: watch('phoneNumbers') }, account, readNumber);
  const optional = (label: string) => `${label} (${t(($) => $.admin.optional)})`;

  return (
    <EditorPanel
      title={title}
      subtitle={account?.userName}
      onClose={onClose}
      dirty={editor.dirty}
      busy={editor.busy}
      problem={editor.problem}
      onSubmit={() => void editor.submit()}
      {...(account ? {} : { submitLabel: t(($) => $.admin.add) })}
    >
      {account ? <SipAccountStanding account={account} /> : null}
      <UserSelect owner={account?.userId} error={editor.error('userId')} {...register('userId')} />
      <Field
        label={t(($) => $.admin.phones.name)}
        help={t(($) => $.admin.phones.nameHelp)}
        autoComplete="off"
        error={editor.error('name')}
        {...register('name')}
      />
      <Group title={t(($) => $.admin.sipAccounts.account)} text={t(($) => $.admin.sipAccounts.accountText)}>
        <Field
          label={t(($) => $.admin.sipAccounts.registrar)}
          help={t(($) => $.admin.sipAccounts.registrarHelp)}
          autoComplete="off"
          error={editor.error('registrar')}
          {...register('registrar')}
        />
        <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
          <Field
            label={t(($) => $.admin.sipAccounts.username)}
            autoComplete="off"
            error={editor.error('username')}
            {...register('username')}
          />
          <Field
            label={t(($) => $.admin.sipAccounts.password)}
            type="password"
            autoComplete="new-password"
            help={t(($) => $.admin.sipAccounts[account ? 'passwordKept' : 'passwordHelp'])}
            error={editor.error('password')}
            {...register('password')}
          />
          <Field
            label={optional(t(($) => $.admin.sipAccounts.authUsername))}
            help={t(($) => $.admin.sipAccounts.authUsernameHelp)}
            autoComplete="off"
            error={editor.error('authUsername')}
            {...register('authUsername')}
          />
          <Field
            label={optional(t(($) => $.admin.sipAccounts.outboundProxy))}
            autoComplete="off"
            error={editor.error('outboundProxy')}
            {...register('outboundProxy')}
          />
        </div>
      </Group>
      <Group title={t(($) => $.admin.sipAccounts.numbers)} text={t(($) => $.admin.sipAccounts.numbersText)}>
        <SipAccountNumbers control={control} register={register} error={editor.error} />
        <Select
          label={t(($) => $.admin.sipAccounts.callerId)}
          help={t(($) => $.admin.sipAccounts.callerIdHelp)}
          error={editor.error('callerId')}
          options={[
            ...(account ? [] : [{ value: firstCallerId, label: t(($) => $.admin.sipAccounts.callerIds.first) }]),
            ...callerIds.map((number) => ({ value: number, label: formatNumber(number) })),
            { value: callerIdOfAccount, label: t(($) => $.admin.sipAccounts.callerIds.account) },
            ...withheldSenders.map((value) => ({ value, label: t(($) => $.admin.sipAccounts.callerIds[value]) })),
          ]}
          {...register('callerId')}
        />
      </Group>
      {account ? <Ways account={account} /> : null}
    </EditorPanel>
  );
}

/** Where the calls of an account go, and the user's own settings. */
function Ways({ account: { userId, userName: user, isDefault } }: { account: AdminSipAccount }) {
  const { t } = useWords();
  const owner = useUsers().rows.find(({ id }) => id === userId);
  return (
    <>
      <Group title={t(($) => $.admin.sipAccounts.incoming)} text={t(($) => $.admin.sipAccounts.incomingText, { user })}>
        <p className="flex flex-wrap gap-4">
          <Link
            to="/admin/$section"
            params={{ section: 'routing' }}
            search={owner ? { open: owner.privateChannelId } : {}}
            className="font-med text-accent"
          >
            {t(($) => $.admin.sipAccounts.tryOut)}
          </Link>
          <Link
            to="/admin/$section"
            params={{ section: 'users' }}
            search={{ open: userId }}
            className="font-med text-accent"
          >
            {t(($) => $.admin.sipAccounts.toUser, { user })}
          </Link>
        </p>
      </Group>
      <Group
        title={t(($) => $.admin.sipAccounts.outgoing)}
        text={t(($) => $.admin.sipAccounts[isDefault ? 'isDefault' : 'notDefault'], { user })}
      >
        {null}
      </Group>
    </>
  );
}
