import { type AdminUser, type AdminUserChange, adminUserChange } from '@sidetone/contract/entities/admin-user.ts';
import { adminUserRoutes } from '@sidetone/contract/http/admin-user-routes.ts';
import { formatNumber } from '@sidetone/contract/rules/dialable.ts';
import { knownGrants } from '@sidetone/contract/rules/grants.ts';
import { Link } from '@tanstack/react-router';
import type { UseFormRegister } from 'react-hook-form';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/http.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { Switch } from '#ui/Switch.tsx';
import { AddressFields, type AddressValues, blankAddress } from '../AddressFields.tsx';
import { deviceTones } from '../device-state.ts';
import { nameOf } from '../directory.ts';
import { EditorPanel, Group } from '../EditorPanel.tsx';
import { useEditor } from '../use-editor.ts';
import { Extensions } from './Extensions.tsx';
import { Memberships } from './Memberships.tsx';

interface UserValues {
  firstName: string;
  lastName: string;
  email: string;
  locale: string;
  admin: boolean;
  /** Those of `knownGrants`. */
  grants: string[];
  elsewhere: boolean;
  address: AddressValues;
}

/** One person: who they are and what they may, then how they are reached. */
export function UserPanel({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { t } = useWords();
  // What a newer server or a plan gave stays, though this page has no word for it.
  const otherGrants = user.grants.filter((grant) => !isKnownGrant(grant));
  const editor = useEditor<UserValues, AdminUserChange>({
    values: {
      firstName: user.firstName,
      lastName: user.lastName,
      email: user.email,
      locale: user.locale,
      admin: user.admin,
      grants: user.grants.filter(isKnownGrant),
      elsewhere: user.emergencyAddress !== null,
      address: user.emergencyAddress ?? { ...blankAddress, name: nameOf(user) },
    },
    schema: adminUserChange,
    shape: ({ grants, elsewhere, address, ...values }) => ({
      ...values,
      grants: [...(grants || []), ...otherGrants],
      emergencyAddress: elsewhere ? { ...address, country: address.country.toUpperCase() } : null,
    }),
    save: async (body) => {
      await call(adminUserRoutes.changeUser, { params: { userId: user.id }, body });
      onClose();
    },
    saved: t(($) => $.admin.saved),
  });
  const { register, watch } = editor.form;

  return (
    <EditorPanel
      title={nameOf(user)}
      subtitle={user.email}
      onClose={onClose}
      dirty={editor.dirty}
      busy={editor.busy}
      problem={editor.problem}
      onSubmit={() => void editor.submit()}
    >
      <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
        <Field label={t(($) => $.admin.users.firstName)} error={editor.error('firstName')} {...register('firstName')} />
        <Field label={t(($) => $.admin.users.lastName)} error={editor.error('lastName')} {...register('lastName')} />
        <Field
          label={t(($) => $.admin.users.email)}
          type="email"
          error={editor.error('email')}
          {...register('email')}
        />
        <Select
          label={t(($) => $.admin.users.language)}
          options={[
            { value: 'de', label: 'Deutsch' },
            { value: 'en', label: 'English' },
          ]}
          {...register('locale')}
        />
      </div>
      <Group title={t(($) => $.admin.users.rights)}>
        <Switch
          label={t(($) => $.admin.users.isAdmin)}
          help={t(($) => $.admin.users.isAdminHelp)}
          {...register('admin')}
        />
        <fieldset className="grid gap-2">
          <legend className="mb-1 font-med text-12 text-ink-2">{t(($) => $.admin.users.grants)}</legend>
          {knownGrants.map((grant) => (
            <Checkbox
              key={grant}
              label={t(($) => $.admin.users.grantNames[grant])}
              value={grant}
              {...register('grants')}
            />
          ))}
          {otherGrants.length === 0 ? null : (
            <p className="text-12 text-ink-3">
              {t(($) => $.admin.users.otherGrants, { grants: otherGrants.join(', ') })}
            </p>
          )}
        </fieldset>
      </Group>
      <Group title={t(($) => $.admin.users.reach)}>
        <Extensions channelId={user.privateChannelId} extensions={user.extensions} />
        <dl className="grid grid-cols-[172px_1fr] gap-y-2">
          <dt className="text-ink-3">{t(($) => $.admin.users.number)}</dt>
          <dd>{user.numbers.length > 0 ? user.numbers.map(formatNumber).join(', ') : t(($) => $.admin.none)}</dd>
        </dl>
      </Group>
      <Memberships user={user} />
      <Group title={t(($) => $.admin.users.devices)}>
        {user.devices.length === 0 ? <p className="text-ink-3">{t(($) => $.admin.users.noDevice)}</p> : null}
        <ul>
          {user.devices.map((device) => (
            <li key={device.id} className="flex h-9 items-center gap-3 border-line border-b last:border-b-0">
              <span className="min-w-0 flex-1 truncate">{device.name}</span>
              <StateBadge tone={deviceTones[device.state]}>{t(($) => $.admin.phones.states[device.state])}</StateBadge>
            </li>
          ))}
        </ul>
        <Link
          to="/admin/$section"
          params={{ section: 'phones' }}
          search={{ open: 'new', user: user.id }}
          className="font-med text-accent"
        >
          {t(($) => $.admin.phones.add)}
        </Link>
      </Group>
      <Group title={t(($) => $.admin.address.title)} text={t(($) => $.admin.address.ofUser)}>
        <Switch label={t(($) => $.admin.address.elsewhere)} {...register('elsewhere')} />
        {watch('elsewhere') ? (
          <AddressFields
            register={register as unknown as UseFormRegister<{ address: AddressValues }>}
            error={editor.error}
          />
        ) : null}
      </Group>
    </EditorPanel>
  );
}

const isKnownGrant = (grant: string): boolean => knownGrants.some((known) => known === grant);
