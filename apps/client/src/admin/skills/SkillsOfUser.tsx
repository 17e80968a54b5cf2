import { skillLimits } from '@sidetone/contract/entities/skill.ts';
import { skillRoutes } from '@sidetone/contract/http/admin/skill-routes.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { useSkills } from '../directory.ts';
import { Group } from '../EditorPanel.tsx';
import { useRun } from '../run.ts';
import { LevelsEditor } from './LevelsEditor.tsx';
import { levelsOf } from './levels-of.ts';

type Levels = readonly { id: string; level: number }[];

/** Which skills a user has; each change counts immediately, and the toast takes it back. */
export function SkillsOfUser({ userId }: { userId: string }) {
  const { t } = useWords();
  const { rows } = useSkills();
  const { run } = useRun();
  if (rows.length === 0) return null;
  const value = Object.entries(levelsOf(rows, userId)).map(([id, level]) => ({ id, level }));
  const save = async (wanted: Levels, before: Levels) => {
    const skills = wanted.map(({ id: skillId, level }) => ({ skillId, level }));
    await run(() => call(skillRoutes.setUserSkills, { params: { userId }, body: { skills } }), {
      title: t(($) => $.admin.saved),
      action: { label: t(($) => $.app.undo), run: () => void save(before, wanted) },
    });
  };
  return (
    <Group title={t(($) => $.admin.skills.title)} text={t(($) => $.admin.skills.userText)}>
      <LevelsEditor
        label={t(($) => $.admin.skills.skill)}
        noneFound={t(($) => $.admin.skills.noneFound)}
        options={rows}
        value={value}
        words="has"
        most={skillLimits.skills}
        onChange={(wanted) => void save(wanted, value)}
      />
    </Group>
  );
}
