import type { LucideIcon } from 'lucide-react';
import { createStore } from 'zustand/vanilla';

export interface Question {
  icon?: LucideIcon;
  headline: string;
  /** What will happen. */
  text?: string;
  /** A box that says yes to this question from now on, on this device. It is kept under `key`, and only with a yes. */
  dontAskAgain?: { key: string; label: string };
  /** On the button that leaves everything as it is; "Cancel" by default. */
  cancel?: string;
  /** The verb on the button that carries it out. */
  action: string;
  /** It destroys something: its button says so, and the focus starts on the other one. */
  critical?: boolean;
}

interface Asked extends Question {
  answer(yes: boolean, remember: boolean): void;
}

/** Questions that wait for their answer; the first of them is shown. */
export const questions = createStore<{ readonly waiting: readonly Asked[] }>(() => ({ waiting: [] }));

/**
 * Asks before something is done, in a dialog that has no address; true for yes. Users who said yes and wanted no
 * further question are not asked. Several questions are asked one after the other.
 */
export function confirm(question: Question): Promise<boolean> {
  const key = question.dontAskAgain?.key;
  if (key !== undefined && isSettled(key)) return Promise.resolve(true);
  return new Promise((resolve) => {
    const asked: Asked = {
      ...question,
      answer(yes, remember) {
        const { waiting } = questions.getState();
        if (!waiting.includes(asked)) return;
        questions.setState({ waiting: waiting.filter((other) => other !== asked) });
        if (yes && remember && key !== undefined) settle(key);
        resolve(yes);
      },
    };
    questions.setState(({ waiting }) => ({ waiting: [...waiting, asked] }));
  });
}

/** Answers no to all open questions, for example when the user who was asked is gone. */
export function leaveQuestions(): void {
  for (const asked of questions.getState().waiting) asked.answer(false, false);
}

const storageKey = (key: string) => `sidetone.settled.${key}`;

function isSettled(key: string): boolean {
  try {
    return localStorage.getItem(storageKey(key)) !== null;
  } catch {
    return false;
  }
}

function settle(key: string): void {
  try {
    localStorage.setItem(storageKey(key), 'yes');
  } catch {
    // Without storage the question comes again.
  }
}
