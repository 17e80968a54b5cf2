import { Ban, CircleCheck } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { useMe } from '#live/queries/me.ts';
import { MenuItem } from '#ui/Menu.tsx';
import { type BlockListName, useBlocking, useBlockList } from './block-list.ts';

/** Entries of a menu that block a caller or take their calls again; in E.164, for anything else there are none. */
export function BlockMenuItems({ number }: { number: string | null }) {
  const isAdmin = useMe()?.admin ?? false;
  if (number === null || !number.startsWith('+')) return null;
  return (
    <>
      <BlockItem of="own" number={number} />
      {isAdmin ? <BlockItem of="company" number={number} /> : null}
    </>
  );
}

function BlockItem({ of, number }: { of: BlockListName; number: string }) {
  const { t } = useWords();
  const { rows, status } = useBlockList(of);
  const { block, unblock } = useBlocking(of);
  const entry = rows.find((row) => row.kind === 'number' && row.number === number);
  return (
    <MenuItem
      icon={entry ? CircleCheck : Ban}
      disabled={status !== 'ready'}
      onSelect={() => void (entry ? unblock(entry) : block({ kind: 'number', number, note: null }))}
    >
      {t(($) => (entry ? $.blocked.unblock[of] : $.blocked.block[of]))}
    </MenuItem>
  );
}
