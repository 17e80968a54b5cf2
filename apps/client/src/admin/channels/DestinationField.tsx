import type { RoutingDestination } from '@sidetone/contract/entities/channel-routing.ts';
import { normalizeNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { useState } from 'react';
import { useNumberPlace } from '#contacts/number-place.ts';
import { useWords } from '#i18n/use-words.ts';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import { useAdminChannels, useCallAssistants, useVoiceMenus } from '../directory.ts';

interface DestinationFieldProps {
  label: string;
  value: RoutingDestination;
  /** The channel whose setting this is; its calls do not go to itself. */
  ownChannelId: string | null;
  /** Whether the channel's voicemail is on. */
  voicemail: boolean;
  error?: string | undefined;
  onChange: (destination: RoutingDestination) => void;
}

/** Where a call goes on to. */
export function DestinationField({ label, value, ownChannelId, voicemail, error, onChange }: DestinationFieldProps) {
  const { t } = useWords();
  const place = useNumberPlace();
  const assistants = useCallAssistants().rows;
  const menus = useVoiceMenus().rows;
  const channels = useAdminChannels().rows.filter((channel) => channel.id !== ownChannelId);
  const [typed, setTyped] = useState(value.kind === 'number' ? value.number : '');

  const choose = (kind: string) => {
    if (kind === 'channel') onChange({ kind, channelId: channels[0]?.id ?? '' });
    else if (kind === 'assistant') onChange({ kind, assistantId: assistants[0]?.id ?? '' });
    else if (kind === 'menu') onChange({ kind, menuId: menus[0]?.id ?? '' });
    else if (kind === 'number') onChange({ kind, number: normalizeNumber(typed, place) ?? typed });
    else if (kind === 'voicemail' || kind === 'none') onChange({ kind });
  };
  const type = (text: string) => {
    setTyped(text);
    onChange({ kind: 'number', number: normalizeNumber(text, place) ?? text });
  };

  return (
    <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
      <Select
        label={label}
        value={value.kind}
        onChange={(event) => choose(event.target.value)}
        error={value.kind === 'number' ? undefined : error}
        options={(['none', 'voicemail', 'channel', 'number', 'assistant', 'menu'] as const).map((kind) => ({
          value: kind,
          label: t(($) => $.admin.channels.destinations[kind]),
          disabled:
            (kind === 'voicemail' && !voicemail) ||
            (kind === 'channel' && channels.length === 0) ||
            (kind === 'assistant' && assistants.length === 0) ||
            (kind === 'menu' && menus.length === 0),
        }))}
      />
      {value.kind === 'channel' ? (
        <Select
          label={t(($) => $.admin.channels.channel)}
          value={value.channelId}
          onChange={(event) => onChange({ kind: 'channel', channelId: event.target.value })}
          options={channels.map((channel) => ({
            value: channel.id,
            label: `${channel.name} (${t(($) => $.admin.channels.types[channel.type])})`,
          }))}
        />
      ) : null}
      {value.kind === 'assistant' ? (
        <Select
          label={t(($) => $.admin.channels.assistant)}
          value={value.assistantId}
          error={error}
          onChange={(event) => onChange({ kind: 'assistant', assistantId: event.target.value })}
          options={assistants.map(({ id, name }) => ({ value: id, label: name }))}
        />
      ) : null}
      {value.kind === 'menu' ? (
        <Select
          label={t(($) => $.admin.channels.destinations.menu)}
          value={value.menuId}
          error={error}
          onChange={(event) => onChange({ kind: 'menu', menuId: event.target.value })}
          options={menus.map(({ id, name }) => ({ value: id, label: name }))}
        />
      ) : null}
      {value.kind === 'number' ? (
        <Field
          label={t(($) => $.admin.numbers.number)}
          type="tel"
          value={typed}
          error={error}
          onChange={(event) => type(event.target.value)}
        />
      ) : null}
    </div>
  );
}
