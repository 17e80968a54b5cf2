import type { ReactNode } from 'react';
import { Logo } from '#ui/Logo.tsx';

export interface SetupFrameProps {
  /** The user's name, at the top right. */
  name?: string;
  children: ReactNode;
  footer?: ReactNode;
  /** The banner below the head. */
  banners?: ReactNode;
  /** Dialogs over the page. */
  dialogs?: ReactNode;
}

/**
 * The frame around the pages that are shown once, before the app: the mark above, a banner if there is one, a card, and
 * the foot.
 */
export function SetupFrame({ name, banners, dialogs, children, footer }: SetupFrameProps) {
  return (
    <div className="flex h-full flex-col bg-sidebar">
      <header className="flex h-16 flex-none items-center gap-2 px-8 max-[759px]:px-4">
        <Logo className="size-6" />
        <span className="flex-1 font-semi text-14">Sidetone</span>
        <span className="truncate text-ink-2">{name}</span>
      </header>
      {banners}
      <main className="grid min-h-0 flex-1 justify-items-center overflow-y-auto px-4 py-6">{children}</main>
      {footer}
      {dialogs}
    </div>
  );
}

interface SetupCardProps {
  headingId: string;
  title: string;
  text: string;
  children: ReactNode;
}

/** One page of it: its question, and its content. */
export function SetupCard({ headingId, title, text, children }: SetupCardProps) {
  return (
    <section
      aria-labelledby={headingId}
      className="my-auto flex w-full max-w-[640px] flex-col rounded-l border border-line bg-raised px-10 py-9 shadow-e1 max-[559px]:px-5"
    >
      <h1 id={headingId} className="font-semi text-[24px] leading-8 tracking-[-0.015em]">
        {title}
      </h1>
      <p className="mt-1 mb-5 text-14 text-ink-2">{text}</p>
      {children}
    </section>
  );
}
