import type { LineForwarding, LineForwardingChange } from '@sidetone/contract/entities/line-forwarding.ts';
import { useEffect, useState } from 'react';
import { useNumberPlace } from '#contacts/number-place.ts';
import { ApiError, type ApiErrorCode, codeOf } from '#live/line/api-error.ts';
import { arrived, edited, opened, stored, warned } from './form-state.ts';
import { emptyDraft, problemsOf, type RuleDraft, type RuleProblem, ruleOf } from './rule-draft.ts';

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
 * The rules of a user's line as they are being entered. What is saved elsewhere is shown while nothing was entered; `send` saves,
 * and gives what holds then.
 */
export function useForwardingForm(
  saved: LineForwarding,
  send: (change: LineForwardingChange) => Promise<LineForwarding>,
): ForwardingForm {
  const place = useNumberPlace();
  const [state, setState] = useState(() => opened(saved));
  const [problems, setProblems] = useState<ReadonlyMap<number, RuleProblem>>(new Map());
  const [failure, setFailure] = useState<ApiErrorCode | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => setState((before) => arrived(before, saved)), [saved]);

  const change: ForwardingForm['change'] = (next) => {
    setState((before) => edited(before, next));
    setProblems(new Map());
    setFailure(null);
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
      const answer = await send({ rules, ringSeconds: state.ringSeconds, revision: state.seen });
      setState((now) => stored(now, state, answer));
      return true;
    } catch (error) {
      const found = problemsOf(error instanceof ApiError ? error.issues : []);
      setProblems(found);
      if (codeOf(error) === 'CONFLICT') setState(warned);
      if (found.size === 0) setFailure(codeOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return {
    rules: state.rules,
    ringSeconds: state.ringSeconds,
    isDirty: state.isDirty,
    problems,
    failure,
    isBusy,
    change,
    add() {
      change({ rules: [...state.rules, emptyDraft(state.nextKey)] });
      setState((before) => ({ ...before, nextKey: before.nextKey + 1 }));
    },
    save,
  };
}
