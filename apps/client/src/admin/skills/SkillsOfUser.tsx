import { skillLimits } from '@sidetone/contract/entities/skill.ts';
import { skillRoutes } from '@sidetone/contract/http/admin/skill-routes.ts';
import { useRef, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { useSkills } from '../directory.ts';
import { Group } from '../EditorPanel.tsx';
import { useRun } from '../run.ts';
import { LevelsEditor } from './LevelsEditor.tsx';
import { levelsOf, sameLevels } from './levels-of.ts';
import { useSkillRefusal } from './use-skill-refusal.ts';

type Levels = readonly { id: string; level: number }[];

const asNeeds = (levels: Levels) => levels.map(({ id: skillId, level }) => ({ skillId, level }));

/** Which skills a user has; each change counts immediately, and the toast takes it back. */
export function SkillsOfUser({ userId }: { userId: string }) {
  const { t } = useWords();
  const { rows } = useSkills();
  const { run } = useRun();
  const refusal = useSkillRefusal();
  /** What was chosen here and has not arrived in the list yet: the next choice builds on it. */
  const [chosen, setChosen] = useState<Levels | null>(null);
  const saving = useRef<Promise<unknown>>(Promise.resolve());
  if (rows.length === 0) return null;
  const saved = Object.entries(levelsOf(rows, userId)).map(([id, level]) => ({ id, level }));
  if (chosen !== null && sameLevels(chosen, saved)) setChosen(null);
  const value = chosen ?? saved;
  const put = async (wanted: Levels, before: Levels) => {
    const body = { skills: asNeeds(wanted), from: asNeeds(before) };
    const done = await run(
      () => call(skillRoutes.setUserSkills, { params: { userId }, body }),
      { title: t(($) => $.admin.saved), action: { label: t(($) => $.app.undo), run: () => save(before, wanted) } },
      undefined,
      refusal,
    );
    if (done === null) setChosen(null);
  };
  // One after the other: each says all skills of the user, and the last one stays.
  const save = (wanted: Levels, before: Levels) => {
    setChosen(wanted);
    saving.current = saving.current.then(() => put(wanted, before));
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
        onChange={(wanted) => save(wanted, value)}
      />
    </Group>
  );
}
