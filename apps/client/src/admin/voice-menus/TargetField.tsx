import type { MenuTarget } from '@sidetone/contract/entities/voice-menu.ts';
import { normalizeNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { useState } from 'react';
import { useNumberPlace } from '#contacts/number-place.ts';
import { useWords } from '#i18n/use-words.ts';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import { useAnnouncements } from '../announcements/announcements.ts';
import { useAdminChannels, useVoiceMenus } from '../directory.ts';
import { idOf } from './menu-words.ts';

interface TargetFieldProps<Target extends MenuTarget> {
  label: string;
  value: Target;
  kinds: readonly MenuTarget['kind'][];
  /** The menu itself, which leads elsewhere; null for a new one. */
  ownMenuId: string | null;
  error?: string | undefined;
  onChange: (target: Target) => void;
}

/** Where a key of a voice menu leads: what kind of thing it is, and which one. */
export function TargetField<Target extends MenuTarget>(props: TargetFieldProps<Target>) {
  const { label, value, kinds, ownMenuId, error } = props;
  const { t } = useWords();
  const place = useNumberPlace();
  const choices = useChoices(ownMenuId);
  const [typed, setTyped] = useState(value.kind === 'number' ? value.number : '');
  const change = (target: MenuTarget) => props.onChange(target as Target);
  const list = choices[value.kind];
  const choose = (kind: MenuTarget['kind']) => {
    if (kind === 'number') change({ kind, number: normalizeNumber(typed, place) ?? typed });
    else change(targetOf(kind, choices[kind]?.[0]?.value ?? ''));
  };
  return (
    <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
      <Select
        label={label}
        value={value.kind}
        error={list || value.kind === 'number' ? undefined : error}
        onChange={(event) => choose(event.target.value as MenuTarget['kind'])}
        options={kinds.map((kind) => ({
          value: kind,
          label: t(($) => $.admin.menus.targets[kind]),
          disabled: choices[kind]?.length === 0,
        }))}
      />
      {list ? (
        <Select
          label={t(($) => $.admin.menus.which, { label })}
          value={idOf(value)}
          error={error}
          onChange={(event) => change(targetOf(value.kind, event.target.value))}
          options={withGone(
            list,
            idOf(value),
            t(($) => $.admin.channels.gone),
          )}
        />
      ) : null}
      {value.kind === 'number' ? (
        <Field
          label={t(($) => $.admin.menus.which, { label })}
          type="tel"
          value={typed}
          error={error}
          onChange={(event) => {
            setTyped(event.target.value);
            change({ kind: 'number', number: normalizeNumber(event.target.value, place) ?? event.target.value });
          }}
        />
      ) : null}
    </div>
  );
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** What each kind of target can be; kinds without a list need only their name. */
function useChoices(ownMenuId: string | null): Partial<Record<MenuTarget['kind'], readonly Choice[]>> {
  const { t } = useWords();
  const channels = useAdminChannels().rows;
  const menus = useVoiceMenus().rows;
  const announcements = useAnnouncements();
  const named = (list: readonly { id: string; name: string }[]) =>
    list.map(({ id, name }) => ({ value: id, label: name }));
  const channelChoice = (channel: (typeof channels)[number]) => ({
    value: channel.id,
    label: [channel.name, ...channel.extensions.slice(0, 1), t(($) => $.admin.channels.types[channel.type])].join(
      ' · ',
    ),
  });
  return {
    channel: channels.map(channelChoice),
    voicemail: channels.filter(({ routing }) => routing.voicemail.enabled).map(channelChoice),
    menu: named(menus.filter(({ id }) => id !== ownMenuId)),
    announcement: named(announcements),
  };
}

/** What is chosen is shown, though it is not there any more. */
const withGone = (list: readonly Choice[], id: string, gone: string): readonly Choice[] =>
  list.some(({ value }) => value === id) ? list : [{ value: id, label: gone }, ...list];

function targetOf(kind: MenuTarget['kind'], id: string): MenuTarget {
  switch (kind) {
    case 'channel':
    case 'voicemail':
      return { kind, channelId: id };
    case 'menu':
      return { kind, menuId: id };
    case 'announcement':
      return { kind, announcementId: id };
    case 'number':
      return { kind, number: id };
    case 'again':
    case 'back':
    case 'hangUp':
      return { kind };
  }
}
