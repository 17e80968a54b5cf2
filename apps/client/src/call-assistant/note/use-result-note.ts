import type { AssistantResult } from '@sidetone/contract/entities/assistant.ts';
import { assistantRoutes } from '@sidetone/contract/http/ai/assistant-routes.ts';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { call } from '#live/line/http.ts';
import { onPersonChange } from '#live/line/session.ts';
import { type ResultNoteDesk, resultNoteDesk } from './note-desk.ts';
import type { NoteState } from './note-state.ts';

/** Notes that were left with text that the server has not taken, by the ids of their results. */
const unsaved = new Map<string, NoteState>();
// The next user must not see anything of the previous one.
onPersonChange(() => unsaved.clear());

/** The note of a result that is open, saved while it is written and when it is left. */
export function useResultNote(result: AssistantResult): { note: NoteState; desk: ResultNoteDesk } {
  const { id } = result;
  const { content, revision } = result.note;
  const [desk] = useState(() => openDesk(result));
  const note = useStore(desk.state);
  useEffect(() => desk.hear({ text: content, revision }), [desk, content, revision]);
  useEffect(() => {
    const leavePage = () => void desk.flush();
    addEventListener('pagehide', leavePage);
    return () => {
      removeEventListener('pagehide', leavePage);
      void leave(id, desk);
    };
  }, [desk, id]);
  return { note, desk };
}

function openDesk({ id, assistantId, note: { content, revision } }: AssistantResult): ResultNoteDesk {
  return resultNoteDesk(
    {
      async save(note, urgent) {
        const { note: saved } = await call(
          assistantRoutes.changeAssistantResult,
          { params: { assistantId, resultId: id }, body: { note } },
          { keepalive: urgent },
        );
        return { text: saved.content, revision: saved.revision };
      },
      soon(ms, then) {
        const timer = setTimeout(then, ms);
        return () => clearTimeout(timer);
      },
    },
    unsaved.get(id) ?? null,
    { text: content, revision },
  );
}

async function leave(id: string, desk: ResultNoteDesk): Promise<void> {
  const left = desk.state.getState();
  if (left.draft !== null) unsaved.set(id, left);
  await desk.flush();
  const now = desk.state.getState();
  if (now.draft === null) unsaved.delete(id);
  else unsaved.set(id, { ...now, sent: null });
}
