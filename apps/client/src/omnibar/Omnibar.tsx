import type { SearchType } from '@sidetone/contract/rules/defaults.ts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useHasNeoPbx } from '#channels/channel-setting.ts';
import type { Channels } from '#channels/channels.ts';
import type { CallTarget } from '#contacts/call-target.ts';
import { useWords } from '#i18n/use-words.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { DialPad } from './DialPad.tsx';
import { OmnibarField } from './OmnibarField.tsx';
import { OmnibarFooter } from './OmnibarFooter.tsx';
import { OmnibarResults } from './OmnibarResults.tsx';
import type { DialObstacle } from './people-rows.ts';
import { type SenderChoice, useSenderChoice } from './sender-choice.ts';
import { type Kept, useOmnibar } from './use-omnibar.ts';
import { allWays, type Way } from './ways.ts';

export interface OmnibarProps {
  open: boolean;
  type: SearchType;
  /** The text in the field when it opens; for `addPhoneNumber` the number that a contact is to get. */
  number: string;
  /** It was not opened by the user: Enter does nothing until they type or go to a line. */
  isUnasked: boolean;
  /** The other side that waits in the running call while somebody is asked to join. */
  waiting: string | null;
  ownId: string | null;
  ownNumbers: readonly string[];
  channels: Channels;
  /** The channel that the call starts from. */
  channelId: string | null;
  /** The obstacle to every call now. */
  dialObstacle: DialObstacle | null;
  /** Whether the user may write contacts. */
  mayWrite: boolean;
  /** `sender` is null where the call shows the usual number of its channel. */
  onCall: (target: CallTarget, sender: SenderChoice['forThisCall']) => void;
  /** The running call is handed over without asking. */
  onHandOver: (target: CallTarget, to: 'line' | 'voicemail') => void;
  /** `there`: what the screen calls the place where the call goes. */
  onPark: (there: string) => void;
  onCreate: (about: { name: string; number: string | null }) => void;
  onAddTo: (contactId: string, number: string) => void;
  /** Goes on to another kind of search. */
  onType: (type: SearchType, number: string) => void;
  onClose: () => void;
}

interface Before extends Kept {
  readonly type: SearchType;
  readonly number: string;
}

/** One field for people, numbers and actions for them. The first line is always what Enter does. */
export function Omnibar(props: OmnibarProps) {
  const { open, type, number, onType, onClose } = props;
  const { t } = useWords();
  const field = useRef<HTMLInputElement>(null);
  const clear = useRef<() => boolean>(() => false);
  /** The search from which a number is being added, to come back to. */
  const [before, setBefore] = useState<Before | null>(null);
  if (!open && before !== null) setBefore(null);
  const shown = useWhileOpen(open, props);
  const name = `${shown.type} ${shown.number}`;
  const focused = useRef<string | null>(null);
  // A search that replaces another one has a field of its own; the first is focused by the dialog, which remembers
  // where the focus was before.
  useEffect(() => {
    if (open && focused.current !== null && focused.current !== name) field.current?.focus();
    focused.current = open ? name : null;
  }, [open, name]);
  const returns = type === 'addPhoneNumber' && before !== null;
  const adds = shown.type === 'addPhoneNumber';
  const isBack = !adds && before !== null && before.type === shown.type && before.number === shown.number;

  const back = () => {
    if (!returns) return false;
    onType(before.type, before.number);
    return true;
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onEscape={() => back() || clear.current()}
      title={t(($) => $.omnibar.titles[shown.type])}
      hideTitle
      initialFocus={field}
      className="w-[640px]"
    >
      <Search
        {...shown}
        key={name}
        begin={adds ? nothing : isBack ? before : { text: shown.number, scope: null }}
        returns={returns}
        field={field}
        clear={clear}
        onAddNumber={(added, kept) => {
          setBefore({ ...kept, type, number });
          onType('addPhoneNumber', added);
        }}
      />
    </Dialog>
  );
}

const nothing: Kept = { text: '', scope: null };

interface SearchProps extends OmnibarProps {
  begin: Kept;
  returns: boolean;
  field: RefObject<HTMLInputElement | null>;
  /** What Escape does before it closes. */
  clear: RefObject<() => boolean>;
  onAddNumber: (number: string, kept: Kept) => void;
}

function Search({ field, clear, begin, returns, ...props }: SearchProps) {
  const { type, number, waiting, channels, channelId } = props;
  const { t } = useWords();
  const [senderId, setSenderId] = useState<string | null>(null);
  const [way, setWay] = useState<Way>('ask');
  const [padOpen, setPadOpen] = useState(false);
  const clicked = type === 'click2Dial';
  // Calls of the classic generation run elsewhere, where our voicemail and our places are not known.
  const isOurs = useHasNeoPbx() !== false;
  const sender = useSenderChoice({ channels, channelId, clicked, chosenId: senderId, onChoose: setSenderId });
  const omnibar = useOmnibar({
    ...props,
    begin,
    numberToAdd: type === 'addPhoneNumber' ? number : null,
    way,
    mayPark: isOurs,
    onPark: () => props.onPark(t(($) => $.parked.there)),
    onCall(target, how) {
      if (type !== 'addParticipant' || how === 'ask') props.onCall(target, sender.forThisCall);
      else props.onHandOver(target, how === 'voicemail' ? 'voicemail' : 'line');
    },
  });
  clear.current = () => {
    if (omnibar.text === '') return false;
    omnibar.write('');
    field.current?.focus();
    return true;
  };
  return (
    <>
      <OmnibarField
        type={type}
        number={number}
        omnibar={omnibar}
        field={field}
        padOpen={padOpen}
        onPad={() => setPadOpen(!padOpen)}
      />
      {padOpen && type !== 'addPhoneNumber' ? <DialPad text={omnibar.text} onType={omnibar.write} /> : null}
      <OmnibarResults type={type} way={way} omnibar={omnibar} />
      <OmnibarFooter
        type={type}
        waiting={waiting}
        way={way}
        ways={allWays.filter((each) => isOurs || each !== 'voicemail')}
        onWay={setWay}
        empty={omnibar.text === ''}
        active={omnibar.activeRow}
        listed={omnibar.rows.length > 0}
        returns={returns}
        mayWrite={props.mayWrite}
        sender={sender}
      />
    </>
  );
}

/** Its last content, so that nothing changes while it closes. */
function useWhileOpen(open: boolean, props: OmnibarProps): OmnibarProps {
  const last = useRef(props);
  if (open) last.current = props;
  return last.current;
}
