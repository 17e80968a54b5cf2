import {
  type AdminPagingGroup,
  type NewPagingGroup,
  newPagingGroup,
  pagingLimits,
  pagingProblems,
} from '@sidetone/contract/entities/paging-group.ts';
import { pagingRoutes } from '@sidetone/contract/http/admin/paging-routes.ts';
import { pageCode } from '@sidetone/contract/rules/numbers/feature-codes.ts';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import { EditorPanel, Group } from '../EditorPanel.tsx';
import { useEditor } from '../use-editor.ts';
import { PeopleList } from './PeopleList.tsx';
import { type PagingValues, pagingShape, pagingValues } from './paging-form.ts';

interface PagingPanelProps {
  /** Null makes a new one. */
  group: AdminPagingGroup | null;
  /** Numbers of groups that there are. */
  taken: readonly string[];
  isFull: boolean;
  onClose: () => void;
}

/** A paging group: its number, who hears it, and who may speak to it. */
export function PagingPanel({ group, taken, isFull, onClose }: PagingPanelProps) {
  const { t } = useWords();
  // What another administrator changed since the form was filled is not written over.
  const [revision] = useState(group?.revision);
  const editor = useEditor<PagingValues, NewPagingGroup>({
    values: pagingValues(group, taken),
    schema: newPagingGroup,
    shape: pagingShape,
    async save(body) {
      if (group) {
        const change = { ...body, revision };
        await call(pagingRoutes.changePagingGroup, { params: { groupId: group.id }, body: change });
      } else await call(pagingRoutes.createPagingGroup, { body });
      onClose();
    },
    refusal(_path, reason) {
      const problem = pagingProblems.find((one) => one === reason);
      return problem && t(($) => $.admin.paging.problems[problem], { most: pagingLimits.groups });
    },
    saved: t(($) => $.admin.saved),
  });
  const { register, setValue, watch } = editor.form;
  const [memberIds, mayPage, callerIds] = watch(['memberIds', 'mayPage', 'callerIds']);
  const { least, most } = pagingLimits.seconds;
  return (
    <EditorPanel
      title={group?.name ?? t(($) => $.admin.paging.add)}
      subtitle={group ? undefined : t(($) => $.admin.paging.addText)}
      onClose={onClose}
      dirty={editor.dirty}
      busy={editor.busy}
      problem={
        group === null && isFull
          ? t(($) => $.admin.paging.problems.tooMany, { most: pagingLimits.groups })
          : editor.problem
      }
      onSubmit={() => void editor.submit()}
      {...(group ? {} : { submitLabel: t(($) => $.admin.paging.create) })}
    >
      <Field
        label={t(($) => $.admin.paging.name)}
        autoComplete="off"
        autoFocus={group === null}
        error={editor.error('name')}
        {...register('name')}
      />
      <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
        <Field
          label={t(($) => $.admin.paging.number)}
          inputMode="numeric"
          autoComplete="off"
          help={t(($) => $.admin.paging.numberHelp, { code: pageCode })}
          error={editor.error('number')}
          {...register('number')}
        />
        <Field
          label={t(($) => $.admin.paging.longest)}
          type="number"
          min={least}
          max={most}
          error={editor.error('longestSeconds')}
          {...register('longestSeconds', { valueAsNumber: true })}
        />
      </div>
      <Group title={t(($) => $.admin.paging.members)} text={t(($) => $.admin.paging.membersText)}>
        <PeopleList
          label={t(($) => $.admin.paging.members)}
          none={t(($) => $.admin.paging.noMembers)}
          addLabel={t(($) => $.admin.paging.addMember)}
          chosen={memberIds}
          onChange={(chosen) => setValue('memberIds', chosen, { shouldDirty: true })}
        />
      </Group>
      <Select
        label={t(($) => $.admin.paging.callers)}
        options={(['everybody', 'chosen'] as const).map((value) => ({ value, label: t(($) => $.admin.paging[value]) }))}
        {...register('mayPage')}
      />
      {mayPage === 'chosen' ? (
        <PeopleList
          label={t(($) => $.admin.paging.callers)}
          none={t(($) => $.admin.paging.noCallers)}
          addLabel={t(($) => $.admin.paging.addCaller)}
          chosen={callerIds}
          onChange={(chosen) => setValue('callerIds', chosen, { shouldDirty: true })}
        />
      ) : null}
    </EditorPanel>
  );
}
