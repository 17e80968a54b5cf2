import { type FormEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Kbd } from '#ui/Kbd.tsx';
import { PageBody } from '../PageBody.tsx';

/** The target of a step's buttons: on, back, or past it. */
export interface StepMoves {
  next: () => void;
  back: (() => void) | null;
  /** Leaves this step for another day; null where leaving is the same. */
  later: (() => void) | null;
}

interface StepFrameProps {
  moves: StepMoves;
  title: string;
  text?: ReactNode;
  /** At the foot: the consequences of skipping this step. */
  hint?: string;
  busy?: boolean;
  /** How far it is, while it is busy. */
  busyLabel?: string | null;
  problem?: string | null;
  submitLabel?: string | undefined;
  /** On the button that leaves the step. */
  laterLabel?: string | undefined;
  /** Another way out, before the others. */
  extra?: ReactNode;
  onSubmit: () => void;
  children: ReactNode;
}

/** One question of the first run, with its buttons. */
export function StepFrame(props: StepFrameProps) {
  const {
    moves,
    title,
    text,
    hint,
    busy = false,
    busyLabel,
    problem = null,
    submitLabel,
    laterLabel,
    extra,
    onSubmit,
    children,
  } = props;
  const { t } = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  // A new step is a new page: screen readers read its question.
  useLayoutEffect(() => heading.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
      <PageBody label={title} className="max-w-[744px] gap-5 pt-5 min-[1000px]:ml-10">
        <div>
          <h1 ref={heading} tabIndex={-1} className="font-semi text-[24px] leading-8 tracking-[-0.015em] outline-none">
            {title}
          </h1>
          {text === undefined ? null : <p className="pt-1 text-14 text-ink-2">{text}</p>}
        </div>
        {children}
      </PageBody>
      <footer className="flex min-h-16 flex-none flex-wrap items-center gap-2 border-line border-t px-6 py-3 min-[1000px]:px-16">
        <span role="alert" className="text-missed empty:hidden">
          {problem}
        </span>
        {hint === undefined || problem !== null ? null : <span className="text-12 text-ink-2">{hint}</span>}
        <span className="ml-auto flex flex-wrap items-center justify-end gap-2">
          {extra}
          {moves.back ? (
            <Button tone="ghost" onClick={moves.back}>
              {t(($) => $.admin.firstRun.back)}
            </Button>
          ) : null}
          {moves.later ? (
            <Button tone="ghost" onClick={moves.later}>
              {laterLabel ?? t(($) => $.admin.firstRun.later)}
            </Button>
          ) : null}
          <Button tone="primary" size="l" type="submit" disabled={busy}>
            {busy ? (busyLabel ?? t(($) => $.admin.saving)) : (submitLabel ?? t(($) => $.admin.firstRun.next))}
            {busy ? null : <Kbd inherit>↵</Kbd>}
          </Button>
        </span>
      </footer>
    </form>
  );
}
