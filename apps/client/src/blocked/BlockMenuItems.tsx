import { Ban, CircleCheck, Flag, FlagOff } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { useMe } from '#live/queries/me.ts';
import { MenuItem } from '#ui/Menu.tsx';
import { type BlockListName, useBlocking, useBlockList } from './block-list.ts';
import { useNuisance, useNuisanceMarks } from './nuisance.ts';

/** Entries of a menu that block a caller or take their calls again; in E.164, for anything else there are none. */
export function BlockMenuItems({ number }: { number: string | null }) {
  const isAdmin = useMe()?.admin ?? false;
  if (number === null || !number.startsWith('+')) return null;
  return (
    <>
      <BlockItem of="own" number={number} />
      {isAdmin ? <BlockItem of="company" number={number} /> : null}
      <NuisanceItem number={number} />
    </>
  );
}

/** Marks a caller as a nuisance, for all of the company. */
function NuisanceItem({ number }: { number: string }) {
  const { t } = useWords();
  const marks = useNuisanceMarks();
  const { set } = useNuisance();
  const isMarked = marks?.includes(number) === true;
  return (
    <MenuItem icon={isMarked ? FlagOff : Flag} disabled={marks === null} onSelect={() => void set(number, !isMarked)}>
      {t(($) => $.blocked.nuisance[isMarked ? 'unmark' : 'mark'])}
    </MenuItem>
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
