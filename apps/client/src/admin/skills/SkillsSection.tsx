import type { AdminSkill } from '@sidetone/contract/entities/skill.ts';
import { skillRoutes } from '@sidetone/contract/http/admin/skill-routes.ts';
import { Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import type { Column } from '#ui/DataTable.tsx';
import { MenuItem } from '#ui/Menu.tsx';
import { useAdminChannels, useSkills, useUserNames } from '../directory.ts';
import { RowMenu } from '../RowMenu.tsx';
import { useRun } from '../run.ts';
import { TableSection } from '../TableSection.tsx';
import { SkillPanel } from './SkillPanel.tsx';
import { useSkillRefusal } from './use-skill-refusal.ts';

/** What users can, so that queues ring those whom callers need. */
export function SkillsSection() {
  const { t } = useWords();
  const { rows, status } = useSkills();
  const columns = useSkillColumns();
  const { run } = useRun();
  const refusal = useSkillRefusal();
  const restore = ({ name, people }: AdminSkill) =>
    run(
      () => call(skillRoutes.createSkill, { body: { name, people } }),
      { title: t(($) => $.admin.skills.restored) },
      undefined,
      refusal,
    );
  const remove = (skill: AdminSkill) =>
    run(
      () => call(skillRoutes.deleteSkill, { params: { skillId: skill.id } }),
      {
        title: t(($) => $.admin.skills.deleted, { name: skill.name }),
        action: { label: t(($) => $.app.undo), run: () => void restore(skill) },
      },
      undefined,
      refusal,
    );
  return (
    <TableSection
      title={t(($) => $.admin.sections.skills)}
      note={status === 'ready' && rows.length > 0 ? String(rows.length) : undefined}
      search={t(($) => $.admin.skills.filter)}
      texts={({ name }) => [name]}
      add={t(($) => $.admin.skills.add)}
      rows={rows}
      isLoading={status === 'loading'}
      columns={columns}
      menu={(skill) => (
        <RowMenu name={skill.name}>
          <MenuItem icon={Trash2} onSelect={() => void remove(skill)}>
            {t(($) => $.admin.skills.delete)}
          </MenuItem>
        </RowMenu>
      )}
      empty={{ title: t(($) => $.admin.skills.empty), text: t(($) => $.admin.skills.emptyText) }}
      panel={({ row, name, close }) =>
        row || name === 'new' ? <SkillPanel key={name} skill={row ?? null} onClose={close} /> : null
      }
    />
  );
}

function useSkillColumns() {
  const { t } = useWords();
  const channels = useAdminChannels().rows;
  const names = useUserNames();
  return useMemo<Column<AdminSkill>[]>(() => {
    const asking = ({ id }: AdminSkill) =>
      channels.filter(({ routing }) => routing.skills.needs.some(({ skillId }) => skillId === id));
    return [
      {
        id: 'name',
        head: t(($) => $.admin.skills.name),
        sort: ({ name }) => name,
        cell: ({ name }) => <span className="font-med">{name}</span>,
      },
      {
        id: 'people',
        head: t(($) => $.admin.skills.people),
        cell: ({ people }) =>
          people.length === 0
            ? t(($) => $.admin.skills.nobody)
            : people
                .map(
                  ({ userId, level }) =>
                    `${names.get(userId) ?? ''} (${t(($) => $.admin.skills.has[`level${level as 1 | 2 | 3}`])})`,
                )
                .join(', '),
      },
      {
        id: 'queues',
        head: t(($) => $.admin.skills.queues),
        from: 700,
        cell: (skill) =>
          asking(skill)
            .map(({ name }) => name)
            .join(', '),
      },
    ];
  }, [t, channels, names]);
}
