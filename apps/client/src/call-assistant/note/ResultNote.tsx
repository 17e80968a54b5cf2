import { type AssistantResult, assistantLimits } from '@sidetone/contract/entities/assistant.ts';
import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { fullName, useColleagues } from '#contacts/colleagues.ts';
import { useWords } from '#i18n/use-words.ts';
import { isSendKey } from '#platform/send-key.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { type NoteState, textOf } from './note-state.ts';
import { useResultNote } from './use-result-note.ts';

/** The note of a result, which everyone who uses the assistant reads and writes. SASSIST-008 */
export function ResultNote({ result }: { result: AssistantResult }) {
  const { t } = useWords();
  const { note, desk } = useResultNote(result);
  const id = useId();
  const colleagues = useColleagues();
  const writer = result.note.updatedBy === null ? undefined : colleagues.get(result.note.updatedBy);
  return (
    <section aria-label={t(($) => $.callAssistant.note.title)} className="flex flex-col gap-2">
      <div className="flex min-h-5 flex-wrap items-center justify-between gap-x-3">
        <label htmlFor={id} className="font-semi text-12 text-ink-2">
          {t(($) => $.callAssistant.note.title)}
        </label>
        <span className="text-12 text-ink-3">
          <SaveState note={note} writer={writer ? fullName(writer) : null} />
        </span>
      </div>
      {note.problem === 'conflict' && note.draft !== null ? (
        <Conflict theirs={note.server.text} onChoose={desk.choose} />
      ) : null}
      <textarea
        id={id}
        rows={3}
        maxLength={assistantLimits.noteCharacters}
        value={textOf(note)}
        placeholder={t(($) => $.callAssistant.note.placeholder)}
        onChange={(event) => desk.type(event.target.value)}
        onBlur={() => void desk.flush()}
        onKeyDown={(event) => {
          if (!isSendKey(event)) return;
          event.preventDefault();
          event.currentTarget.blur();
        }}
        className="field-sizing-content block max-h-80 min-h-16 w-full min-w-0 rounded-m border border-line-control bg-raised px-3 py-2 text-14 text-ink placeholder:text-ink-3 focus-visible:outline-offset-[-1px]"
      />
    </section>
  );
}

/** Whether the note is saved, in words; announced politely once it is, and not with each pause in writing. */
function SaveState({ note, writer }: { note: NoteState; writer: string | null }) {
  const { t } = useWords();
  const { draft, problem, server } = note;
  const isSaving = draft !== null && problem === null;
  return (
    <>
      {isSaving ? <span aria-hidden>{t(($) => $.callAssistant.note.saving)}</span> : null}
      <span role="status">{isSaving ? '' : words()}</span>
    </>
  );

  function words(): string {
    if (draft !== null && problem !== null) return t(($) => $.callAssistant.note.problem[problem]);
    if (server.revision === 0) return '';
    return writer === null
      ? t(($) => $.callAssistant.note.saved)
      : t(($) => $.callAssistant.note.savedBy, { name: writer });
  }
}

interface ConflictProps {
  /** Empty where the note was deleted. */
  theirs: string;
  onChoose: (version: 'mine' | 'theirs' | 'both') => void;
}

/** Another user wrote while the own version was not on the server yet: the user chooses. */
function Conflict({ theirs, onChoose }: ConflictProps) {
  const { t } = useWords();
  const isGone = theirs.trim() === '';
  const title = t(($) => $.callAssistant.note.conflict[isGone ? 'emptied' : 'title']);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      aria-label={title}
      className="flex flex-col gap-2 rounded-m border border-ring-line bg-ring-tint px-3 py-2.5"
    >
      <p className="flex items-start gap-2 font-med">
        <Icon of={TriangleAlert} className="mt-0.5 text-ring" />
        <span>{title}</span>
      </p>
      {isGone ? null : (
        <figure className="flex flex-col gap-1">
          <figcaption className="text-12 text-ink-2">{t(($) => $.callAssistant.note.conflict.theirs)}</figcaption>
          <blockquote
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
            tabIndex={0}
            className="wrap-anywhere max-h-40 overflow-y-auto whitespace-pre-wrap rounded-s bg-raised px-3 py-2 text-14"
          >
            {theirs}
          </blockquote>
        </figure>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="s" onClick={() => onChoose('mine')}>
          {t(($) => $.callAssistant.note.conflict.keepMine)}
        </Button>
        <Button size="s" onClick={() => onChoose('theirs')}>
          {t(($) => $.callAssistant.note.conflict.takeTheirs)}
        </Button>
        {isGone ? null : (
          <Button size="s" onClick={() => onChoose('both')}>
            {t(($) => $.callAssistant.note.conflict.keepBoth)}
          </Button>
        )}
      </div>
    </div>
  );
}
