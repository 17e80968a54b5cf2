import type { UseFormRegisterReturn } from 'react-hook-form';
import { useWords } from '#i18n/use-words.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { useAdminChannels } from '../directory.ts';
import { Group } from '../EditorPanel.tsx';

/** The shared channels of a user, to be ticked; nothing where the company has none. */
export function ChannelTicks({ field }: { field: UseFormRegisterReturn }) {
  const { t } = useWords();
  const shared = useAdminChannels().rows.filter((channel) => channel.type === 'acd');
  if (shared.length === 0) return null;
  return (
    <Group title={t(($) => $.admin.users.channels)} text={t(($) => $.admin.users.channelsHelp)}>
      <div className="grid grid-cols-2 gap-2 max-[559px]:grid-cols-1">
        {shared.map((channel) => (
          <Checkbox key={channel.id} label={channel.name} value={channel.id} {...field} />
        ))}
      </div>
    </Group>
  );
}
