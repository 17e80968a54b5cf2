import type { SearchType } from '@sidetone/contract/rules/defaults.ts';
import type { ReactNode } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { newContactHotkey } from '#platform/shortcuts.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { cn } from '#ui/cn.ts';
import { Kbd, Keys } from '#ui/Kbd.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { PhoneLinksOffer } from './PhoneLinksOffer.tsx';
import type { ResultRow } from './rows.ts';
import { SenderMenu } from './SenderMenu.tsx';
import type { SenderChoice } from './sender-choice.ts';
import type { Way } from './ways.ts';

interface OmnibarFooterProps {
  type: SearchType;
  /** The other side that waits in the running call while somebody is asked to join. */
  waiting: string | null;
  /** How that call is handed to the chosen person. */
  way: Way;
  ways: readonly Way[];
  onWay: (way: Way) => void;
  empty: boolean;
  /** The line that Enter acts on. */
  active: ResultRow | null;
  /** There are lines for the arrow keys. */
  listed: boolean;
  /** Escape leads back to another search. */
  returns: boolean;
  /** Whether the user may write contacts. */
  mayWrite: boolean;
  sender: SenderChoice;
}

/**
 * The number that the call shows, and the keys (SOMNI-004); screen readers hear only of those that do something at the
 * moment.
 */
export function OmnibarFooter(props: OmnibarFooterProps) {
  const { type, way, empty, active, listed, returns, mayWrite } = props;
  const { t } = useWords();
  const enter = active === null || active.obstacle !== null ? null : enterWord(active, type, way);
  const saysMuch = type === 'click2Dial' || type === 'addParticipant';
  // Where Enter does the same, it is said once.
  const canCreate = mayWrite && (type === 'default' || type === 'click2Dial') && enter !== 'create';
  return (
    <div
      className={cn(
        'flex min-h-11 flex-none flex-wrap items-center justify-end gap-x-3.5 gap-y-1 border-line border-t bg-well px-3.5 py-1.5 text-12 text-ink-3',
        // A row of its own where it has much to say, else it gives way to the keys: those stay in one row.
        !saysMuch && 'min-[560px]:flex-nowrap',
      )}
    >
      <span className={cn('-ml-2 mr-auto flex min-w-0 flex-wrap items-center gap-x-3', saysMuch && 'basis-full')}>
        <FooterStart {...props} />
      </span>
      <span className="flex flex-none items-center gap-x-3.5 gap-y-1 max-[559px]:flex-auto max-[559px]:flex-wrap">
        <Hint
          works={listed}
          keys={
            <>
              <Kbd>↑</Kbd>
              <Kbd>↓</Kbd>
            </>
          }
        >
          <span className="sr-only">{t(($) => $.omnibar.hint.move)}</span>
        </Hint>
        <Hint works={enter !== null} keys={<Kbd>↵</Kbd>}>
          {t(($) => $.omnibar.hint[enter ?? (type === 'addParticipant' ? way : usualWord[type])])}
        </Hint>
        {type === 'addParticipant' && way === 'ask' ? (
          <Hint works={enter === 'ask'} keys={<Keys hotkey="Shift+Enter" joined />}>
            {t(($) => $.omnibar.hint.handOver)}
          </Hint>
        ) : null}
        {canCreate ? (
          <Hint keys={<Keys hotkey={newContactHotkey} joined />}>{t(($) => $.omnibar.hint.create)}</Hint>
        ) : null}
        <Hint keys={<Kbd>Esc</Kbd>}>{t(($) => $.omnibar.hint[returns ? 'back' : empty ? 'close' : 'clear'])}</Hint>
      </span>
    </div>
  );
}

function FooterStart({ type, waiting, way, ways, onWay, sender, empty }: OmnibarFooterProps) {
  const { t } = useWords();
  switch (type) {
    case 'addParticipant':
      return (
        <>
          <span className="pl-2">
            <Segmented<Way>
              label={t(($) => $.omnibar.way)}
              value={way}
              options={ways.map((value) => ({ value, label: t(($) => $.omnibar.ways[value]) }))}
              onChange={onWay}
            />
          </span>
          {waiting === null ? null : (
            <span className="truncate pl-2">{t(($) => $.omnibar.whatHappens[way], { name: waiting })}</span>
          )}
        </>
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

interface HintProps {
  keys: ReactNode;
  /** The key does something at the moment. */
  works?: boolean;
  children: ReactNode;
}

function Hint({ keys, works = true, children }: HintProps) {
  return (
    <span aria-hidden={works ? undefined : true} className="inline-flex items-center gap-1.5 whitespace-nowrap">
      {keys}
      {children}
    </span>
  );
}

type EnterWord = 'call' | 'park' | Way | 'open' | 'mail' | 'create' | 'choose' | 'add';

/** The meaning of Enter while there is no active line. */
const usualWord: Record<SearchType, EnterWord> = {
  default: 'call',
  click2Dial: 'call',
  addParticipant: 'ask',
  addPhoneNumber: 'add',
};

/** The meaning of Enter for a line, as the key of its word. */
function enterWord(row: ResultRow, type: SearchType, way: Way): EnterWord {
  switch (row.kind) {
    case 'create':
      return 'create';
    case 'park':
      return 'park';
    case 'addNumber':
      return 'choose';
    case 'email':
      return 'mail';
    case 'target':
      return 'add';
    case 'contact':
      if (row.contact.phoneNumbers.length !== 1) return 'open';
      return type === 'addParticipant' ? way : 'call';
    default:
      return type === 'addParticipant' ? way : 'call';
  }
}
