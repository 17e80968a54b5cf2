import {
  type AdminNumber,
  type NewNumbers,
  type NumberChange,
  newNumbers,
  numberChange,
} from '@sidetone/contract/entities/admin-channel.ts';
import type { SkillNeed } from '@sidetone/contract/entities/skill.ts';
import { adminChannelRoutes } from '@sidetone/contract/http/admin/channel-routes.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { useNavigate } from '@tanstack/react-router';
import { Route, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import type { Column } from '#ui/DataTable.tsx';
import { Field } from '#ui/Field.tsx';
import { MenuItem, MenuSeparator } from '#ui/Menu.tsx';
import { Select } from '#ui/Select.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { useAdminChannels, useCompanyFacts, useNumberBlocks, useNumbers, useVoiceMenus } from '../directory.ts';
import { EditorPanel } from '../EditorPanel.tsx';
import { RowMenu } from '../RowMenu.tsx';
import { NumberSkills } from '../skills/NumberSkills.tsx';
import { TableSection } from '../TableSection.tsx';
import { useEditor } from '../use-editor.ts';
import { useTrunkOptions } from './BlockPanel.tsx';
import { Blocks } from './Blocks.tsx';
import { isInBlock } from './block-words.ts';
import { isFree } from './is-free.ts';
import { useNumberRemoval } from './removal.ts';
import { useNumberBlock } from './use-number-block.ts';

/** Every number of the account and its target. */
export function NumbersSection() {
  const { t } = useWords();
  const { rows, status } = useNumbers();
  const columns = useNumberColumns();
  const navigate = useNavigate();
  const tryOut = ({ id }: AdminNumber) =>
    void navigate({ to: '/admin/$section', params: { section: 'routing' }, search: { open: id } });
  const { askRemove, question } = useNumberRemoval();
  const runsServer = useCompanyFacts()?.runsServer;
  const free = rows.filter(isFree).length;
  const blocks = useNumberBlocks().rows;
  const [blockId, setBlockId] = useState<string | null>(null);
  const block = blocks.find(({ id }) => id === blockId);
  const hint = runsServer === false && rows.length > 0 ? t(($) => $.admin.numbers.fromServer) : undefined;
  return (
    <>
      <TableSection
        title={t(($) => $.admin.sections.numbers)}
        note={status === 'ready' ? t(($) => $.admin.numbers.count, { count: rows.length, free }) : undefined}
        search={t(($) => $.admin.numbers.filter)}
        texts={({ id, label, channelName }) => [id, label, channelName]}
        add={runsServer ? t(($) => $.admin.numbers.add) : undefined}
        bar={
          blocks.length === 0 ? (
            hint
          ) : (
            <>
              <Blocks blocks={blocks} shown={blockId} onShow={setBlockId} />
              {hint}
            </>
          )
        }
        passes={({ id }) => block === undefined || isInBlock(id, block)}
        rows={rows}
        isLoading={status === 'loading'}
        columns={columns}
        menu={(number) => (
          <RowMenu name={formatNumber(number.id)}>
            <MenuItem icon={Route} onSelect={() => tryOut(number)}>
              {t(($) => $.admin.channels.try)}
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={Trash2} onSelect={() => askRemove(number)}>
              {t(($) => $.admin.numbers.remove.action)}
            </MenuItem>
          </RowMenu>
        )}
        empty={{
          title: t(($) => $.admin.numbers.empty),
          text: t(($) => (runsServer === false ? $.admin.numbers.emptyFromServer : $.admin.numbers.emptyText)),
        }}
        panel={({ row, name, close }) => {
          if (name === 'new' && runsServer) return <NewNumbersPanel onClose={close} />;
          return row ? <NumberPanel key={name} number={row} onClose={close} /> : null;
        }}
      />
      {question}
    </>
  );
}

function useNumberColumns() {
  const { t } = useWords();
  const menus = useVoiceMenus().rows;
  return useMemo<Column<AdminNumber>[]>(
    () => [
      {
        id: 'number',
        head: t(($) => $.admin.numbers.number),
        sort: (number) => number.id,
        cell: (number) => <span className="whitespace-nowrap font-med">{formatNumber(number.id)}</span>,
      },
      {
        id: 'label',
        head: t(($) => $.admin.numbers.label),
        sort: ({ label }) => label ?? '',
        cell: ({ label }) => label,
      },
      {
        id: 'goesTo',
        head: t(($) => $.admin.numbers.goesTo),
        sort: ({ channelName }) => channelName ?? '',
        cell: ({ channelName, channelType, menuId }) => {
          if (channelName === null) return t(($) => $.admin.numbers.nowhere);
          const menu = menus.find(({ id }) => id === menuId);
          return (
            <>
              <span className="font-med text-ink">{channelName}</span>{' '}
              {channelType ? t(($) => $.admin.channels.types[channelType]) : null}{' '}
              {menu ? t(($) => $.admin.numbers.afterMenu, { name: menu.name }) : null}
            </>
          );
        },
      },
      {
        id: 'directDial',
        head: t(($) => $.admin.numbers.directDial),
        from: 700,
        cell: (number) => (isDirectNumber(number) ? t(($) => $.admin.yes) : ''),
      },
      {
        id: 'state',
        head: t(($) => $.admin.numbers.state),
        cell: (number) => (
          <StateBadge tone={isFree(number) ? 'off' : 'live'}>
            {t(($) => (isFree(number) ? $.admin.numbers.free : $.admin.numbers.active))}
          </StateBadge>
        ),
      },
    ],
    [t, menus],
  );
}

/** Whether it leads to the own line of a person; a shared channel has a first number, and no direct one. */
const isDirectNumber = ({ isDirectDial, channelType }: AdminNumber): boolean =>
  isDirectDial && channelType === 'private';

/** The channels that a number may lead to, and nowhere. */
function useDestinations() {
  const { t } = useWords();
  const { rows } = useAdminChannels();
  return [
    { value: '', label: t(($) => $.admin.numbers.nowhere) },
    ...rows.map((channel) => ({
      value: channel.id,
      label: `${channel.name} (${t(($) => $.admin.channels.types[channel.type])})`,
    })),
  ];
}

function NewNumbersPanel({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  const destinations = useDestinations();
  const block = useNumberBlock();
  const trunks = useTrunkOptions();
  const editor = useEditor<
    { first: string; last: string; label: string; channelId: string; trunkId: string },
    NewNumbers
  >({
    values: { first: '', last: '', label: '', channelId: '', trunkId: '' },
    schema: newNumbers,
    shape: ({ first, last, label, channelId, trunkId }) => ({
      first: block.read(first) ?? '',
      last: block.read(last),
      trunkId: last.trim() === '' ? null : trunkId || null,
      label: label.trim() === '' ? null : label,
      channelId: channelId || null,
    }),
    save: async (body) => {
      await block.add(body);
      onClose();
    },
  });
  const { register, watch } = editor.form;
  const [first, last] = watch(['first', 'last']);
  return (
    <EditorPanel
      title={t(($) => $.admin.numbers.add)}
      onClose={onClose}
      dirty={editor.dirty}
      busy={editor.busy}
      problem={editor.problem}
      onSubmit={() => void editor.submit()}
      submitLabel={t(($) => $.admin.add)}
    >
      <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
        <Field
          label={t(($) => $.admin.numbers.first)}
          type="tel"
          autoFocus
          placeholder="+49 40 66969 0"
          error={editor.error('first')}
          // A problem of the last number was shown beside this one.
          {...register('first', { onChange: () => editor.form.clearErrors('last') })}
        />
        <Field
          label={`${t(($) => $.admin.numbers.last)} (${t(($) => $.admin.optional)})`}
          type="tel"
          help={block.meaning(first, last)}
          error={editor.error('last')}
          {...register('last')}
        />
      </div>
      <Field
        label={`${t(($) => $.admin.numbers.label)} (${t(($) => $.admin.optional)})`}
        error={editor.error('label')}
        {...register('label')}
      />
      <Select label={t(($) => $.admin.numbers.goesTo)} options={destinations} {...register('channelId')} />
      {last.trim() === '' || trunks.length === 1 ? null : (
        <Select label={t(($) => $.admin.numbers.block.trunk)} options={trunks} {...register('trunkId')} />
      )}
    </EditorPanel>
  );
}

function NumberPanel({ number, onClose }: { number: AdminNumber; onClose: () => void }) {
  const { t } = useWords();
  const destinations = useDestinations();
  const menus = useVoiceMenus().rows;
  const editor = useEditor<{ label: string; channelId: string; menuId: string; skills: SkillNeed[] }, NumberChange>({
    values: {
      label: number.label ?? '',
      channelId: number.channelId ?? '',
      menuId: number.menuId ?? '',
      skills: number.skills,
    },
    schema: numberChange,
    shape: ({ label, channelId, menuId, skills }) => ({
      label: label.trim() === '' ? null : label,
      channelId: channelId || null,
      menuId: (channelId && menuId) || null,
      skills,
    }),
    save: async (body) => {
      await call(adminChannelRoutes.changeNumber, { params: { number: number.id }, body });
      onClose();
    },
    saved: t(($) => $.admin.saved),
  });
  const { register, watch } = editor.form;
  const mayHaveMenu = menus.length > 0 && watch('channelId') !== '';
  return (
    <EditorPanel
      title={formatNumber(number.id)}
      onClose={onClose}
      dirty={editor.dirty}
      busy={editor.busy}
      problem={editor.problem}
      onSubmit={() => void editor.submit()}
    >
      <Field
        label={`${t(($) => $.admin.numbers.label)} (${t(($) => $.admin.optional)})`}
        error={editor.error('label')}
        {...register('label')}
      />
      <Select label={t(($) => $.admin.numbers.goesTo)} options={destinations} {...register('channelId')} />
      {mayHaveMenu ? (
        <Select
          label={t(($) => $.admin.menus.first)}
          help={t(($) => $.admin.menus.ofNumberHelp)}
          error={editor.error('menuId')}
          options={[
            { value: '', label: t(($) => $.admin.menus.asChannel) },
            ...menus.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...register('menuId')}
        />
      ) : null}
      <NumberSkills
        needs={watch('skills')}
        error={editor.error('skills')}
        onChange={(skills) => editor.form.setValue('skills', skills, { shouldDirty: true })}
      />
      {isDirectNumber(number) ? <p className="text-ink-2">{t(($) => $.admin.numbers.isDirectDial)}</p> : null}
    </EditorPanel>
  );
}
