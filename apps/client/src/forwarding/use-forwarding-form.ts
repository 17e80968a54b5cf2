import type { LineForwarding, LineForwardingChange } from '@sidetone/contract/entities/line-forwarding.ts';
import { useEffect, useState } from 'react';
import { useNumberPlace } from '#contacts/number-place.ts';
import { ApiError, type ApiErrorCode, codeOf } from '#live/line/api-error.ts';
import { arrived, edited, opened, stored, warned } from './form-state.ts';
import { type MobileDraft, type MobileProblem, mobileProblemsOf, mobilesOf } from './mobile-draft.ts';
import { emptyDraft, problemsOf, type RuleDraft, type RuleProblem, ruleOf } from './rule-draft.ts';

/** What is wrong, by its place. */
type Wrong<Problem> = ReadonlyMap<number, Problem>;

export interface ForwardingForm {
  readonly rules: readonly RuleDraft[];
  readonly ringSeconds: number;
  readonly mobiles: readonly MobileDraft[];
  /** By the places of the numbers that ring along. */
  readonly mobileProblems: Wrong<MobileProblem>;
  /** By the places of the rules. */
  readonly problems: ReadonlyMap<number, RuleProblem>;
  /** Why nothing was saved, where it is no rule's fault. */
  readonly failure: ApiErrorCode | null;
  readonly isDirty: boolean;
  readonly isBusy: boolean;
  change(next: {
    readonly rules?: readonly RuleDraft[];
    readonly ringSeconds?: number;
    readonly mobiles?: readonly MobileDraft[];
  }): void;
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
  const [mobileProblems, setMobileProblems] = useState<Wrong<MobileProblem>>(new Map());
  const [failure, setFailure] = useState<ApiErrorCode | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => setState((before) => arrived(before, saved)), [saved]);

  const say = (rules: Wrong<RuleProblem>, mobiles: Wrong<MobileProblem>, other: ApiErrorCode | null = null) => {
    setProblems(rules);
    setMobileProblems(mobiles);
    setFailure(other);
  };
  const change: ForwardingForm['change'] = (next) => {
    setState((before) => edited(before, next));
    say(new Map(), new Map());
  };
  const save = async () => {
    const { rules, wrong } = rulesOf(state.rules, place);
    const own = mobilesOf(state.mobiles, place);
    say(wrong, own.wrong);
    if (wrong.size > 0 || own.wrong.size > 0) return false;
    setBusy(true);
    try {
      const answer = await send({ rules, ringSeconds: state.ringSeconds, mobiles: own.mobiles, revision: state.seen });
      setState((now) => stored(now, state, answer));
      return true;
    } catch (error) {
      const issues = error instanceof ApiError ? error.issues : [];
      const found = problemsOf(issues);
      const ofMobiles = mobileProblemsOf(issues, state.mobiles);
      if (codeOf(error) === 'CONFLICT') setState(warned);
      say(found, ofMobiles, found.size === 0 && ofMobiles.size === 0 ? codeOf(error) : null);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return {
    rules: state.rules,
    ringSeconds: state.ringSeconds,
    mobiles: state.mobiles,
    mobileProblems,
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

/** The rules as they are sent, and what is wrong with the others, by their places. */
function rulesOf(drafts: readonly RuleDraft[], place: ReturnType<typeof useNumberPlace>) {
  const read = drafts.map((draft) => ruleOf(draft, place));
  const rules = read.filter((rule) => typeof rule !== 'string');
  const wrong = new Map(read.flatMap((rule, at) => (typeof rule === 'string' ? [[at, rule] as const] : [])));
  return { rules, wrong };
}
