import { adminQueries } from '@sidetone/contract/documents/admin-queries.ts';
import {
  type AdminNumberBlock,
  type NumberBlockChange,
  numberBlockChange,
} from '@sidetone/contract/entities/admin-channel.ts';
import { adminChannelRoutes } from '@sidetone/contract/http/admin/channel-routes.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { useLive } from '#live/queries/live.ts';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import { EditorPanel } from '../EditorPanel.tsx';
import { useEditor } from '../use-editor.ts';
import { nameOfBlock } from './block-words.ts';

/** The trunks that a block may belong to, and none. */
export function useTrunkOptions() {
  const { t } = useWords();
  const { rows } = useLive(adminQueries.adminTrunks, {});
  return [
    { value: '', label: t(($) => $.admin.numbers.block.noTrunk) },
    ...rows.map(({ id, name }) => ({ value: id, label: name })),
  ];
}

/** One block: its label, and the trunk that it belongs to. */
export function BlockPanel({ block, onClose }: { block: AdminNumberBlock; onClose: () => void }) {
  const { t } = useWords();
  const trunks = useTrunkOptions();
  const editor = useEditor<{ label: string; trunkId: string }, NumberBlockChange>({
    values: { label: block.label ?? '', trunkId: block.trunkId ?? '' },
    schema: numberBlockChange,
    shape: ({ label, trunkId }) => ({ label: label.trim() === '' ? null : label, trunkId: trunkId || null }),
    save: async (body) => {
      await call(adminChannelRoutes.changeNumberBlock, { params: { blockId: block.id }, body });
      onClose();
    },
    saved: t(($) => $.admin.saved),
  });
  const { register } = editor.form;
  return (
    <EditorPanel
      title={nameOfBlock(
        block,
        t(($) => $.admin.numbers.block.to),
      )}
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
      <Select label={t(($) => $.admin.numbers.block.trunk)} options={trunks} {...register('trunkId')} />
    </EditorPanel>
  );
}
