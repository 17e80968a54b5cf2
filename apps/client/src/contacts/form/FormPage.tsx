import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { IconButton } from '#ui/IconButton.tsx';

interface FormPageProps {
  title: string;
  subtitle: string;
  avatar: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** The frame of the form in the slide-over: its head, and what is below it. */
export function FormPage({ title, subtitle, avatar, onClose, children }: FormPageProps) {
  const { t } = useWords();
  return (
    <>
      <header className="flex min-h-18 flex-none items-center gap-3 border-line border-b py-3 pr-4 pl-6 max-[559px]:pl-4">
        {avatar}
        <div className="min-w-0 flex-1">
          <h2 className="truncate font-semi text-16">{title}</h2>
          <p className="truncate text-ink-3">{subtitle}</p>
        </div>
        <IconButton icon={X} label={t(($) => $.contactForm.close)} hotkey="Escape" onClick={onClose} />
      </header>
      {children}
    </>
  );
}

/** The picture of the contact that the form is about. */
export function FormAvatar(props: { name: string; imageUrl: string | null; square: boolean }) {
  return <Avatar size="l" {...props} className="max-[559px]:hidden" />;
}
