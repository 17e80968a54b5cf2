import { type AdminUser, type AdminUserChange, adminUserChange } from '@sidetone/contract/entities/admin-user.ts';
import { adminChannelRoutes } from '@sidetone/contract/http/admin/channel-routes.ts';
import { adminUserRoutes } from '@sidetone/contract/http/admin/user-routes.ts';
import { holdsRole } from '@sidetone/contract/rules/admin/admin-roles.ts';
import { knownGrants } from '@sidetone/contract/rules/grants.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { languageOptions } from '#i18n/language-options.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { useMe } from '#live/queries/me.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { Switch } from '#ui/Switch.tsx';
import { toast } from '#ui/toasts.ts';
import { AddressFields, type AddressForm, type AddressValues, blankAddress } from '../AddressFields.tsx';
import { deviceTones } from '../device-state.ts';
import { nameOf, useAdminChannels, useForwardingOf } from '../directory.ts';
import { EditorPanel, Group } from '../EditorPanel.tsx';
import { useRun } from '../run.ts';
import { SkillsOfUser } from '../skills/SkillsOfUser.tsx';
import { useEditor } from '../use-editor.ts';
import { askFirst } from './ask-first.ts';
import { ChannelTicks } from './ChannelTicks.tsx';
import { DirectNumbers } from './DirectNumbers.tsx';
import { ExtensionChips } from './ExtensionChips.tsx';
import { forwardingOf } from './forwarding-place.ts';
import { RightsFields } from './RightsFields.tsx';
import { useTakenExtensions } from './taken-extensions.ts';

interface UserValues {
  firstName: string;
  lastName: string;
  email: string;
  locale: string;
  /** Empty: none. */
  department: string;
  admin: boolean;
  roles: string[];
  /** Permissions of `knownGrants`. */
  grants: string[];
  extensions: string[];
  numbers: string[];
  /** Shared channels that they are a member of. */
  channelIds: string[];
  elsewhere: boolean;
  address: AddressValues;
}

/**
 * One user: their data and permissions, then their extensions and numbers. All changes wait for Save, and can be undone
 * afterwards.
 */
export function UserPanel({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { t } = useWords();
  // Permissions of a newer server or a plan stay, though this page has no words for them.
  const otherGrants = user.grants.filter((grant) => !isKnownGrant(grant));
  const [before] = useState(user);
  const putBack = usePutBack(before);
  const editor = useEditor<UserValues, AdminUserChange>({
    values: {
      firstName: user.firstName,
      lastName: user.lastName,
      email: user.email,
      locale: user.locale,
      department: user.department ?? '',
      admin: user.admin,
      roles: user.roles,
      grants: user.grants.filter(isKnownGrant),
      extensions: user.extensions,
      numbers: user.numbers,
      channelIds: user.channelIds,
      elsewhere: user.emergencyAddress !== null,
      address: user.emergencyAddress ?? { ...blankAddress, name: nameOf(user) },
    },
    schema: adminUserChange,
    shape: ({ grants, roles, extensions, numbers, channelIds, department, elsewhere, address, ...values }) => ({
      ...values,
      department: department.trim() === '' ? null : department,
      ...changedLists(before, { extensions, numbers, channelIds: channelIds || [] }),
      roles: values.admin ? [] : roles || [],
      grants: [...(grants || []), ...otherGrants],
      emergencyAddress: elsewhere ? address : null,
    }),
    save: async (body) => {
      await call(adminUserRoutes.changeUser, { params: { userId: user.id }, body });
      toast({ tone: 'ok', title: t(($) => $.admin.saved), action: { label: t(($) => $.app.undo), run: putBack } });
      onClose();
    },
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
        <Select label={t(($) => $.admin.users.language)} options={languageOptions} {...register('locale')} />
        <Field
          label={`${t(($) => $.admin.people.cells.department)} (${t(($) => $.admin.optional)})`}
          error={editor.error('department')}
          {...register('department')}
        />
      </div>
      <Group title={t(($) => $.admin.users.rights)}>
        <RightsFields isAdmin={watch('admin')} admin={register('admin')} roles={register('roles')} />
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
      <SecondFactorOf user={user} />
      <Reach user={user} form={editor.form} error={editor.error} />
      <ChannelTicks field={register('channelIds')} />
      <SkillsOfUser userId={user.id} />
      <Devices user={user} isDirty={editor.dirty} />
      <Forwarding user={user} isDirty={editor.dirty} />
      <Group title={t(($) => $.admin.address.title)} text={t(($) => $.admin.address.ofUser)}>
        <Switch label={t(($) => $.admin.address.elsewhere)} {...register('elsewhere')} />
        {watch('elsewhere') ? (
          <AddressFields form={editor.form as unknown as AddressForm} error={editor.error} />
        ) : null}
      </Group>
    </EditorPanel>
  );
}

/** What the user signs in with besides the password. */
function SecondFactorOf({ user }: { user: AdminUser }) {
  const { t } = useWords();
  const { authenticator, passkeys: count } = user.secondFactor;
  const parts = [
    ...(authenticator ? [t(($) => $.admin.signIn.authenticator)] : []),
    ...(count > 0 ? [t(($) => $.admin.signIn.passkeys, { count })] : []),
  ];
  return (
    <Group title={t(($) => $.admin.signIn.secondFactor)}>
      <p className="text-ink-2">{parts.length === 0 ? t(($) => $.admin.signIn.none) : parts.join(', ')}</p>
    </Group>
  );
}

interface ReachProps {
  user: AdminUser;
  form: UseFormReturn<UserValues>;
  error: (path: string) => string | undefined;
}

/** The extensions and numbers of a user. */
function Reach({ user, form, error }: ReachProps) {
  const { t } = useWords();
  const { ownerOf } = useTakenExtensions();
  const [extensions, numbers] = form.watch(['extensions', 'numbers']);
  const set = (field: 'extensions' | 'numbers', value: string[]) => {
    form.setValue(field, value, { shouldDirty: true });
    form.clearErrors(field);
  };
  const add = (extension: string): string | undefined => {
    const name = ownerOf(extension);
    if (name !== undefined && !user.extensions.includes(extension)) {
      return t(($) => $.admin.users.extensionOf, { extension, name });
    }
    if (!extensions.includes(extension)) set('extensions', [...extensions, extension]);
    return undefined;
  };
  const remove = (extension: string) =>
    set(
      'extensions',
      extensions.filter((each) => each !== extension),
    );
  return (
    <Group title={t(($) => $.admin.users.reach)}>
      <ExtensionChips extensions={extensions} error={error('extensions')} onAdd={add} onRemove={remove} />
      <DirectNumbers user={user} numbers={numbers} error={error('numbers')} onChange={(next) => set('numbers', next)} />
    </Group>
  );
}

interface PartProps {
  user: AdminUser;
  /** Something in the panel is not saved: links ask first. */
  isDirty: boolean;
}

function Devices({ user, isDirty }: PartProps) {
  const { t } = useWords();
  const me = useMe();
  return (
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
      {me?.admin ? (
        <LinkAway isDirty={isDirty} section="phones" search={{ open: 'new', user: user.id }}>
          {t(($) => $.admin.phones.add)}
        </LinkAway>
      ) : null}
    </Group>
  );
}

/** Whether calls of the user are forwarded, and the way to the rules. */
function Forwarding({ user, isDirty }: PartProps) {
  const { t } = useWords();
  const line = useForwardingOf(user.id);
  if (line === null) return null;
  const { isOn, rules, mobiles } = line.forwarding;
  const count = rules.length;
  return (
    <Group title={t(($) => $.forwarding.title)}>
      <p className="text-ink-2">
        {isOn && count > 0 ? t(($) => $.forwarding.user.on, { count }) : t(($) => $.forwarding.user.off)}
      </p>
      {mobiles
        .filter((mobile) => mobile.isOn)
        .map(({ number, times }) => (
          <p key={number} className="text-ink-2">
            {t(($) => $.forwarding.user[times === null ? 'mobile' : 'mobileAtTimes'], { number: formatNumber(number) })}
          </p>
        ))}
      <LinkAway isDirty={isDirty} section="users" search={{ open: forwardingOf(user.id) }}>
        {t(($) => $.forwarding.user.change)}
      </LinkAway>
    </Group>
  );
}

interface LinkAwayProps {
  isDirty: boolean;
  section: 'phones' | 'users';
  search: { open: string; user?: string };
  children: ReactNode;
}

/** Leads to another panel. What is not saved here is lost then: that is asked first. */
function LinkAway({ isDirty, section, search, children }: LinkAwayProps) {
  const { t } = useWords();
  const navigate = useNavigate();
  const place = { to: '/admin/$section', params: { section }, search } as const;
  const question = {
    headline: t(($) => $.admin.discard.title),
    text: t(($) => $.admin.discard.text),
    action: t(($) => $.admin.discard.action),
  };
  return (
    <Link {...place} onClick={askFirst(isDirty, question, () => void navigate(place))} className="font-med text-accent">
      {children}
    </Link>
  );
}

/** The lists that were changed: the others may have been changed elsewhere meanwhile. */
function changedLists(before: AdminUser, lists: Pick<UserValues, 'extensions' | 'numbers' | 'channelIds'>) {
  const text = (list: readonly string[]) => JSON.stringify([...list].sort());
  return Object.fromEntries(
    (['extensions', 'numbers', 'channelIds'] as const)
      .filter((name) => text(lists[name]) !== text(before[name]))
      .map((name) => [name, lists[name]]),
  );
}

const isKnownGrant = (grant: string): boolean => knownGrants.some((known) => known === grant);

/** Restores a user, in the channels that do not ring them too. */
function usePutBack(user: AdminUser): () => void {
  const { run } = useRun();
  const channels = useAdminChannels().rows;
  const me = useMe();
  const { firstName, lastName, email, locale, department, admin, roles, grants, emergencyAddress } = user;
  const { extensions, numbers, channelIds } = user;
  const silent = !holdsRole(me, 'queues')
    ? []
    : channels.filter(({ members }) => members.some(({ userId, dialedIn }) => userId === user.id && !dialedIn));
  return () =>
    void run(async () => {
      await call(adminUserRoutes.changeUser, {
        params: { userId: user.id },
        body: {
          firstName,
          lastName,
          email,
          locale,
          department,
          admin,
          roles,
          grants,
          emergencyAddress,
          extensions,
          numbers,
          channelIds,
        },
      });
      for (const { id: channelId } of silent.filter(({ type }) => type === 'acd')) {
        const params = { channelId, userId: user.id };
        await call(adminChannelRoutes.setChannelMember, { params, body: { dialedIn: false } });
      }
    }, null);
}
