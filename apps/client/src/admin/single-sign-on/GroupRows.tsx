import { mostSignOnGroups, type SignOnGroup } from '@sidetone/contract/entities/single-sign-on.ts';
import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { useAdminChannels } from '../directory.ts';

interface GroupRowsProps {
  groups: readonly SignOnGroup[];
  /** The problem of a field, by its path. */
  error: (path: string) => string | undefined;
  onChange: (groups: SignOnGroup[]) => void;
}

/** What members of each group of the directory get. */
export function GroupRows({ groups, error, onChange }: GroupRowsProps) {
  const { t } = useWords();
  const id = useId();
  const set = (at: number, change: Partial<SignOnGroup>) =>
    onChange(groups.map((one, index) => (index === at ? { ...one, ...change } : one)));
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <div>
        <h3 id={id} className="font-med text-12 text-ink-2">
          {t(($) => $.admin.sso.groups.title)}
        </h3>
        <p className="text-12 text-ink-3">{t(($) => $.admin.sso.groups.text)}</p>
      </div>
      <ul className="grid gap-3 empty:hidden" aria-labelledby={id}>
        {groups.map((group, at) => (
          <GroupRow
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and each field is drawn from its value
            key={at}
            group={group}
            problem={(field) => error(`groups.${at}.${field}`)}
            onChange={(change) => set(at, change)}
            onRemove={() => onChange(groups.filter((_one, index) => index !== at))}
          />
        ))}
      </ul>
      <div>
        <Button
          size="s"
          disabled={groups.length >= mostSignOnGroups}
          onClick={() => onChange([...groups, { group: '', channelIds: [], department: null, admin: false }])}
        >
          <Icon of={Plus} size={14} />
          {t(($) => $.admin.sso.groups.add)}
        </Button>
      </div>
    </section>
  );
}

interface GroupRowProps {
  group: SignOnGroup;
  problem: (field: keyof SignOnGroup) => string | undefined;
  onChange: (change: Partial<SignOnGroup>) => void;
  onRemove: () => void;
}

function GroupRow({ group, problem, onChange, onRemove }: GroupRowProps) {
  const { t } = useWords();
  const shared = useAdminChannels().rows.filter(({ type }) => type === 'acd');
  const toggle = (channelId: string, isIn: boolean) =>
    onChange({
      channelIds: isIn ? [...group.channelIds, channelId] : group.channelIds.filter((one) => one !== channelId),
    });
  return (
    <li className="grid gap-3 rounded-m border border-line p-3">
      <div className="flex items-end gap-2">
        <Field
          className="min-w-0 flex-1"
          label={t(($) => $.admin.sso.groups.name)}
          value={group.group}
          autoCapitalize="none"
          spellCheck={false}
          error={problem('group')}
          onChange={(event) => onChange({ group: event.target.value })}
        />
        <Field
          className="min-w-0 flex-1"
          label={`${t(($) => $.admin.people.cells.department)} (${t(($) => $.admin.optional)})`}
          value={group.department ?? ''}
          error={problem('department')}
          onChange={(event) => onChange({ department: event.target.value === '' ? null : event.target.value })}
        />
        <IconButton icon={X} label={t(($) => $.admin.sso.groups.remove, { name: group.group })} onClick={onRemove} />
      </div>
      <fieldset className="grid grid-cols-2 gap-2 max-[559px]:grid-cols-1">
        <legend className="mb-1 font-med text-12 text-ink-2">{t(($) => $.admin.sso.groups.gives)}</legend>
        <Checkbox
          label={t(($) => $.admin.users.isAdmin)}
          checked={group.admin}
          onChange={(event) => onChange({ admin: event.target.checked })}
        />
        {shared.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={group.channelIds.includes(id)}
            onChange={(event) => toggle(id, event.target.checked)}
          />
        ))}
      </fieldset>
      {problem('channelIds') === undefined ? null : (
        <p role="alert" className="text-12 text-missed">
          {problem('channelIds')}
        </p>
      )}
    </li>
  );
}
