import type { ReactNode } from 'react';

interface EmptyProps {
  /** An ornament over the title. */
  drawing?: ReactNode;
  title: string;
  /** It is the whole page, so its title is the page's. */
  page?: boolean;
  text?: ReactNode;
  action?: ReactNode;
}

/** In place of a list without entries: why it is empty, and what to do next. */
export function Empty({ drawing, title, page = false, text, action }: EmptyProps) {
  const Heading = page ? 'h1' : 'h2';
  return (
    <div className="flex flex-col items-center gap-1 p-8 text-center">
      {drawing}
      <Heading className="mt-3 font-semi text-14">{title}</Heading>
      {text === undefined ? null : <p className="max-w-[300px] text-ink-2">{text}</p>}
      {action === undefined ? null : <div className="mt-3">{action}</div>}
    </div>
  );
}
