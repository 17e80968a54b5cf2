import type { SenderOption } from '@sidetone/contract/entities/sender.ts';
import { ChevronDown } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Icon } from '#ui/Icon.tsx';
import { Menu, MenuChoice } from '#ui/Menu.tsx';
import type { SenderChoice } from './sender-choice.ts';

/** Says which number this call shows, and lets users change it for this call alone. */
export function SenderMenu({ sender }: { sender: SenderChoice }) {
  const { t } = useWords();
  const { chosen, options, choose } = sender;
  if (chosen === null) return null;
  const text = shortName(chosen);
  return (
    <Menu
      side="top"
      className="max-h-[320px] w-[300px] overflow-y-auto"
      trigger={
        <button
          type="button"
          title={text}
          className="inline-flex h-7 min-w-0 max-w-[240px] items-center gap-1.5 rounded-s px-2 font-med text-12 text-ink-2 hover:bg-hover data-popup-open:bg-hover"
        >
          <span className="flex-none font-reg text-ink-3">{t(($) => $.omnibar.from)}</span>
          <span className="truncate">{text}</span>
          <Icon of={ChevronDown} size={12} />
        </button>
      }
    >
      {groupsOf(options).map(([name, group]) => (
        <MenuChoice
          key={name}
          label={name || t(($) => $.omnibar.phones)}
          value={chosen.id}
          onChange={choose}
          options={group.map((option) => ({ value: option.id, label: longName(option) }))}
        />
      ))}
    </Menu>
  );
}

function groupsOf(options: readonly SenderOption[]): [string, SenderOption[]][] {
  const groups = new Map<string, SenderOption[]>();
  for (const option of options) {
    const name = option.channelName ?? '';
    groups.set(name, [...(groups.get(name) ?? []), option]);
  }
  return [...groups];
}

const shortName = ({ channelName, displayValue }: SenderOption): string =>
  channelName === null ? displayValue : `${channelName} · ${displayValue}`;

const longName = ({ phoneId, phoneNumberLabel, displayValue }: SenderOption): string =>
  phoneId !== null || !phoneNumberLabel ? displayValue : `${displayValue} · ${phoneNumberLabel}`;
