import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { CircleCheck, Copy, MessagesSquare, Phone, RotateCcw, SquarePen } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { MenuItem, MenuSeparator } from '#ui/Menu.tsx';
import { toast } from '#ui/toasts.ts';
import type { RowActions } from './CallRow.tsx';
import type { RowWords } from './row-words.ts';
import { isDone } from './use-calls.ts';

interface RowMenuProps {
  row: InboxRow;
  words: RowWords;
  callsFull: boolean;
  actions: RowActions;
}

/** Everything that can be done with the row under the pointer. */
export function RowMenu({ row, words, callsFull, actions }: RowMenuProps) {
  const { t } = useWords();
  const number = row.call.remotePhoneNumber;
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ tone: 'ok', title: t(($) => $.inbox.menu.numberCopied) });
    } catch {
      toast({ tone: 'error', title: t(($) => $.inbox.menu.notCopied) });
    }
  };
  return (
    <>
      {number === null ? null : (
        <>
          <MenuItem icon={Phone} hotkey="C" disabled={callsFull} onSelect={() => actions.callBack(row)}>
            {t(($) => $.inbox.menu.call)}
          </MenuItem>
          <MenuItem icon={Copy} onSelect={() => void copy(number)}>
            {t(($) => $.inbox.menu.copyNumber)}
          </MenuItem>
        </>
      )}
      <MenuItem icon={SquarePen} hotkey="N" onSelect={() => actions.note(row)}>
        {t(($) => $.inbox.menu.note)}
      </MenuItem>
      <MenuItem icon={MessagesSquare} onSelect={() => actions.thread(row, '')}>
        {t(($) => $.inbox.menu.thread, { name: words.name })}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={isDone(row) ? RotateCcw : CircleCheck} hotkey="E" onSelect={() => actions.resolve(row)}>
        {isDone(row)
          ? t(($) => $.inbox.menu.reopen)
          : t(($) => $.inbox.menu.resolve, { count: Math.max(1, row.unresolvedCalls) })}
      </MenuItem>
    </>
  );
}
