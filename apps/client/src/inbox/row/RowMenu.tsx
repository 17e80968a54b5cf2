import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { BookUser, CircleCheck, ClipboardPen, Copy, MessagesSquare, Phone, RotateCcw, SquarePen } from 'lucide-react';
import { BlockMenuItems } from '#blocked/BlockMenuItems.tsx';
import { NumberMenuItems } from '#contacts/NumberMenuItems.tsx';
import type { NumberActions } from '#contacts/number-actions.ts';
import { useWords } from '#i18n/use-words.ts';
import { copyToClipboard } from '#ui/clipboard.ts';
import { MenuItem, MenuSeparator } from '#ui/Menu.tsx';
import { toast } from '#ui/toasts.ts';
import type { RowWords } from '../row-words.ts';
import { isDone } from '../use-calls.ts';
import type { RowActions } from './CallRow.tsx';

interface RowMenuProps {
  row: InboxRow;
  words: RowWords;
  canCall: boolean;
  actions: RowActions;
  /** Null for users who may not write contacts. */
  numberActions: NumberActions | null;
  /** Null for calls that are not logged in CRMs. */
  onLog: (() => void) | null;
}

/** Every action for the row under the pointer. */
export function RowMenu({ row, words, canCall, actions, numberActions, onLog }: RowMenuProps) {
  const { t } = useWords();
  const number = row.call.remotePhoneNumber;
  const contactId = row.remote.contactId ?? row.remote.userId;
  const copy = async (text: string) => {
    try {
      await copyToClipboard(text);
      toast({ tone: 'ok', title: t(($) => $.inbox.menu.numberCopied) });
    } catch {
      toast({ tone: 'error', title: t(($) => $.inbox.menu.notCopied) });
    }
  };
  return (
    <>
      {number === null ? null : (
        <>
          <MenuItem icon={Phone} hotkey="C" disabled={!canCall} onSelect={() => actions.callBack(row)}>
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
      {onLog === null ? null : (
        <MenuItem icon={ClipboardPen} onSelect={onLog}>
          {t(($) => $.inbox.menu.log)}
        </MenuItem>
      )}
      <MenuItem icon={MessagesSquare} onSelect={() => actions.thread(row, '')}>
        {t(($) => $.inbox.menu.thread, { name: words.name })}
      </MenuItem>
      {contactId === null ? null : (
        <MenuItem icon={BookUser} onSelect={() => actions.contact(contactId)}>
          {t(($) => $.contacts.open)}
        </MenuItem>
      )}
      <NumberMenuItems number={contactId === null ? number : null} actions={numberActions} />
      <BlockMenuItems number={row.remote.userId === null ? number : null} />
      <MenuSeparator />
      <MenuItem icon={isDone(row) ? RotateCcw : CircleCheck} hotkey="E" onSelect={() => actions.resolve(row)}>
        {isDone(row)
          ? t(($) => $.inbox.menu.reopen)
          : t(($) => $.inbox.menu.resolve, { count: Math.max(1, row.unresolvedCalls) })}
      </MenuItem>
    </>
  );
}
