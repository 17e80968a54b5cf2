import { type SkillNeed, skillLimits } from '@sidetone/contract/entities/skill.ts';
import { useWords } from '#i18n/use-words.ts';
import { useSkills } from '../directory.ts';
import { LevelsEditor } from './LevelsEditor.tsx';

interface NeedsEditorProps {
  needs: readonly SkillNeed[];
  error?: string | undefined;
  onChange: (needs: SkillNeed[]) => void;
}

/** The skills that callers need of those who ring; nothing where the account has no skills. */
export function NeedsEditor({ needs, error, onChange }: NeedsEditorProps) {
  const { t } = useWords();
  const skills = useSkills().rows;
  if (skills.length === 0) return null;
  return (
    <LevelsEditor
      label={t(($) => $.admin.skills.needed)}
      noneFound={t(($) => $.admin.skills.noneFound)}
      options={skills}
      value={needs.map(({ skillId: id, level }) => ({ id, level }))}
      words="asked"
      most={skillLimits.needs}
      error={error}
      onChange={(value) => onChange(value.map(({ id: skillId, level }) => ({ skillId, level })))}
    />
  );
}
