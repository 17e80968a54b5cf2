import { ArrowLeft, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { focusInDialog } from '#ui/focus-in-dialog.ts';
import { IconButton } from '#ui/IconButton.tsx';

interface SettingsPageProps {
  title: string;
  /** To the page before, where there is one. */
  onBack?: () => void;
  /** Null where the page is not a dialog. */
  onClose: (() => void) | null;
  /** Beside the title: the state of a change that is applied immediately. */
  status?: ReactNode;
  /** Actions for the page as a whole, at the right of its head. */
  tools?: ReactNode;
  children: ReactNode;
  /** Buttons at the foot, the main one last; they stay while the body scrolls. */
  actions?: ReactNode;
}

/** One page of the settings. The focus begins on the element that asks for it, else on its heading. */
export function SettingsPage({ title, onBack, onClose, status, tools, children, actions }: SettingsPageProps) {
  const { t } = useWords();
  const frame = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const first = frame.current?.querySelector<HTMLElement>('[data-first-focus]');
    const wanted = first ?? heading.current;
    if (wanted !== null) focusInDialog(wanted);
  }, []);
  return (
    <div ref={frame} className="flex min-h-0 flex-1 flex-col">
      <header
        className={
          // A page that is not a dialog names its subject in its own heading.
          onClose === null && !onBack
            ? 'sr-only'
            : 'flex min-h-16 flex-none flex-wrap items-center gap-2 pr-4 pl-8 max-[559px]:pl-4'
        }
      >
        {onBack ? (
          <IconButton icon={ArrowLeft} size={32} label={t(($) => $.settings.back)} onClick={onBack} className="-ml-2" />
        ) : null}
        <h2 ref={heading} tabIndex={-1} className="min-w-0 truncate font-semi text-16 outline-none">
          {title}
        </h2>
        {status}
        <span className="flex-1" />
        {tools === undefined ? null : (
          <span className="max-[759px]:order-last max-[759px]:w-full max-[759px]:pb-2">{tools}</span>
        )}
        {onClose ? <IconButton icon={X} size={32} label={t(($) => $.settings.close)} onClick={onClose} /> : null}
      </header>
      {children}
      {actions === undefined ? null : (
        <div className="flex flex-none flex-wrap justify-end gap-2 border-line border-t px-8 py-3 max-[559px]:px-4">
          {actions}
        </div>
      )}
    </div>
  );
}
