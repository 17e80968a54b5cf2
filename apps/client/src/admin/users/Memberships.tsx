import type { AdminUser } from '@sidetone/contract/entities/admin-user.ts';
import { adminChannelRoutes } from '@sidetone/contract/http/admin-channel-routes.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/http.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { nameOf, useAdminChannels } from '../directory.ts';
import { Group } from '../EditorPanel.tsx';
import { useRun } from '../run.ts';

/** The shared channels of a person. A tick counts at once and can be taken back. */
export function Memberships({ user }: { user: AdminUser }) {
  const { t } = useWords();
  const { run, busy } = useRun();
  const shared = useAdminChannels().rows.filter((channel) => channel.type === 'acd');
  const name = nameOf(user);

  const set = async (channelId: string, channel: string, joins: boolean, dialedIn = true) => {
    const params = { channelId, userId: user.id };
    const undo = () => void set(channelId, channel, !joins, dialedIn);
    await run(
      async () => {
        if (joins) await call(adminChannelRoutes.setChannelMember, { params, body: { dialedIn } });
        else await call(adminChannelRoutes.removeChannelMember, { params });
      },
      {
        id: 'membership',
        title: t(($) => (joins ? $.admin.users.joined : $.admin.users.left), { name, channel }),
        action: { label: t(($) => $.app.undo), run: undo },
      },
    );
  };

  return (
    <Group title={t(($) => $.admin.users.channels)} text={t(($) => $.admin.users.channelsAtOnce)}>
      <div className="grid grid-cols-2 gap-2 max-[559px]:grid-cols-1">
        {shared.map((channel) => {
          const member = channel.members.find(({ userId }) => userId === user.id);
          return (
            <Checkbox
              key={channel.id}
              label={channel.name}
              checked={member !== undefined}
              disabled={busy}
              onChange={(event) => void set(channel.id, channel.name, event.target.checked, member?.dialedIn)}
            />
          );
        })}
      </div>
    </Group>
  );
}
