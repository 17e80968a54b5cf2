import { adminQueries } from '@sidetone/contract/documents/admin-queries.ts';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/queries/live.ts';
import { RemovableChip } from '#ui/Chip.tsx';
import { SearchSelect } from '#ui/SearchSelect.tsx';

interface ChannelChoiceProps {
  chosen: readonly string[];
  error: string | undefined;
  onChange: (channels: readonly string[]) => void;
}

/** Which shared channels are sent; none chosen means all of them. */
export function ChannelChoice({ chosen, error, onChange }: ChannelChoiceProps) {
  const { t } = useWords();
  const { rows, status } = useLive(adminQueries.adminChannels, {});
  const shared = rows.filter(({ type }) => type === 'acd');
  const nameOf = (id: string): string =>
    shared.find((channel) => channel.id === id)?.name ??
    (status === 'ready' ? t(($) => $.admin.webhook.lostChannel) : '…');
  const options = shared.filter(({ id }) => !chosen.includes(id)).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div>
      <SearchSelect
        label={t(($) => $.admin.webhook.channels)}
        placeholder={t(($) => $.admin.webhook.addChannel)}
        help={t(($) => $.admin.webhook.channelsHelp)}
        error={error}
        options={options}
        value=""
        noneFound={t(($) => $.admin.webhook.noChannel)}
        onChange={(id) => onChange([...chosen, id])}
      />
      {chosen.length > 0 ? (
        <ul className="mt-2 flex flex-wrap gap-1.5">
          {chosen.map((id) => (
            <li key={id}>
              <RemovableChip
                label={t(($) => $.admin.webhook.removeChannel, { channel: nameOf(id) })}
                onRemove={() => onChange(chosen.filter((one) => one !== id))}
              >
                {nameOf(id)}
              </RemovableChip>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
