import type { AdminChannel } from '@sidetone/contract/entities/admin-channel.ts';
import { adminChannelRoutes } from '@sidetone/contract/http/admin/channel-routes.ts';
import { holdsRole } from '@sidetone/contract/rules/admin/admin-roles.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { useMe } from '#live/queries/me.ts';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import { useNumbers } from '../directory.ts';
import { EditorPanel, Group } from '../EditorPanel.tsx';
import { useEditor } from '../use-editor.ts';
import { Extensions } from '../users/Extensions.tsx';
import { type ChannelBody, type ChannelValues, channelForm, channelShape, channelValues } from './channel-form.ts';
import { MembersEditor } from './MembersEditor.tsx';
import { RoutingGroups } from './RoutingGroups.tsx';

interface ChannelPanelProps {
  /** Null makes a new one. */
  channel: AdminChannel | null;
  onClose: () => void;
}

/** A channel: who belongs to it, how it rings, and where a call goes that nobody takes. */
export function ChannelPanel({ channel, onClose }: ChannelPanelProps) {
  const { t } = useWords();
  const me = useMe();
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
          {holdsRole(me, 'numbers') ? (
            <Extensions channelId={channel.id} extensions={channel.extensions} />
          ) : (
            <p>{channel.extensions.join(', ') || t(($) => $.admin.none)}</p>
          )}
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
        <Group
          title={t(($) => $.admin.channels.members)}
          text={watch('members').length > 1 ? t(($) => $.admin.channels.membersText) : undefined}
        >
          <MembersEditor
            members={watch('members')}
            inOrder={routing.strategy === 'fixed-order'}
            onChange={(members) => setValue('members', members, { shouldDirty: true })}
          />
        </Group>
      ) : null}
      <RoutingGroups
        form={editor.form}
        error={editor.error}
        set={set}
        ownChannelId={channel?.id ?? null}
        isShared={isShared}
      />
    </EditorPanel>
  );
}

/** Sends what is different; members first, since the order of ringing names them. */
async function change(channel: AdminChannel, body: ChannelBody): Promise<void> {
  const params = { channelId: channel.id };
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  if (channel.type === 'acd') {
    if (body.name !== channel.name) await call(adminChannelRoutes.changeChannel, { params, body: { name: body.name } });
    const before = channel.members.map(({ userId, dialedIn, supervises }) => ({ userId, dialedIn, supervises }));
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
