import type { AdminChannel } from '@sidetone/contract/entities/admin-channel.ts';
import { ringStrategy } from '@sidetone/contract/entities/channel-routing.ts';
import { adminChannelRoutes } from '@sidetone/contract/http/admin-channel-routes.ts';
import { formatNumber } from '@sidetone/contract/rules/dialable.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Field } from '#ui/Field.tsx';
import { RadioCards } from '#ui/RadioCards.tsx';
import { Select } from '#ui/Select.tsx';
import { Switch } from '#ui/Switch.tsx';
import { useAnnouncements } from '../announcements.ts';
import { useNumbers } from '../directory.ts';
import { EditorPanel, Group } from '../EditorPanel.tsx';
import { useEditor } from '../use-editor.ts';
import { Extensions } from '../users/Extensions.tsx';
import { type ChannelBody, type ChannelValues, channelForm, channelShape, channelValues } from './channel-form.ts';
import { DestinationField } from './DestinationField.tsx';
import { HolidaysEditor } from './HolidaysEditor.tsx';
import { HoursEditor } from './HoursEditor.tsx';
import { MembersEditor } from './MembersEditor.tsx';

interface ChannelPanelProps {
  /** Null makes a new one. */
  channel: AdminChannel | null;
  onClose: () => void;
}

/** A channel: who belongs to it, how it rings, and where a call goes that nobody takes. */
export function ChannelPanel({ channel, onClose }: ChannelPanelProps) {
  const { t } = useWords();
  const announcements = useAnnouncements();
  const isShared = channel === null || channel.type === 'acd';
  const editor = useEditor<ChannelValues, ChannelBody>({
    values: channelValues(channel),
    schema: channelForm,
    shape: channelShape,
    // The routing of a channel that exists is a body of its own.
    place: (path) => (channel && (path.split('.')[0] ?? '') in channel.routing ? `routing.${path}` : path),
    save: async (body) => {
      await (channel ? change(channel, body) : call(adminChannelRoutes.createChannel, { body }));
      onClose();
    },
    saved: t(($) => $.admin.saved),
  });
  const { register, watch, setValue } = editor.form;
  const routing = watch('routing');
  const set = (name: string, value: unknown) =>
    setValue(name as 'routing.hours', value as never, { shouldDirty: true, shouldValidate: editor.problem !== null });
  const seconds = (name: 'ringSeconds' | 'turnSeconds' | 'followUpSeconds') => (
    <Field
      label={t(($) => $.admin.channels[name])}
      type="number"
      error={editor.error(`routing.${name}`)}
      {...register(`routing.${name}`, { valueAsNumber: true })}
    />
  );

  const announcementSelect = (name: 'announcementId' | 'closedAnnouncementId', label: string) => (
    <Select
      label={label}
      value={routing[name] ?? ''}
      onChange={(event) => set(`routing.${name}`, event.target.value || null)}
      options={[
        { value: '', label: t(($) => $.admin.none) },
        ...announcements.map((announcement) => ({ value: announcement.id, label: announcement.name })),
      ]}
    />
  );

  return (
    <EditorPanel
      title={channel?.name ?? t(($) => $.admin.channels.add)}
      {...(channel ? { subtitle: t(($) => $.admin.channels.types[channel.type]) } : {})}
      onClose={onClose}
      dirty={editor.dirty}
      busy={editor.busy}
      problem={editor.problem}
      onSubmit={() => void editor.submit()}
      {...(channel ? {} : { submitLabel: t(($) => $.admin.channels.create) })}
    >
      {isShared ? (
        <Field
          label={t(($) => $.admin.channels.name)}
          autoComplete="off"
          autoFocus={channel === null}
          error={editor.error('name')}
          {...register('name')}
        />
      ) : null}
      {channel ? (
        <Group title={t(($) => $.admin.users.extensions)}>
          <Extensions channelId={channel.id} extensions={channel.extensions} />
        </Group>
      ) : (
        <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
          <Field
            label={`${t(($) => $.admin.users.extensionLong)} (${t(($) => $.admin.optional)})`}
            inputMode="numeric"
            autoComplete="off"
            help={t(($) => $.admin.users.extensionHelp)}
            error={editor.error('extension')}
            {...register('extension')}
          />
          <NumberSelect {...register('number')} />
        </div>
      )}
      {isShared ? (
        <Group title={t(($) => $.admin.channels.members)} text={t(($) => $.admin.channels.membersText)}>
          <MembersEditor
            members={watch('members')}
            inOrder={routing.strategy === 'fixed-order'}
            onChange={(members) => setValue('members', members, { shouldDirty: true })}
          />
        </Group>
      ) : null}
      <Group title={t(($) => $.admin.channels.ringing)}>
        {isShared ? (
          <RadioCards
            label={t(($) => $.admin.channels.strategy)}
            options={ringStrategy.options.map((value) => ({
              value,
              label: t(($) => $.admin.channels.strategies[value]),
              help: t(($) => $.admin.channels.strategyHelp[value]),
            }))}
            {...register('routing.strategy')}
          />
        ) : null}
        <div className="grid grid-cols-3 gap-3 max-[559px]:grid-cols-1">
          {seconds('ringSeconds')}
          {isShared && routing.strategy !== 'all-at-once' ? seconds('turnSeconds') : null}
          {isShared ? seconds('followUpSeconds') : null}
        </div>
        <DestinationField
          label={t(($) => $.admin.channels.overflowLong)}
          ownChannelId={channel?.id ?? null}
          voicemail={routing.voicemail.enabled}
          value={routing.overflow}
          error={editor.error('routing.overflow') ?? editor.error('routing.overflow.number')}
          onChange={(value) => set('routing.overflow', value)}
        />
      </Group>
      {announcements.length > 0 ? (
        <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
          {announcementSelect(
            'announcementId',
            t(($) => $.admin.channels.announcement),
          )}
          {announcementSelect(
            'closedAnnouncementId',
            t(($) => $.admin.channels.closedAnnouncement),
          )}
        </div>
      ) : null}
      <Group title={t(($) => $.admin.channels.voicemail)}>
        <Switch
          label={t(($) => $.admin.channels.voicemailOn)}
          help={t(($) => $.admin.channels.voicemailHelp)}
          {...register('routing.voicemail.enabled')}
        />
        {routing.voicemail.enabled ? (
          <Field
            className="w-60"
            label={t(($) => $.admin.channels.voicemailSeconds)}
            type="number"
            error={editor.error('routing.voicemail.maxSeconds')}
            {...register('routing.voicemail.maxSeconds', { valueAsNumber: true })}
          />
        ) : null}
      </Group>
      <Group title={t(($) => $.admin.channels.hours)} text={t(($) => $.admin.channels.hoursText)}>
        <HoursEditor
          hours={routing.hours}
          error={(path) => editor.error(`routing.hours.${path}`)}
          onChange={(hours) => set('routing.hours', hours)}
        />
      </Group>
      <Group title={t(($) => $.admin.channels.holidays)} text={t(($) => $.admin.channels.holidaysText)}>
        <HolidaysEditor
          holidays={routing.holidays}
          ownChannelId={channel?.id ?? null}
          voicemail={routing.voicemail.enabled}
          error={(path) => editor.error(`routing.holidays.${path}`)}
          onChange={(holidays) => set('routing.holidays', holidays)}
        />
      </Group>
      {routing.hours !== null || routing.holidays.length > 0 ? (
        <DestinationField
          label={t(($) => $.admin.channels.closed)}
          ownChannelId={channel?.id ?? null}
          voicemail={routing.voicemail.enabled}
          value={routing.closed}
          error={editor.error('routing.closed') ?? editor.error('routing.closed.number')}
          onChange={(value) => set('routing.closed', value)}
        />
      ) : null}
    </EditorPanel>
  );
}

/** Sends what is different; members first, since the order of ringing names them. */
async function change(channel: AdminChannel, body: ChannelBody): Promise<void> {
  const params = { channelId: channel.id };
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  if (channel.type === 'acd') {
    if (body.name !== channel.name) await call(adminChannelRoutes.changeChannel, { params, body: { name: body.name } });
    const before = channel.members.map(({ userId, dialedIn }) => ({ userId, dialedIn }));
    if (!same(before, body.members)) {
      await call(adminChannelRoutes.setChannelMembers, { params, body: { members: body.members } });
    }
  }
  if (!same(channel.routing, body.routing)) {
    await call(adminChannelRoutes.setChannelRouting, { params, body: body.routing });
  }
}

function NumberSelect(props: Omit<Parameters<typeof Select>[0], 'label' | 'options'>) {
  const { t } = useWords();
  const { rows } = useNumbers();
  return (
    <Select
      label={`${t(($) => $.admin.numbers.number)} (${t(($) => $.admin.optional)})`}
      options={[
        { value: '', label: t(($) => $.admin.none) },
        ...rows.map((number) => ({
          value: number.id,
          label: [formatNumber(number.id), number.channelName].filter(Boolean).join(', '),
        })),
      ]}
      {...props}
    />
  );
}
