import { type AdminSkill, type NewSkill, newSkill, skillLimits } from '@sidetone/contract/entities/skill.ts';
import { skillRoutes } from '@sidetone/contract/http/admin/skill-routes.ts';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Field } from '#ui/Field.tsx';
import { nameOf, useUsers } from '../directory.ts';
import { EditorPanel, Group } from '../EditorPanel.tsx';
import { useEditor } from '../use-editor.ts';
import { LevelsEditor } from './LevelsEditor.tsx';
import { peopleChanged } from './levels-of.ts';
import { useSkillRefusal } from './use-skill-refusal.ts';

interface SkillValues {
  name: string;
  people: { userId: string; level: number }[];
}

interface SkillPanelProps {
  /** Null makes a new one. */
  skill: AdminSkill | null;
  onClose: () => void;
}

/** A skill: its name, and who has it how well. */
export function SkillPanel({ skill, onClose }: SkillPanelProps) {
  const { t } = useWords();
  const refusal = useSkillRefusal();
  // What another administrator saves since stays, beside what is changed here.
  const [filled] = useState({ name: skill?.name ?? '', people: skill?.people ?? [] });
  const users = useUsers().rows.filter(
    ({ id, state }) => state !== 'deactivated' || filled.people.some(({ userId }) => userId === id),
  );
  const editor = useEditor<SkillValues, NewSkill>({
    values: filled,
    schema: newSkill,
    shape: ({ name, people }) => ({
      name: name === filled.name ? (skill?.name ?? name) : name,
      people: peopleChanged(filled.people, people, skill?.people ?? []),
    }),
    async save(body) {
      await (skill
        ? call(skillRoutes.changeSkill, {
            params: { skillId: skill.id },
            body: { ...body, revision: skill.revision },
          })
        : call(skillRoutes.createSkill, { body }));
      onClose();
    },
    refusal: (_path, reason) => refusal(reason),
    saved: t(($) => $.admin.saved),
  });
  const { register, watch, setValue } = editor.form;
  return (
    <EditorPanel
      title={skill?.name ?? t(($) => $.admin.skills.add)}
      onClose={onClose}
      dirty={editor.dirty}
      busy={editor.busy}
      problem={editor.problem}
      onSubmit={() => void editor.submit()}
      {...(skill ? {} : { submitLabel: t(($) => $.admin.skills.create) })}
    >
      <Field
        label={t(($) => $.admin.skills.name)}
        placeholder={t(($) => $.admin.skills.example)}
        autoComplete="off"
        autoFocus={skill === null}
        error={editor.error('name')}
        {...register('name')}
      />
      <Group title={t(($) => $.admin.skills.people)} text={t(($) => $.admin.skills.peopleText)}>
        <LevelsEditor
          label={t(($) => $.admin.skills.user)}
          noneFound={t(($) => $.admin.skills.nobodyFound)}
          options={users.map((user) => ({ id: user.id, name: nameOf(user) }))}
          value={watch('people').map(({ userId: id, level }) => ({ id, level }))}
          words="has"
          most={skillLimits.people}
          onChange={(people) =>
            setValue(
              'people',
              people.map(({ id: userId, level }) => ({ userId, level })),
              { shouldDirty: true },
            )
          }
        />
      </Group>
    </EditorPanel>
  );
}
