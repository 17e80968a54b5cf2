import { type MenuTarget, menuKey, menuKeys } from '@sidetone/contract/entities/voice-menu.ts';
import { X } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { Select } from '#ui/Select.tsx';
import { LinesEditor } from '../assistants/LinesEditor.tsx';
import { useAdminChannels } from '../directory.ts';
import { KeySkills } from '../skills/KeySkills.tsx';
import { type KeyLine, nextChannel, nextKey } from './menu-form.ts';
import { TargetField } from './TargetField.tsx';

interface KeysEditorProps {
  keys: readonly KeyLine[];
  ownMenuId: string | null;
  /** The problem of a field, by its path. */
  error: (path: string) => string | undefined;
  onChange: (keys: KeyLine[]) => void;
}

const kinds: readonly MenuTarget['kind'][] = [
  'channel',
  'voicemail',
  'menu',
  'number',
  'announcement',
  'again',
  'back',
  'hangUp',
];

/** The problem of a target at a path, which may be that of one of its fields. */
export const targetError = (error: (path: string) => string | undefined, path: string): string | undefined =>
  ['', '.number', '.channelId', '.menuId', '.announcementId'].map((field) => error(`${path}${field}`)).find(Boolean);

/** The keys of a voice menu, each with where it leads. */
export function KeysEditor({ keys, ownMenuId, error, onChange }: KeysEditorProps) {
  const { t } = useWords();
  const channelIds = useAdminChannels().rows.map(({ id }) => id);
  const next = nextKey(keys, { kind: 'channel', channelId: nextChannel(keys, channelIds) });
  const change = (at: number, to: Partial<KeyLine>) =>
    onChange(keys.map((line, place) => (place === at ? { ...line, ...to } : line)));
  return (
    <LinesEditor
      label={t(($) => $.admin.menus.keys)}
      lines={keys}
      next={next}
      add={t(($) => $.admin.menus.addKey)}
      first="select"
      onChange={onChange}
    >
      {({ lineId, key, target, skills = [] }, at, remove) => (
        <li key={lineId} className="flex items-start gap-3 rounded-s border border-line p-3">
          <Select
            className="w-20 flex-none"
            label={t(($) => $.admin.menus.key)}
            value={key}
            error={error(`keys.${at}.key`)}
            onChange={(event) => change(at, { key: menuKey.parse(event.target.value) })}
            options={menuKeys.map((one) => ({
              value: one,
              label: one,
              disabled: one !== key && keys.some((line) => line.key === one),
            }))}
          />
          <div className="min-w-0 flex-1">
            <TargetField
              label={t(($) => $.admin.menus.leadsTo, { key })}
              kinds={kinds}
              value={target}
              ownMenuId={ownMenuId}
              error={targetError(error, `keys.${at}.target`)}
              onChange={(changed) => change(at, { target: changed })}
            />
            <KeySkills
              pressed={key}
              needs={skills}
              error={error(`keys.${at}.skills`)}
              onChange={(needs) => change(at, { skills: needs.length === 0 ? undefined : needs })}
            />
          </div>
          <IconButton icon={X} label={t(($) => $.admin.menus.removeKey, { key })} onClick={remove} />
        </li>
      )}
    </LinesEditor>
  );
}
