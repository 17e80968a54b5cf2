import type { LineForwarding, LineForwardingChange } from '@sidetone/contract/entities/line-forwarding.ts';
import { useState } from 'react';
import { useNumberPlace } from '#contacts/number-place.ts';
import { ApiError, type ApiErrorCode, codeOf } from '#live/line/api-error.ts';
import { draftOf, emptyDraft, problemsOf, type RuleDraft, type RuleProblem, ruleOf } from './rule-draft.ts';

export interface ForwardingForm {
  readonly rules: readonly RuleDraft[];
  readonly ringSeconds: number;
  /** By the places of the rules. */
  readonly problems: ReadonlyMap<number, RuleProblem>;
  /** Why nothing was saved, where it is no rule's fault. */
  readonly failure: ApiErrorCode | null;
  readonly isDirty: boolean;
  readonly isBusy: boolean;
  change(next: { readonly rules?: readonly RuleDraft[]; readonly ringSeconds?: number }): void;
  add(): void;
  /** Whether it was saved. */
  save(): Promise<boolean>;
}

/**
 * The rules of a user's line as they are being entered. What is saved elsewhere meanwhile is not taken over; `send` saves, and
 * gives what holds then.
 */
export function useForwardingForm(
  saved: LineForwarding,
  send: (change: LineForwardingChange) => Promise<LineForwarding>,
): ForwardingForm {
  const place = useNumberPlace();
  const [state, setState] = useState(() => asDrafts(saved));
  const [nextKey, setNextKey] = useState(saved.rules.length);
  const [problems, setProblems] = useState<ReadonlyMap<number, RuleProblem>>(new Map());
  const [failure, setFailure] = useState<ApiErrorCode | null>(null);
  const [isDirty, setDirty] = useState(false);
  const [isBusy, setBusy] = useState(false);

  const change: ForwardingForm['change'] = (next) => {
    setState((before) => ({ ...before, ...next }));
    setProblems(new Map());
    setFailure(null);
    setDirty(true);
  };
  const save = async () => {
    const read = state.rules.map((draft) => ruleOf(draft, place));
    const rules = read.filter((rule) => typeof rule !== 'string');
    const wrong = read.flatMap((rule, at) => (typeof rule === 'string' ? [[at, rule] as const] : []));
    setProblems(new Map(wrong));
    setFailure(null);
    if (wrong.length > 0) return false;
    setBusy(true);
    try {
      const now = await send({ rules, ringSeconds: state.ringSeconds });
      setState(asDrafts(now));
      setNextKey((key) => key + now.rules.length);
      setDirty(false);
      return true;
    } catch (error) {
      const found = problemsOf(error instanceof ApiError ? error.issues : []);
      setProblems(found);
      if (found.size === 0) setFailure(codeOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return {
    ...state,
    problems,
    failure,
    isDirty,
    isBusy,
    change,
    add() {
      change({ rules: [...state.rules, emptyDraft(nextKey)] });
      setNextKey(nextKey + 1);
    },
    save,
  };
}

const asDrafts = ({ rules, ringSeconds }: LineForwarding) => ({
  rules: rules.map((rule, at) => draftOf(rule, at)) as readonly RuleDraft[],
  ringSeconds,
});
