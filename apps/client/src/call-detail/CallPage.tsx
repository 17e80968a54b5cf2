import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useCanCall } from '#contacts/can-call.ts';
import { useFlags } from '#live/queries/flags.ts';
import { useMe } from '#live/queries/me.ts';
import { NoteEditor } from '#notes/NoteEditor.tsx';
import { isSilenced } from '#platform/shortcuts.ts';
import { playing, stopPlaying } from '#player/playing.ts';
import { TranscriptView } from '#transcript/TranscriptView.tsx';
import { ActionItems } from './ActionItems.tsx';
import { AnswersView } from './answers/AnswersView.tsx';
import { mayDeleteAnswers } from './answers/answers.ts';
import { CallHead } from './CallHead.tsx';
import { CallLine } from './CallLine.tsx';
import type { CallDetailProps } from './call-detail-props.ts';
import { DetailsTable } from './DetailsTable.tsx';
import { EvidenceContext } from './evidence/evidence-place.ts';
import { useEvidencePlace } from './evidence/use-evidence-place.ts';
import { isOpen, threadOfCall } from './facts.ts';
import { Insights } from './Insights.tsx';
import { type CallNames, useCallNames, useMomentWords } from './names.ts';
import { RawData } from './RawData.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';
import type { Removal } from './removals.ts';
import { Scroller } from './Scroller.tsx';
import { SmallTalk } from './SmallTalk.tsx';
import { Sounds } from './Sounds.tsx';
import { useMayDelete } from './use-may-delete.ts';
import { useResolveCall } from './use-resolve-call.ts';

/** The page of a loaded call, and the views that are opened out of it. */
export function CallPage(props: CallDetailProps & { row: InboxRow }) {
  const {
    row,
    part = null,
    focusNote = false,
    onNoteFocused,
    onClose,
    onPart,
    onCall,
    onOpenThread,
    onOpenContact,
    onOpenCall,
  } = props;
  const me = useMe();
  const canCall = useCanCall();
  const flags = useFlags();
  const names = useCallNames(row, me?.webUserId ?? null);
  const momentWords = useMomentWords();
  const inGroup = props.inGroup ?? false;
  const resolve = useResolveCall(inGroup);
  const [removing, setRemoving] = useState<Removal | null>(null);
  const mayDelete = useMayDelete(row.channelId);
  const answersMayGo = me !== null && mayDeleteAnswers(row.owner, row.documentation.smartAnswers, me.webUserId);
  const body = useRef<HTMLDivElement>(null);
  const number = row.call.remotePhoneNumber;
  const contactId = row.remote.contactId ?? row.remote.userId;
  const callBack = number === null || !onCall ? null : () => onCall({ number, remote: row.remote });
  const back = () => onPart?.(null);
  const evidence = useEvidencePlace({ row, names, part, body, onTranscript: () => onPart?.('transcript') });
  useQuietAfterwards(row.id);
  useNoteFocus(body, focusNote && part === null, onNoteFocused);

  useLetters(body, { e: () => resolve(row), c: canCall ? callBack : null, n: () => focusNoteIn(body.current) });

  return (
    <div ref={body} className="group/call flex min-h-0 flex-1 flex-col">
      <EvidenceContext value={evidence.place}>{view()}</EvidenceContext>
      <RemoveDialog
        row={row}
        what={removing}
        onClose={() => setRemoving(null)}
        onRemoved={(what) => {
          if (what === 'event') onClose();
          if (what === 'transcription' || what === 'smartAnswers') back();
        }}
      />
    </div>
  );

  function view() {
    switch (part) {
      case 'transcript':
        return (
          <TranscriptView
            row={row}
            when={momentWords(row.call.startedAt)}
            names={{ user: names.user, remote: names.remote }}
            evidence={evidence.shown}
            onBack={back}
            onDelete={mayDelete ? () => setRemoving('transcription') : null}
            onClose={onClose}
          />
        );
      case 'answers':
        if (!flags.hasSmartAnswers) return page();
        return (
          <AnswersView
            row={row}
            when={momentWords(row.call.startedAt)}
            onConfigure={props.onConfigureAnswers ?? null}
            onDelete={answersMayGo ? () => setRemoving('smartAnswers') : null}
            onBack={back}
            onClose={onClose}
          />
        );
      case 'data':
        return flags.isTestAccount ? <RawData row={row} onBack={back} onClose={onClose} /> : page();
      case null:
        return page();
    }
  }

  function page() {
    return (
      <>
        <CallHead
          row={row}
          names={names}
          onCall={callBack}
          onOpenThread={() => onOpenThread?.(threadOfCall(row), null)}
          onOpenContact={contactId === null || !onOpenContact ? null : () => onOpenContact(contactId)}
          numberActions={props.numberActions ?? null}
          onDelete={mayDelete ? () => setRemoving('event') : null}
          onClose={onClose}
        />
        <CallLine row={row} open={isOpen(row, inGroup)} onResolve={() => resolve(row)} log={props.log?.(row)} />
        <Scroller label={names.remote}>
          {me === null ? null : (
            <NoteEditor row={row} me={me.webUserId} onDone={() => isOpen(row, inGroup) && resolve(row)} />
          )}
          <Sounds row={row} names={names} flags={flags} onRemove={setRemoving} mayDelete={mayDelete} />
          <Insights
            row={row}
            flags={flags}
            onTopic={(topic) => onOpenThread?.(threadOfCall(row), topic)}
            onTranscript={() => onPart?.('transcript')}
            onAnswers={() => onPart?.('answers')}
          />
          <Lists row={row} names={names} smallTalk={flags.hasCallSmallTalk} />
          <DetailsTable
            row={row}
            names={names}
            onOpenCall={(channelId, docId) => onOpenCall?.(channelId, docId)}
            onDebug={flags.isTestAccount ? () => onPart?.('data') : null}
          />
        </Scroller>
      </>
    );
  }
}

/** Action items and small talk, side by side where there are both. */
function Lists({ row, names, smallTalk }: { row: InboxRow; names: CallNames; smallTalk: boolean }) {
  const { actionItem } = row.documentation;
  const talk = smallTalk && row.documentation.smallTalk;
  if (!actionItem && !talk) return null;
  return (
    <div className="grid grid-cols-2 gap-x-6 gap-y-5 max-[559px]:grid-cols-1">
      {actionItem ? <ActionItems row={row} names={names} /> : null}
      {talk ? <SmallTalk row={row} /> : null}
    </div>
  );
}

/** Single letters work once per press, wherever the focus is on the page or the panel around it; null means nothing. */
function useLetters(body: RefObject<HTMLElement | null>, orders: Record<string, (() => unknown) | null>): void {
  const latest = useRef(orders);
  useEffect(() => {
    latest.current = orders;
  });
  useEffect(() => {
    const panel = body.current?.parentElement;
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, metaKey, ctrlKey, altKey, defaultPrevented } = event;
      if (isSilenced(event) || defaultPrevented || metaKey || ctrlKey || altKey || isTyping(target)) return;
      const order = latest.current[key.toLowerCase()];
      if (!order) return;
      event.preventDefault();
      if (!event.repeat) order();
    };
    panel?.addEventListener('keydown', onKeyDown);
    return () => panel?.removeEventListener('keydown', onKeyDown);
  }, [body]);
}

/** Whether the user is writing there, so that letters are text. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox], [type=range]), textarea, select'))
  );
}

/** After the page is gone, users could not pause its sound. */
function useQuietAfterwards(docId: string): void {
  useEffect(
    () => () => {
      if (playing.getState().now?.key.docId === docId) stopPlaying();
    },
    [docId],
  );
}

/** The number of frames in which the editor of a note may still appear. */
const editorFrames = 300;

/** Moves the focus to the note once its editor is there, each time it is wanted. */
function useNoteFocus(body: RefObject<HTMLElement | null>, wanted: boolean, onFocused?: () => void): void {
  const told = useRef(onFocused);
  useEffect(() => {
    told.current = onFocused;
  });
  useEffect(() => {
    if (!wanted) return;
    let frame = 0;
    const look = (left: number) => {
      if (focusNoteIn(body.current) || left === 0) told.current?.();
      else frame = requestAnimationFrame(() => look(left - 1));
    };
    look(editorFrames);
    return () => cancelAnimationFrame(frame);
  }, [wanted, body]);
}

/** Whether there was a note to write on. */
function focusNoteIn(within: HTMLElement | null): boolean {
  const editor = within?.querySelector<HTMLElement>('[contenteditable=true]');
  editor?.focus();
  return editor !== undefined && editor !== null;
}
