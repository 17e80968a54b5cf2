import type { SearchType } from '@sidetone/contract/rules/defaults.ts';
import type { ReactNode } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { newContactHotkey } from '#platform/shortcuts.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Kbd, Keys } from '#ui/Kbd.tsx';
import { PhoneLinksOffer } from './PhoneLinksOffer.tsx';
import type { ResultRow } from './rows.ts';
import { SenderMenu } from './SenderMenu.tsx';
import type { SenderChoice } from './sender-choice.ts';

interface OmnibarFooterProps {
  type: SearchType;
  /** Who waits in the running call while somebody is asked to join. */
  waiting: string | null;
  empty: boolean;
  /** The line that Enter acts on. */
  active: ResultRow | null;
  /** There are lines for the arrows to go through. */
  listed: boolean;
  /** Escape leads back to another search. */
  returns: boolean;
  sender: SenderChoice;
}

/** What the call shows, and the keys that work here. */
export function OmnibarFooter(props: OmnibarFooterProps) {
  const { type, empty, active, listed, returns } = props;
  const { t } = useWords();
  const enter = active === null || active.obstacle !== null ? null : enterWord(active, type);
  const canCreate = !empty && type === 'default';
  return (
    <div className="flex min-h-11 flex-none flex-wrap items-center justify-end gap-x-3.5 gap-y-1 border-line border-t bg-well px-3.5 py-1.5 text-12 text-ink-3">
      <span className="-ml-2 mr-auto flex min-w-0 flex-wrap items-center gap-x-3">
        <FooterStart {...props} />
      </span>
      {listed ? (
        <span className="inline-flex gap-1.5">
          <Kbd>↑</Kbd>
          <Kbd>↓</Kbd>
          <span className="sr-only">{t(($) => $.omnibar.hint.move)}</span>
        </span>
      ) : null}
      {enter === null ? null : <Hint keys={<Kbd>↵</Kbd>}>{t(($) => $.omnibar.hint[enter])}</Hint>}
      {canCreate ? <Hint keys={<Keys hotkey={newContactHotkey} />}>{t(($) => $.omnibar.hint.create)}</Hint> : null}
      <Hint keys={<Kbd>Esc</Kbd>}>{t(($) => $.omnibar.hint[returns ? 'back' : empty ? 'close' : 'clear'])}</Hint>
    </div>
  );
}

function FooterStart({ type, waiting, sender, empty }: OmnibarFooterProps) {
  const { t } = useWords();
  switch (type) {
    case 'addParticipant':
      return waiting === null ? null : (
        <span className="truncate pl-2">{t(($) => $.omnibar.waits, { name: waiting })}</span>
      );
    case 'addPhoneNumber':
      return null;
    case 'click2Dial':
      return (
        <>
          <SenderMenu sender={sender} />
          {sender.chosen === null ? null : (
            <Checkbox
              label={t(($) => $.omnibar.rememberSender)}
              checked={sender.isRemembered}
              onChange={(event) => sender.remember(event.target.checked)}
            />
          )}
        </>
      );
    case 'default':
      return (
        <>
          <SenderMenu sender={sender} />
          {empty ? <PhoneLinksOffer /> : null}
        </>
      );
  }
}

function Hint({ keys, children }: { keys: ReactNode; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      {keys}
      {children}
    </span>
  );
}

/** What Enter does with a line, as the key of its word. */
function enterWord(row: ResultRow, type: SearchType): 'call' | 'ask' | 'open' | 'mail' | 'create' | 'choose' | 'add' {
  switch (row.kind) {
    case 'create':
      return 'create';
    case 'addNumber':
      return 'choose';
    case 'email':
      return 'mail';
    case 'target':
      return 'add';
    case 'contact':
      if (row.contact.phoneNumbers.length !== 1) return 'open';
      return type === 'addParticipant' ? 'ask' : 'call';
    default:
      return type === 'addParticipant' ? 'ask' : 'call';
  }
}
