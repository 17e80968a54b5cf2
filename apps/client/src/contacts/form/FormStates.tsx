import { UserPlus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { toast } from '#ui/toasts.ts';
import { FormPage } from './FormPage.tsx';

/** The placeholder until the data of the form has loaded. */
export function Waiting({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  return (
    <FormPage
      title={t(($) => $.contactForm.loading)}
      subtitle=""
      avatar={<Avatar size="l" icon={UserPlus} />}
      onClose={onClose}
    >
      <div aria-busy="true" className="flex-1" />
    </FormPage>
  );
}

/** The data of the form could not be loaded. */
export function NotLoaded({ onRetry, onClose }: { onRetry: () => void; onClose: () => void }) {
  const { t } = useWords();
  return (
    <FormPage
      title={t(($) => $.contactForm.panelEdit)}
      subtitle=""
      avatar={<Avatar size="l" icon={UserPlus} />}
      onClose={onClose}
    >
      <div role="alert">
        <Empty
          title={t(($) => $.contactForm.notLoaded.title)}
          text={t(($) => $.contactForm.notLoaded.text)}
          action={<Button onClick={onRetry}>{t(($) => $.contactForm.notLoaded.again)}</Button>}
        />
      </div>
    </FormPage>
  );
}

/** No address book accepts a new contact. */
export function Nowhere({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  return (
    <FormPage
      title={t(($) => $.contactForm.title)}
      subtitle=""
      avatar={<Avatar size="l" icon={UserPlus} />}
      onClose={onClose}
    >
      <Empty title={t(($) => $.contactForm.nowhere.title)} text={t(($) => $.contactForm.nowhere.text)} />
    </FormPage>
  );
}

/** The contact can only be read. */
export function Locked({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useWords();
  return (
    <FormPage title={name} subtitle="" avatar={<Avatar size="l" name={name} />} onClose={onClose}>
      <Empty
        title={t(($) => $.contactForm.locked.title, { name })}
        text={t(($) => $.contactForm.locked.text)}
        action={<Button onClick={onClose}>{t(($) => $.contactForm.close)}</Button>}
      />
    </FormPage>
  );
}

/** Says that the contact no longer exists, or that its address book is gone, and leads away. */
export function Gone({ what, onGone }: { what: 'gone' | 'integration'; onGone: () => void }) {
  const { t } = useWords();
  const told = useRef(false);
  useEffect(() => {
    if (told.current) return;
    told.current = true;
    if (what === 'gone') {
      toast({ tone: 'warn', title: t(($) => $.contactForm.gone.title), text: t(($) => $.contactForm.gone.text) });
    } else {
      toast({ tone: 'error', title: t(($) => $.contactForm.failed.integration) });
    }
    onGone();
  });
  return null;
}
