import { type QueueSkills, skillSteps } from '@sidetone/contract/entities/skill.ts';
import { hasSkills } from '@sidetone/contract/rules/queues/skills.ts';
import { TriangleAlert } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { useSkills } from '../directory.ts';
import { Group } from '../EditorPanel.tsx';
import { levelsOf } from './levels-of.ts';
import { NeedsEditor } from './NeedsEditor.tsx';

interface QueueSkillsGroupProps {
  skills: QueueSkills;
  memberIds: readonly string[];
  /** What is wrong at a path below the settings. */
  error: (path: string) => string | undefined;
  onChange: (skills: QueueSkills) => void;
}

/** Which skills callers of a shared channel need, and how soon they make do with less. */
export function QueueSkillsGroup({ skills, memberIds, error, onChange }: QueueSkillsGroupProps) {
  const { t } = useWords();
  const { rows, status } = useSkills();
  if (status !== 'ready') return null;
  if (rows.length === 0)
    return (
      <Group title={t(($) => $.admin.skills.title)}>
        <p className="text-ink-3">{t(($) => $.admin.skills.noSkills)}</p>
      </Group>
    );
  const { needs, relaxSeconds } = skills;
  const members = memberIds.map((userId) => levelsOf(rows, userId));
  const met = skillSteps.find((step) => members.some((levels) => hasSkills(levels, needs, step)));
  const warning = needs.length === 0 || met === 'levels' ? null : met === 'skills' ? 'noLevel' : 'noMember';
  return (
    <Group title={t(($) => $.admin.skills.title)} text={t(($) => $.admin.skills.queueText)}>
      <NeedsEditor
        needs={needs}
        error={error('needs')}
        onChange={(changed) => onChange({ ...skills, needs: changed })}
      />
      {warning === null ? null : (
        <p role="status" className="flex items-start gap-2 text-12 text-ring-ink">
          <Icon of={TriangleAlert} className="mt-px flex-none" />
          {t(($) => $.admin.skills[warning])}
        </p>
      )}
      <Field
        className="w-60"
        label={t(($) => $.admin.skills.relaxSeconds)}
        help={t(($) => $.admin.skills.relaxHelp)}
        type="number"
        value={Number.isNaN(relaxSeconds) ? '' : relaxSeconds}
        error={error('relaxSeconds')}
        onChange={(event) => onChange({ ...skills, relaxSeconds: event.target.valueAsNumber })}
      />
    </Group>
  );
}
